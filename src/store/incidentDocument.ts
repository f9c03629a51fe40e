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

/** Processes find out about the same outage within so many ms, each in its own round. */
const SAME_MS = 120_000;

const isSame = (one: Incident, later: Incident): boolean =>
  one.until === null ? later.since - one.since <= SAME_MS : later.since <= one.until;

/**
 * Outages that overlap are one: from when the first process saw it begin to when the last one saw it end. `sorted`: oldest first.
 * Pure.
 */
export function joinedOutages(sorted: readonly Incident[]): Incident[] {
  const joined: Incident[] = [];
  for (const one of sorted) {
    const last = joined.at(-1);
    if (last === undefined || !isSame(last, one)) {
      joined.push(one);
    } else {
      const ends = [last.until, one.until].filter((end) => end !== null);
      const until = ends.length === 0 ? null : Math.max(...ends);
      joined[joined.length - 1] = { ...last, until, watches: [...last.watches, ...one.watches] };
    }
  }
  return joined;
}
