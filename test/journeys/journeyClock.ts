import type { After } from '#clock/after.ts';

/** A clock with timers that a story moves by hand. */
export type JourneyClock = {
  now: () => number;
  after: After;
  /** Moves on by `ms`; timers that come due run in their order. What they begin goes on by itself. */
  advance(ms: number): void;
  /** Resolves when some timer is set to run in exactly `ms` from now; fails when that takes a machine too long. */
  armed(ms: number): Promise<void>;
  /** Timers that have not run. */
  pending(): number;
};

const PATIENCE_MS = 12_000;

type Timer = { due: number; run: () => void };

export function createJourneyClock(startMs = Date.UTC(2026, 1, 7, 2)): JourneyClock {
  let nowMs = startMs;
  const timers = new Set<Timer>();
  const waiting = new Set<() => void>();

  const firstDue = (until: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];

  return {
    now: () => nowMs,
    after: (ms, run) => {
      const timer = { due: nowMs + ms, run };
      timers.add(timer);
      for (const look of [...waiting]) {
        look();
      }
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = nowMs + ms;
      for (let timer = firstDue(until); timer !== undefined; timer = firstDue(until)) {
        timers.delete(timer);
        nowMs = timer.due;
        timer.run();
      }
      nowMs = until;
    },
    pending: () => timers.size,
    armed: (ms) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(look);
          const set = [...timers].map(({ due }) => due - nowMs);
          reject(new Error(`no timer was set to ${ms} ms, only to: ${set.join()}`));
        }, PATIENCE_MS);
        const look = (): void => {
          if ([...timers].some(({ due }) => due === nowMs + ms)) {
            waiting.delete(look);
            clearTimeout(late);
            resolve();
          }
        };
        waiting.add(look);
        look();
      }),
  };
}
