import { z } from 'zod';
import { LANGUAGES } from './guildDocument.ts';
import { type News, newsSchema } from './newsSchema.ts';
import { snowflake } from './watchSettings.ts';

export type { News };

/** Discord's answer that keeps a notice from its channel until somebody does something about it. */
const parked = z.object({
  kind: z.enum(['permission', 'channel-gone', 'guild-gone', 'refused']),
  /** Names of the missing permissions, or Discord's code: facts, not sentences. */
  facts: z.array(z.string()),
});

/** A notice for one person: whose, by which wish, and what that person must be able to see for it to be told. */
const recipient = z.object({
  id: snowflake,
  wishId: z.string(),
  language: z.enum(LANGUAGES),
  /** The channel with the status of the server. */
  placeId: snowflake,
});

const noticeFields = z.object({
  version: z.literal(1),
  /**
   * Also Discord's nonce, so at most 25 characters (discord section 5). Made from what happened, not from when it was
   * written: the same event of the same watch has the same id, also after a crash between making and noting it.
   */
  id: z.string().max(25),
  guildId: z.string(),
  watchId: z.string(),
  channelId: z.string(),
  roleId: z.string().nullable(),
  news: newsSchema,
  createdAt: z.number(),
  /** After this time it is no news any more (ms). */
  expiresAt: z.number(),
  /** Tries that failed, and when to try again (ms). */
  failures: z.number().int(),
  notBefore: z.number(),
  /** Kept back until then (grace, maintenance, quiet hours), without holding up the others of its channel (ms). */
  heldUntil: z.number().default(0),
  /** When what it tells is over before this time (grace, maintenance), nothing is told at all (ms). */
  worthAfter: z.number().default(0),
  /** First try that may have arrived (ms); null = it is certain that the channel has not got it. */
  triedAt: z.number().nullable().default(null),
  parked: parked.nullable().default(null),
  /** The message that told of the beginning of what this one ends, to be linked. */
  answers: z.string().nullable().default(null),
  /** Whom it is for, in the direct channel `channelId`; null = for everybody in that channel. */
  person: recipient.nullable().default(null),
});

/** One message that has to reach a channel exactly once. Stored before it is sent, removed after Discord took it. */
export const noticeSchema = noticeFields.extend({
  /** The notices that this one message tells of, in order; each was stored by itself before. Empty = only its own news. */
  covers: z.array(noticeFields).default([]),
});
export type Notice = z.infer<typeof noticeSchema>;
/** A notice inside another one. */
export type CoveredNotice = z.infer<typeof noticeFields>;

/** The roles that a notice pings, each once. */
export const rolesOf = ({ roleId, covers }: Notice): string[] => [
  ...new Set([roleId, ...covers.map((one) => one.roleId)].filter((role) => role !== null)),
];
