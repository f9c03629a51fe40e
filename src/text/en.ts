import { commands } from './en/commands.ts';
import { lists } from './en/lists.ts';
import { problems } from './en/problems.ts';
import { rcon } from './en/rcon.ts';
import { status } from './en/status.ts';
import { watch } from './en/watch.ts';

/** English, the language whose keys are the keys. */
export const en = { ...status, ...problems, ...lists, ...watch, ...rcon, ...commands } as const;
