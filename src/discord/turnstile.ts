import { steadyClock } from '#monitor/steadyClock.ts';

/** Lets one through at a time, by key: `take` gives 0 when it is the ticket's turn, else the milliseconds to come back in. */
export type Turnstile = { take(key: string, ticket: string): number };

/** A ticket and when it was told to come back. */
type Waiting = { ticket: string; due: number };
type Lane = { last: number; queue: Waiting[] };

/**
 * One of a key in any `perMs` milliseconds, in the order in which they first asked. Each is told another time, so that not
 * all come back at once; who does not come loses the place.
 */
export function createTurnstile(options: { perMs: number; now: () => number }): Turnstile {
  const { perMs } = options;
  const now = steadyClock(options.now);
  const lanes = new Map<string, Lane>();
  let sweepAt = 0;

  const isMissed = ({ due }: Waiting, at: number): boolean => due < at - perMs;

  const sweep = (at: number): void => {
    if (at < sweepAt) {
      return;
    }
    sweepAt = at + perMs;
    for (const [key, { last, queue }] of lanes) {
      if (last <= at - perMs && queue.every((one) => isMissed(one, at))) {
        lanes.delete(key);
      }
    }
  };

  return {
    take(key, ticket) {
      const at = now();
      sweep(at);
      const lane = lanes.get(key) ?? { last: Number.NEGATIVE_INFINITY, queue: [] };
      const others = lane.queue.filter((one) => one.ticket === ticket || !isMissed(one, at));
      const known = others.findIndex((one) => one.ticket === ticket);
      const place = known === -1 ? others.length : known;
      const free = Math.max(lane.last + perMs, at);
      if (place === 0 && free === at) {
        lanes.set(key, { last: at, queue: others.slice(known + 1) });
        return 0;
      }
      const due = free + place * perMs;
      const queue = [...others.slice(0, place), { ticket, due }, ...others.slice(place + 1)];
      lanes.set(key, { ...lane, queue });
      return due - at;
    },
  };
}
