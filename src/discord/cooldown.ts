import { steadyClock } from '#monitor/steadyClock.ts';

/** Counts what one person or place does: `take` gives 0 when it may go on, else the milliseconds to wait. */
export type Cooldown = { take(key: string): number };

/** At most `limit` takings of one key in any `perMs` milliseconds. Forgets keys that have been quiet so long. */
export function createCooldown(options: {
  limit: number;
  perMs: number;
  now: () => number;
}): Cooldown {
  const { limit, perMs } = options;
  const now = steadyClock(options.now);
  const taken = new Map<string, number[]>();
  let sweepAt = 0;

  const sweep = (at: number): void => {
    if (at < sweepAt) {
      return;
    }
    sweepAt = at + perMs;
    for (const [key, times] of taken) {
      if ((times.at(-1) ?? 0) <= at - perMs) {
        taken.delete(key);
      }
    }
  };

  return {
    take(key) {
      const at = now();
      sweep(at);
      const recent = (taken.get(key) ?? []).filter((time) => time > at - perMs);
      const first = recent[recent.length - limit];
      if (first !== undefined) {
        taken.set(key, recent);
        return first + perMs - at;
      }
      taken.set(key, [...recent, at]);
      return 0;
    },
  };
}
