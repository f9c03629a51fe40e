import { steadyClock } from '#monitor/steadyClock.ts';

/** Places in time: `take` gives 0 when the ticket may go, else the milliseconds until the place that is kept for it. */
export type Slots = { take(ticket: string): number };

/** How long after its time a place is kept for who does not come (ms). */
const KEPT_MS = 60_000;

/**
 * `limit` places in any `perMs` milliseconds, in the order in which they were first asked for. Each ticket is told its own time, so
 * ten thousand that wait come back once each, and not all whenever one place is free.
 */
export function createSlots(options: { limit: number; perMs: number; now: () => number }): Slots {
  const { limit, perMs } = options;
  const now = steadyClock(options.now);
  /** When the place of a ticket is, in the order of time. */
  const kept = new Map<string, number>();
  /** The newest span of `perMs` in which places were given, and how many. */
  let span = { from: Number.NEGATIVE_INFINITY, given: 0 };

  function forgetMissed(at: number): void {
    for (const [ticket, due] of kept) {
      if (due > at - KEPT_MS) {
        return;
      }
      kept.delete(ticket);
    }
  }

  function nextPlace(at: number): number {
    if (span.from + perMs <= at) {
      span = { from: at, given: 0 };
    } else if (span.given === limit) {
      span = { from: span.from + perMs, given: 0 };
    }
    span.given += 1;
    return Math.max(at, span.from);
  }

  return {
    take(ticket) {
      const at = now();
      forgetMissed(at);
      const due = kept.get(ticket) ?? nextPlace(at);
      if (due <= at) {
        kept.delete(ticket);
        return 0;
      }
      kept.set(ticket, due);
      return due - at;
    },
  };
}
