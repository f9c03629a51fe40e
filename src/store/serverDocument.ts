import { z } from 'zod';
import { spanSchema } from './spanSchema.ts';

/**
 * Where a server stands (DESIGN section 5). `since` is when the state was entered, `downSince` the first miss of the outage
 * (the outage is counted from there; null also while down, when it was never seen up), all in ms.
 */
const availabilitySchema = z.object({
  state: z.enum(['unknown', 'up', 'suspect', 'down', 'recovering']),
  since: z.number(),
  /** Misses in a row; answers in a row while recovering. */
  misses: z.number().int(),
  answers: z.number().int(),
  downSince: z.number().nullable(),
  /** Last time the server answered; null = never while we watched. */
  lastAnswerAt: z.number().nullable(),
  /** The last look before and the first after a time in which nobody looked, in the outage that lasts; null = none. */
  unwatched: spanSchema.nullable().default(null),
});
export type Availability = z.infer<typeof availabilitySchema>;

/** How often a server changed lately. */
const flappingSchema = z.object({
  /** When it went down or came back within the last hour (ms). */
  changes: z.array(z.number()),
  /** When it was found to flap; null = it does not. */
  since: z.number().nullable(),
});
export type Flapping = z.infer<typeof flappingSchema>;

/** What one watch was told by its own rules, so that it is not told again. */
const watchMemorySchema = z.object({
  /** The number of people last told, while names are hidden. */
  count: z.number().nullable(),
  /** Thresholds that are reached, by their `atLeast`; null = not looked at yet. */
  reached: z.array(z.number()).nullable(),
  /** When a rule last spoke (ms), by "players 6" or "player Ann". */
  spoke: z.record(z.string(), z.number()),
});
export type WatchMemory = z.infer<typeof watchMemorySchema>;

/** The last complete roster since the last miss: what the next complete one is compared with. */
const rosterBaselineSchema = z.object({
  at: z.number(),
  map: z.string().nullable(),
  players: z.array(z.object({ name: z.string(), seconds: z.number().nullable() })),
});
export type RosterBaseline = z.infer<typeof rosterBaselineSchema>;

/** What an offline status message still tells about the server: the last good answer, without lists. */
const lastSeenSchema = z.object({
  at: z.number(),
  name: z.string().nullable(),
  map: z.string().nullable(),
  game: z.string().nullable(),
  address: z.string().nullable(),
  port: z.number(),
  gamePort: z.number().nullable(),
  /** What it spoke at `port`, as in Snapshot.protocol: found once, it is not searched for again. */
  protocol: z.string().nullish(),
  online: z.number().nullable(),
  max: z.number().nullable(),
  /** The ARK cluster it belongs to. */
  cluster: z.string().nullish(),
});
export type LastSeen = z.infer<typeof lastSeenSchema>;

/** What must survive a restart about one distinct server, shared by all watches of it. */
export const serverSchema = z.object({
  version: z.literal(1),
  key: z.string(),
  /** Time of the observation this was written for (ms). A waiting notice that is newer was never completed. */
  checkedAt: z.number(),
  availability: availabilitySchema,
  roster: rosterBaselineSchema.nullable(),
  lastSeen: lastSeenSchema.nullable(),
  /** It came back from its last misses with signs of a new start. */
  beganAnew: z.boolean().default(false),
  flapping: flappingSchema.default({ changes: [], since: null }),
  /** By GUILD/WATCH, and by GUILD/WATCH/WISH for what a person asked. */
  memories: z.record(z.string(), watchMemorySchema).default({}),
});
export type ServerDocument = z.infer<typeof serverSchema>;
