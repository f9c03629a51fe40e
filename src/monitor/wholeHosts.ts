import type { Availability } from '#store/serverDocument.ts';
import type { AvailabilityEvent } from './availability.ts';

/** Where a watched server stands, and what is about to happen to it. */
export type Standing = {
  key: string;
  /** Its address; null = not known. */
  host: string | null;
  state: Availability['state'];
  event: AvailabilityEvent['kind'] | null;
};

/** From so many servers of one address on, they are told together. */
const FEWEST = 2;

/** Addresses at which all watched servers that were up go down now, or all that were down come back now; with the kind. Pure. */
export function wholeHosts(servers: readonly Standing[]): Map<string, AvailabilityEvent['kind']> {
  const found = new Map<string, AvailabilityEvent['kind']>();
  for (const [host, its] of Map.groupBy(servers, (server) => server.host)) {
    for (const kind of ['down', 'up'] as const) {
      const changing = its.filter(({ event }) => event === kind);
      // The others are there already; one that was never seen says nothing.
      const others = its.every(
        ({ event, state }) => event === kind || state === kind || state === 'unknown',
      );
      if (host !== null && changing.length >= FEWEST && others) {
        found.set(host, kind);
      }
    }
  }
  return found;
}
