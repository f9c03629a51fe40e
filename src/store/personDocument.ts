import { z } from 'zod';
import { LANGUAGES } from './guildDocument.ts';
import { snowflake } from './watchSettings.ts';

/** What a person wants to be told about a watched server; "back" is told once. */
const occasion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('back') }),
  z.object({ kind: z.literal('down') }),
  /** So many people or more. */
  z.object({ kind: z.literal('players'), atLeast: z.number().int().min(1) }),
  /** Whoever has this name: the exact one, or a pattern with * for any characters. */
  z.object({ kind: z.literal('player'), pattern: z.string().min(1).max(64) }),
]);
export type Occasion = z.infer<typeof occasion>;

/** Something a person asked to be told in a direct message. */
const wish = z.object({
  /** Never given twice, so that a button in an old message stops nothing else. */
  id: z.string().regex(/^[a-z0-9]{8}$/),
  watchId: z.string(),
  occasion,
  /** What the server was called when it was asked for, raw. */
  server: z.string(),
  askedAt: z.number(),
  /** Over after this time unless the person asks again (ms). */
  expiresAt: z.number(),
});
export type Wish = z.infer<typeof wish>;

/** A wish that ended without having been fulfilled or stopped, kept for a while to tell why. */
const endedWish = z.object({
  occasion,
  server: z.string(),
  why: z.enum(['watch-gone', 'left', 'hidden', 'expired']),
  at: z.number(),
});
export type EndedWish = z.infer<typeof endedWish>;

/**
 * What one person asked for in one guild. By both, so that it has one writer: the process that has the guild's shard (DESIGN
 * section 6).
 */
export const personSchema = z.object({
  version: z.literal(1),
  personId: snowflake,
  guildId: snowflake,
  /** The guild's name when something was last asked for there, raw. */
  guildName: z.string(),
  /** The direct channel with this person. */
  channelId: snowflake,
  language: z.enum(LANGUAGES),
  /** Since when Discord takes no message to this person (ms): nothing is told until the person tries again. null = it does. */
  closedSince: z.number().nullable(),
  wishes: z.array(wish),
  ended: z.array(endedWish),
});
export type PersonDocument = z.infer<typeof personSchema>;
