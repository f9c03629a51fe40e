import { createRecent } from './recent.ts';

/** When polling may look next door for servers that were never found. Whoever lives there did not ask for it. */
export type NeighbourSearches = {
  /** Whether a poll of this server may look there now; one that may is counted. */
  isDue(key: string): boolean;
};

/** A server may just be starting when its watch is set up. */
const AT_FIRST = 3;
const THEN_EVERY_MS = 60 * 60_000;

/** Counts the searches for up to `limit` servers. `now` in ms. */
export function createNeighbourSearches(limit: number, now: () => number): NeighbourSearches {
  const searched = createRecent<{ count: number; at: number }>(limit);
  return {
    isDue(key) {
      const { count, at } = searched.get(key) ?? { count: 0, at: 0 };
      if (count >= AT_FIRST && now() - at < THEN_EVERY_MS) {
        return false;
      }
      searched.set(key, { count: count + 1, at: now() });
      return true;
    },
  };
}
