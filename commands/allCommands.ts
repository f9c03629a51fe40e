import type { Command } from '#discord/command.ts';
import { alerts } from './alerts.ts';
import { channelName } from './channelName.ts';
import { find } from './find.ts';
import { maintenance } from './maintenance.ts';
import { mute } from './mute.ts';
import { players } from './players.ts';
import { quietHours } from './quietHours.ts';
import { rcon } from './rcon.ts';
import { rules } from './rules.ts';
import { status } from './status.ts';
import { watch } from './watch.ts';

/** Every slash command of the bot, in the order people see them. A new command is a line here. */
export const allCommands: readonly Command[] = [
  status,
  players,
  rules,
  find,
  watch,
  alerts,
  mute,
  maintenance,
  quietHours,
  channelName,
  rcon,
];
