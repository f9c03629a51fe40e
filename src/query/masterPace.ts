/** Spaces the queries to masters, and lets one list at a time be read from each (spec master section 4). Times in ms. */
export type MasterPace = {
  /** Books a query to this master and gives the time at which it may leave: `now`, or later. */
  book(master: string, now: number): number;
  /**
   * Waits until no other list of this master is being read, or until the signal fires. Gives the function that lets the
   * next one in; it has to be called in both cases.
   */
  enter(master: string, signal?: AbortSignal): Promise<() => void>;
};

/** What masters of others are asked in any minute: half of the limit that Valve's had. */
const FOREIGN_QUERIES_PER_MINUTE = 15;
const MINUTE_MS = 60_000;

/** At most `queries` to one master in any `windowMs`; null for a master of our own, which is not spaced. */
export function createMasterPace({
  queries = FOREIGN_QUERIES_PER_MINUTE,
  windowMs = MINUTE_MS,
}: {
  queries?: number | null;
  windowMs?: number;
} = {}): MasterPace {
  const booked = new Map<string, number[]>();
  const last = new Map<string, Promise<void>>();

  function forgetOld(now: number): void {
    for (const [master, times] of booked) {
      if ((times.at(-1) ?? 0) + windowMs <= now) {
        booked.delete(master);
      }
    }
  }

  return {
    book(master, now) {
      if (queries === null) {
        return now;
      }
      forgetOld(now);
      const times = booked.get(master) ?? [];
      const oldest = times.length < queries ? undefined : times.shift();
      const time = oldest === undefined ? now : Math.max(now, oldest + windowMs);
      times.push(time);
      booked.set(master, times);
      return time;
    },
    async enter(master, signal) {
      const before = last.get(master) ?? Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      last.set(master, promise);
      await Promise.race([before, aborted(signal)]);
      return () => {
        // Whoever gave up in the queue does not let the next one in before its time.
        void before.then(() => {
          resolve();
          if (last.get(master) === promise) {
            last.delete(master);
          }
        });
      };
    },
  };
}

/** Resolves when the signal fires; never without one. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
    }
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
