import { z } from 'zod';
import { spanSchema } from './spanSchema.ts';

const server = {
  /** The server's own name, raw; null when it never answered. */
  name: z.string().nullable(),
  /** HOST:PORT as the watch has it. */
  address: z.string(),
};

/** A server among several that one message tells of. */
const namedServer = z.object(server);

/** The address all servers of which went down (or came back) together; null = this one alone. */
const host = z.string().nullable().default(null);

/** Times of an outage (ms): `since` is the first miss, `until` the first answer; the same when nobody saw it begin. */
const began = { since: z.number() };
const lasted = { since: z.number(), until: z.number() };

/** Counts of people, without bots where the game tells them; null = not known. */
const counts = { online: z.number().nullable(), max: z.number().nullable() };

const plainNews = [
  z.object({
    kind: z.literal('down'),
    ...server,
    ...began,
    reason: z.string(),
    lastOnline: z.number().nullable(),
    /** How many played then. */
    before: z.object(counts).nullish(),
    host,
    /** A server that registers with us: whether it said goodbye before ("quit") or not; null = it does not register. */
    farewell: z.enum(['quit', 'none']).nullable().default(null),
  }),
  z.object({
    kind: z.literal('up'),
    ...server,
    ...lasted,
    host,
    /** It was away for a short time and began anew: somebody restarted it. */
    restarted: z.boolean().default(false),
    /** Nobody looked for a part of the outage: how long it really was is not known. */
    unwatched: spanSchema.nullable().default(null),
  }),
  /** An outage that could not be told while it lasted. */
  z.object({ kind: z.literal('outage'), ...server, ...lasted, reason: z.string() }),
  z.object({
    kind: z.literal('roster'),
    ...server,
    joined: z.array(z.string()),
    left: z.array(z.string()),
    ...counts,
  }),
  /** Names are hidden, and so many more or fewer people are there than were last told. */
  z.object({ kind: z.literal('count'), ...server, before: z.number(), ...counts }),
  /** As many people as a threshold of the watch asks for. */
  z.object({ kind: z.literal('players'), ...server, atLeast: z.number(), ...counts }),
  z.object({ kind: z.literal('named-player'), ...server, player: z.string(), ...counts }),
  /** Began anew within a short time; `since` is the last answer before that, null when no gap was seen. */
  z.object({ kind: z.literal('restart'), ...server, since: z.number().nullable() }),
  /** Goes down and comes back too often: nothing more is told until it is steady. `times` outages within an hour. */
  z.object({ kind: z.literal('flapping'), ...server, times: z.number() }),
  /** Steady again, up or down. `since` is when it last changed; for "down" the first miss. */
  z.object({ kind: z.literal('steady'), ...server, state: z.enum(['up', 'down']), ...began }),
  /** New on a list that is followed; `list` is its source as it is typed. */
  z.object({ kind: z.literal('listed'), ...server, list: z.string() }),
  /** No longer on it: it said goodbye, fell silent (our own list), or the list has it no more. */
  z.object({
    kind: z.literal('delisted'),
    ...server,
    list: z.string(),
    why: z.enum(['quit', 'silent', 'unlisted']),
  }),
  /** We could not see between these times; nothing is known of the servers then. "silence": nearly all hosts fell silent. */
  z.object({
    kind: z.literal('blind'),
    ...server,
    from: z.number(),
    to: z.number(),
    why: z.enum(['gateway', 'dns', 'network', 'silence']),
  }),
] as const;

const single = z.discriminatedUnion('kind', plainNews);
/** News of one server. */
export type SingleNews = z.infer<typeof single>;

const severalNews = [
  /** All watched servers of one address went down together; `address` is that address. */
  z.object({
    kind: z.literal('host-down'),
    ...server,
    ...began,
    reason: z.string(),
    servers: z.array(namedServer),
  }),
  z.object({ kind: z.literal('host-up'), ...server, ...lasted, servers: z.array(namedServer) }),
  /** Many waited for one channel: all of them in one message, in order. */
  z.object({ kind: z.literal('digest'), ...server, list: z.array(single) }),
] as const;

/** What happened, as facts; sentences are made when it is sent, in the guild's language. */
export const newsSchema = z.discriminatedUnion('kind', [...plainNews, ...severalNews]);
export type News = z.infer<typeof newsSchema>;
