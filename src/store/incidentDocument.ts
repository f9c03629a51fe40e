import { z } from 'zod';

/** One outage of one server, for its history (DESIGN section 6). */
export const incidentSchema = z.object({
  version: z.literal(1),
  /** KEY@SINCE: the same outage has the same id, also when it is worked out again after a crash. */
  id: z.string(),
  /** Key of the server. */
  server: z.string(),
  /** The server's own name, raw. */
  name: z.string().nullable(),
  /** First miss and first answer after it (ms); null = it lasts. */
  since: z.number(),
  until: z.number().nullable(),
  /** Why it did not answer, as the query core says; "restart", "host" and "quit" when that was found out. */
  cause: z.string(),
  /** Who watched it when it began. */
  watches: z.array(z.object({ guildId: z.string(), watchId: z.string() })),
});
export type Incident = z.infer<typeof incidentSchema>;

/** The id of a server's outage that began at `since`. */
export const incidentId = (server: string, since: number): string => `${server}@${since}`;
