import { z } from 'zod';

const server = {
  /** The server's own name, raw; null when it never answered. */
  name: z.string().nullable(),
  /** HOST:PORT as the watch has it. */
  address: z.string(),
};

/** What happened, as facts; sentences are made when it is sent, in the guild's language. */
const newsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('down'),
    ...server,
    /** First miss of the outage (ms). */
    since: z.number(),
    reason: z.string(),
    lastOnline: z.number().nullable(),
  }),
  z.object({ kind: z.literal('up'), ...server, since: z.number(), until: z.number() }),
  z.object({
    kind: z.literal('roster'),
    ...server,
    joined: z.array(z.string()),
    left: z.array(z.string()),
    online: z.number().nullable(),
    max: z.number().nullable(),
  }),
]);
export type News = z.infer<typeof newsSchema>;

/** One message that has to reach a channel exactly once. Stored before it is sent, removed after Discord took it. */
export const noticeSchema = z.object({
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
});
export type Notice = z.infer<typeof noticeSchema>;
