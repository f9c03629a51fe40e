import type { ZonedClock } from '#clock/timeZone.ts';
import { type Bucket, endOf, MINUTE_MS, mergeBuckets } from './bucket.ts';

export type Period = 'day' | 'week' | 'month' | 'year';

const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
const YEAR_DAYS = 365;

/** How long each period is, and how long one point of it; a year has a point for each day of the calendar. */
const LENGTHS = {
  day: { minutes: DAY_MINUTES, step: 5 },
  week: { minutes: 7 * DAY_MINUTES, step: 30 },
  month: { minutes: 30 * DAY_MINUTES, step: 120 },
} as const;

/** A period up to now, cut into points: the first edge is its beginning, the last one its end (ms). */
export type Frame = { period: Period; edges: readonly number[] };

export const startOf = ({ edges }: Frame): number => edges[0] ?? 0;
export const stopOf = ({ edges }: Frame): number => edges.at(-1) ?? 0;

/** Edges of spans of the calendar, `stepMs` each by its clock, of so many days up to the end of today. */
function calendarEdges(days: number, stepMs: number, now: number, clock: ZonedClock): number[] {
  const end = (Math.floor(clock.wall(now) / DAY_MS) + 1) * DAY_MS;
  const count = (days * DAY_MS) / stepMs;
  return Array.from({ length: count + 1 }, (_, n) => clock.at(end - (count - n) * stepMs));
}

/** The same period in a few spans: an hour of the last day, a quarter of a day, a day, a week of the calendar. Pure. */
export function fewSpansOf(
  period: Period,
  { now, clock }: { now: number; clock: ZonedClock },
): Frame {
  const edges = {
    day: () => frameOf(period, { now, clock, coarsest: 60 }).edges,
    week: () => calendarEdges(7, DAY_MS / 4, now, clock),
    month: () => calendarEdges(30, DAY_MS, now, clock),
    year: () => calendarEdges(364, 7 * DAY_MS, now, clock),
  }[period]();
  return { period, edges };
}

/** The period that ends now. `coarsest`: minutes of the longest bucket to be shown, which no point may be shorter than. Pure. */
export function frameOf(
  period: Period,
  { now, clock, coarsest = 1 }: { now: number; clock: ZonedClock; coarsest?: number },
): Frame {
  if (period === 'year') {
    return { period, edges: calendarEdges(YEAR_DAYS, DAY_MS, now, clock) };
  }
  const { minutes, step } = LENGTHS[period];
  const pointMs = Math.max(step, coarsest) * MINUTE_MS;
  const count = (minutes * MINUTE_MS) / pointMs;
  const end = Math.ceil(now / pointMs) * pointMs;
  const edges = Array.from({ length: count + 1 }, (_, n) => end - (count - n) * pointMs);
  return { period, edges };
}

/** What is known of each point, null where nothing is; `buckets` in order. A bucket belongs where its middle lies. Pure. */
export function pointsIn({ edges }: Frame, buckets: readonly Bucket[]): (Bucket | null)[] {
  let next = 0;
  return edges.slice(0, -1).map((at, n) => {
    const end = edges[n + 1] ?? at;
    const its: Bucket[] = [];
    for (; next < buckets.length; next += 1) {
      const bucket = buckets[next];
      if (bucket === undefined || (bucket.at + endOf(bucket)) / 2 >= end) {
        break;
      }
      if ((bucket.at + endOf(bucket)) / 2 >= at) {
        its.push(bucket);
      }
    }
    return mergeBuckets(its, at, (end - at) / MINUTE_MS);
  });
}
