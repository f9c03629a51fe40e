import { commands } from './ptBr/commands.ts';
import { lists } from './ptBr/lists.ts';
import { problems } from './ptBr/problems.ts';
import { rcon } from './ptBr/rcon.ts';
import { status } from './ptBr/status.ts';
import { watch } from './ptBr/watch.ts';

/** Brazilian Portuguese. */
export const ptBr = { ...status, ...problems, ...lists, ...watch, ...rcon, ...commands } as const;
