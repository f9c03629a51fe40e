import { z } from 'zod';
import { snowflake } from './watchSettings.ts';

/** The graph of a message: its attachment (null = it could not be drawn), when it was drawn and up to when it shows (ms). */
const shownGraphSchema = z.object({
  attachmentId: snowflake.nullable(),
  drawnAt: z.number(),
  seenTo: z.number(),
});
export type ShownGraph = z.infer<typeof shownGraphSchema>;

/** A message that is kept current: which one is ours, what it shows, when it was last written (ms). */
export const statusMessageSchema = z.object({
  id: snowflake,
  pinned: z.boolean(),
  hash: z.string(),
  writtenAt: z.number(),
  /** How often somebody took the pin away; twice is an answer. */
  unpins: z.number().int().default(0),
  /** Why it can not be pinned: the channel has all the pins Discord allows. */
  pinProblem: z.literal('full').nullable().default(null),
  /** The graph in it; absent = it has none yet, or is to have none. */
  graph: shownGraphSchema.optional(),
});
export type StatusMessage = z.infer<typeof statusMessageSchema>;

/** Why messages can not be written now; shown in lists, healed by itself. */
export const troubleSchema = z.object({
  kind: z.enum(['channel-gone', 'guild-gone', 'permission', 'refused']),
  /** Names of the missing permissions, or Discord's code: facts, not sentences. */
  facts: z.array(z.string()),
  since: z.number(),
  /** Not tried again before this time (ms). */
  retryAt: z.number(),
  /** Failures in a row: the pause grows with it. */
  failures: z.number().int(),
});
export type WatchTrouble = z.infer<typeof troubleSchema>;
