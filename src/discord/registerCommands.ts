import { createHash } from 'node:crypto';
import {
  type RESTGetAPIApplicationCommandsResult,
  type RESTPutAPIApplicationCommandsResult,
  Routes,
} from 'discord.js';
import type { Logger } from 'pino';
import type { After } from '#clock/after.ts';
import type { Store } from '#store/openStore.ts';
import type { Texts } from '#text/texts.ts';
import type { Command } from './command.ts';
import { commandDefinition } from './commandDefinition.ts';
import type { CommandIds } from './commandMention.ts';
import type { RestClient } from './gateway.ts';

const REMEMBERED = 'commands';
const PAUSE_MS = 60_000;

/** What was registered last, and the ids that Discord gave. */
type Registered = { digest: string; ids: CommandIds };

/**
 * Puts the commands in place with one request, and only when they differ from what this application was given last (spec
 * discord section 2). Gives their ids. Throws what the REST client throws.
 */
export async function registerCommands(parts: {
  rest: Pick<RestClient, 'put'>;
  applicationId: string;
  commands: readonly Command[];
  texts: Texts;
  meta: Store['meta'];
  log: Logger;
}): Promise<CommandIds> {
  const { rest, applicationId, commands, texts, meta, log } = parts;
  const definitions = commands.map((command) => commandDefinition(command, texts));
  const digest = createHash('sha256').update(JSON.stringify(definitions)).digest('hex');
  const name = `${REMEMBERED}.${applicationId}`;
  const before = readRegistered(await meta.get(name));
  if (before?.digest === digest) {
    return before.ids;
  }
  const route = Routes.applicationCommands(applicationId);
  const made = (await rest.put(route, {
    body: definitions,
  })) as RESTPutAPIApplicationCommandsResult;
  const ids = idsOf(made);
  await meta.set(name, JSON.stringify({ digest, ids } satisfies Registered));
  log.info({ commands: definitions.length }, 'slash commands registered');
  return ids;
}

/**
 * Reads the ids of the commands that another process puts in place. Throws what the REST client throws, and an Error while not all
 * of them are there.
 */
export async function readCommands(parts: {
  rest: Pick<RestClient, 'get'>;
  applicationId: string;
  commands: readonly Command[];
}): Promise<CommandIds> {
  const { rest, applicationId, commands } = parts;
  const made = (await rest.get(
    Routes.applicationCommands(applicationId),
  )) as RESTGetAPIApplicationCommandsResult;
  const ids: CommandIds = idsOf(made);
  if (commands.some(({ name }) => ids[name] === undefined)) {
    throw new Error('the process with shard 0 has not registered all of them yet');
  }
  return ids;
}

const idsOf = (made: readonly { name: string; id: string }[]): CommandIds =>
  Object.fromEntries(made.map(({ name, id }) => [name, id]));

/** Null when nothing was, or when only the digest was kept: then the ids have to be asked for. */
function readRegistered(kept: string | null): Registered | null {
  return kept?.startsWith('{') ? (JSON.parse(kept) as Registered) : null;
}

/** Registers the commands beside everything else, again after a pause as often as it fails. */
export function registerUntilTaken(
  register: () => Promise<CommandIds>,
  { learn, after, log }: { learn: (ids: CommandIds) => void; after: After; log: Logger },
): { done: Promise<void>; cancel: () => void } {
  const done = Promise.withResolvers<void>();
  let cancel = (): void => {};
  const attempt = (): void => {
    register().then(
      (ids) => {
        learn(ids);
        done.resolve();
      },
      (error: unknown) => {
        log.error({ err: error }, 'the slash commands are not in place yet');
        cancel = after(PAUSE_MS, attempt);
      },
    );
  };
  attempt();
  return { done: done.promise, cancel: () => cancel() };
}
