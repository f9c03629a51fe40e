import type { Logger } from 'pino';
import { z } from 'zod';
import { type Documents, openDocuments } from './documents.ts';
import { followedSchema } from './followDocument.ts';
import { guildSchema } from './guildDocument.ts';
import { historyDaySchema, plannedWorkSchema } from './historyDocument.ts';
import { incidentSchema } from './incidentDocument.ts';
import { noticeSchema } from './noticeDocument.ts';
import { personSchema } from './personDocument.ts';
import { registrationSchema } from './registrationDocument.ts';
import type { Rows } from './rows.ts';
import { serverSchema } from './serverDocument.ts';
import { changedPersonSchema } from './storedPeople.ts';

/** A small fact about the bot itself. */
const metaSchema = z.object({ version: z.literal(1), text: z.string() });

/** What is kept, by namespace. */
export const SCHEMAS = {
  guilds: guildSchema,
  servers: serverSchema,
  followed: followedSchema,
  outbox: noticeSchema,
  incidents: incidentSchema,
  people: personSchema,
  'people-changed': changedPersonSchema,
  history: historyDaySchema,
  'planned-work': plannedWorkSchema,
  registrations: registrationSchema,
  meta: metaSchema,
} as const;

type Namespace = keyof typeof SCHEMAS;

/** Read all the time, and written by the process that has the guild or asks the server only: kept in memory. */
const REMEMBERED: readonly Namespace[] = ['guilds', 'servers', 'followed'];
/** Set up by people, entry by entry: one that can not be read takes no other one with it. */
const IN_PARTS: readonly Namespace[] = ['guilds', 'followed', 'people'];

type Namespaces = {
  [Name in Namespace]: Documents<z.output<(typeof SCHEMAS)[Name]>>;
};

/** Opens the documents of each namespace. */
export function openNamespaces(options: {
  rows: Rows;
  where: string;
  log: Logger;
  now: () => number;
}): Namespaces {
  const opened = Object.entries(SCHEMAS).map(([name, schema]) => {
    const namespace = name as Namespace;
    const kind = {
      namespace,
      schema: schema as z.ZodType<unknown>,
      remember: REMEMBERED.includes(namespace),
      inParts: IN_PARTS.includes(namespace),
    };
    return [namespace, openDocuments(kind, options)];
  });
  return Object.fromEntries(opened) as Namespaces;
}
