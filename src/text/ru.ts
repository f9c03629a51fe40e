import { bulk } from './ru/bulk.ts';
import { board } from './ru/board.ts';
import { causes } from './ru/causes.ts';
import { codePages } from './ru/codePages.ts';
import { commands } from './ru/commands.ts';
import { config } from './ru/config.ts';
import { find } from './ru/find.ts';
import { help } from './ru/help.ts';
import { follow } from './ru/follow.ts';
import { history } from './ru/history.ts';
import { lists } from './ru/lists.ts';
import { names } from './ru/names.ts';
import { notices } from './ru/notices.ts';
import { pause } from './ru/pause.ts';
import { problems } from './ru/problems.ts';
import { rcon } from './ru/rcon.ts';
import { settings } from './ru/settings.ts';
import { setup } from './ru/setup.ts';
import { status } from './ru/status.ts';
import { watch } from './ru/watch.ts';
import { wishes } from './ru/wishes.ts';

/** Russian. */
export const ru = {
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
