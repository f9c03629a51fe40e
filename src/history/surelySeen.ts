import type { Availability } from '#store/serverDocument.ts';

/** One answer or miss of a server, and where it stood after it. */
export type Look = {
  at: number;
  state: Availability['state'];
  answered: boolean;
  /** People and slots as told; null = not told, or it was silent. */
  people: number | null;
  slots: number | null;
  pingMs: number | null;
};

/**
 * Misses and answers count when it is decided what they were: a single lost answer is no downtime, and the misses of an outage
 * are from the first on. Gives what is sure now and what waits. Looks further apart than `gapMs` do not decide each other. Pure.
 */
export function surelySeen(
  waiting: readonly Look[],
  look: Look,
  gapMs: number,
): { sure: readonly Look[]; waiting: readonly Look[] } {
  const last = waiting.at(-1);
  const near = last === undefined || Math.abs(look.at - last.at) <= gapMs ? waiting : [];
  switch (look.state) {
    case 'up':
      return { sure: [...near.filter(({ answered }) => answered), look], waiting: [] };
    case 'down':
      return { sure: [...near.filter(({ answered }) => !answered), look], waiting: [] };
    default:
      return { sure: [], waiting: [...near, look] };
  }
}
