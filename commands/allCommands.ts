import type { Command } from '#discord/command.ts';
import { about } from './about.ts';
import { alerts } from './alerts.ts';
import { board } from './board.ts';
import { channelName } from './channelName.ts';
import { config } from './config.ts';
import { find } from './find.ts';
import { createHelp } from './help.ts';
import { follow } from './follow.ts';
import { history } from './history.ts';
import { maintenance } from './maintenance.ts';
import { mute } from './mute.ts';
import { my } from './my.ts';
import { privacy } from './privacy.ts';
import { players } from './players.ts';
import { quietHours } from './quietHours.ts';
import { rcon } from './rcon.ts';
import { rules } from './rules.ts';
import { setup } from './setup.ts';
import { status } from './status.ts';
import { uptime } from './uptime.ts';
import { watch } from './watch.ts';

/** In the order people see them. A new command is a line here. */
const commands: readonly Command[] = [
  status,
  players,
  rules,
  find,
  history,
  uptime,
  setup,
  watch,
  follow,
  board,
  alerts,
  mute,
  maintenance,
  quietHours,
  channelName,
  my,
  config,
  rcon,
  about,
  privacy,
];

/** Every slash command of the bot. */
export const allCommands: readonly Command[] = [...commands, createHelp(commands)];
