import type { After } from '#clock/after.ts';

/** Nobody waits longer to be judged, however slow others of the same round are (ms). */
const HELD_MS = 15_000;

/** What is kept back until it can be judged together. */
export type HeldBack<T> = {
  /** Keeps a place in the order of asking. */
  place(): (one: T) => void;
  /** Hands over what is there, in the order of the places. */
  release(): Promise<void>;
};

/** Makes an empty one; `judge` gets what was kept, at the end of a round or when the first of them waited long enough. */
export function createHeldBack<T>(parts: {
  after: After;
  judge: (held: T[]) => Promise<void>;
  failed: (error: unknown) => void;
}): HeldBack<T> {
  const { after, judge, failed } = parts;
  let places: (T | null)[] = [];
  let cancelTimer: (() => void) | null = null;

  const release = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    const held = places.filter((one) => one !== null);
    places = places.map(() => null);
    return judge(held);
  };

  return {
    place() {
      const place = places.push(null) - 1;
      return (one) => {
        places[place] = one;
        cancelTimer ??= after(HELD_MS, () => void release().catch(failed));
      };
    },
    release,
  };
}
