import { bulk } from './ptBr/bulk.ts';
import { board } from './ptBr/board.ts';
import { causes } from './ptBr/causes.ts';
import { codePages } from './ptBr/codePages.ts';
import { commands } from './ptBr/commands.ts';
import { config } from './ptBr/config.ts';
import { find } from './ptBr/find.ts';
import { help } from './ptBr/help.ts';
import { follow } from './ptBr/follow.ts';
import { history } from './ptBr/history.ts';
import { lists } from './ptBr/lists.ts';
import { names } from './ptBr/names.ts';
import { notices } from './ptBr/notices.ts';
import { pause } from './ptBr/pause.ts';
import { problems } from './ptBr/problems.ts';
import { rcon } from './ptBr/rcon.ts';
import { settings } from './ptBr/settings.ts';
import { setup } from './ptBr/setup.ts';
import { status } from './ptBr/status.ts';
import { watch } from './ptBr/watch.ts';
import { wishes } from './ptBr/wishes.ts';

/** Brazilian Portuguese. */
export const ptBr = {
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
