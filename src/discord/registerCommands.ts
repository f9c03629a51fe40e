import { createHash } from 'node:crypto';
import { Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { Store } from '#store/openStore.ts';
import type { Texts } from '#text/texts.ts';
import type { Command } from './command.ts';
import { commandDefinition } from './commandDefinition.ts';
import type { RestClient } from './gateway.ts';

const REMEMBERED = 'commands';

/**
 * Puts the commands in place with one request, and only when they differ from what this application was given last (spec
 * discord section 2). True when Discord was asked. Throws what the REST client throws.
 */
export async function registerCommands(parts: {
  rest: Pick<RestClient, 'put'>;
  applicationId: string;
  commands: readonly Command[];
  texts: Texts;
  meta: Store['meta'];
  log: Logger;
}): Promise<boolean> {
  const { rest, applicationId, commands, texts, meta, log } = parts;
  const definitions = commands.map((command) => commandDefinition(command, texts));
  const digest = createHash('sha256').update(JSON.stringify(definitions)).digest('hex');
  const name = `${REMEMBERED}.${applicationId}`;
  if ((await meta.get(name)) === digest) {
    return false;
  }
  await rest.put(Routes.applicationCommands(applicationId), { body: definitions });
  await meta.set(name, digest);
  log.info({ commands: definitions.length }, 'slash commands registered');
  return true;
}
