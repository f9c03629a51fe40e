import { commands } from './ru/commands.ts';
import { lists } from './ru/lists.ts';
import { problems } from './ru/problems.ts';
import { rcon } from './ru/rcon.ts';
import { status } from './ru/status.ts';
import { watch } from './ru/watch.ts';

/** Russian. */
export const ru = { ...status, ...problems, ...lists, ...watch, ...rcon, ...commands } as const;
