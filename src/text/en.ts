import { bulk } from './en/bulk.ts';
import { board } from './en/board.ts';
import { causes } from './en/causes.ts';
import { codePages } from './en/codePages.ts';
import { commands } from './en/commands.ts';
import { config } from './en/config.ts';
import { find } from './en/find.ts';
import { help } from './en/help.ts';
import { follow } from './en/follow.ts';
import { history } from './en/history.ts';
import { lists } from './en/lists.ts';
import { names } from './en/names.ts';
import { notices } from './en/notices.ts';
import { pause } from './en/pause.ts';
import { problems } from './en/problems.ts';
import { rcon } from './en/rcon.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { status } from './en/status.ts';
import { watch } from './en/watch.ts';
import { wishes } from './en/wishes.ts';

/** English, the language whose keys are the keys. */
export const en = {
  ...status,
  ...board,
  ...problems,
  ...causes,
  ...lists,
  ...find,
  ...follow,
  ...watch,
  ...bulk,
  ...pause,
  ...notices,
  ...settings,
  ...history,
  ...config,
  ...rcon,
  ...codePages,
  ...help,
  ...setup,
  ...commands,
  ...names,
  ...wishes,
} as const;
