import type { ZonedClock } from '#clock/timeZone.ts';
import { type Bucket, mergeBuckets } from './bucket.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEK_HOURS = 168;
/** 1970 began on a Thursday. */
const FIRST_WEEKDAY = 4;
/** Days that have to be known before hours are compared, and before days of the week are. */
const DAYS_FOR_HOURS = 2;
const DAYS_FOR_WEEKDAYS = 14;

/** The most people at once, and when (ms): the beginning of the bucket. null = nobody ever, or not told. */
export function peakOf(buckets: readonly Bucket[]): { most: number; at: number } | null {
  let [most, at] = [0, 0];
  for (const bucket of buckets) {
    if (bucket.most > most) {
      [most, at] = [bucket.most, bucket.at];
    }
  }
  return most === 0 ? null : { most, at };
}

/** The mean number of people while it was told; null when it never was. */
export function meanOf(buckets: readonly Bucket[]): number | null {
  const all = mergeBuckets(buckets, 0, 0);
  return all === null || all.counted === 0 ? null : all.people / all.counted;
}

/** The mean ping while up (ms); null when it is not known. */
export function meanPing(buckets: readonly Bucket[]): number | null {
  return mergeBuckets(buckets, 0, 0)?.ping || null;
}

/** An hour of the week (weekday 0 = Sunday), or of any day (weekday null), and the mean number of people in it. */
export type FullestHour = { weekday: number | null; hour: number; people: number };

type Sum = { people: number; counted: number; days: Set<number> };

/** The fullest by the mean, of those that were seen on at least so many days. */
function fullest(hours: ReadonlyMap<number, Sum>, fewestDays: number) {
  let best: { hour: number; people: number } | null = null;
  for (const [hour, { people, counted, days }] of hours) {
    const mean = people / counted;
    if (days.size >= fewestDays && mean > (best?.people ?? 0)) {
      best = { hour, people: mean };
    }
  }
  return best;
}

/**
 * When the server is usually fullest on a clock: an hour of the week once two weeks are known, an hour of the day after two
 * days; null = not known yet, or always empty. Pure.
 */
export function usuallyFullest(buckets: readonly Bucket[], clock: ZonedClock): FullestHour | null {
  const ofWeek = new Map<number, Sum>();
  const ofDay = new Map<number, Sum>();
  for (const { at, people, counted } of buckets) {
    if (counted > 0) {
      const wall = clock.wall(at);
      const day = Math.floor(wall / DAY_MS);
      const hour = Math.floor(wall / HOUR_MS) + FIRST_WEEKDAY * 24;
      addTo(ofWeek, hour % WEEK_HOURS, { people, counted, day });
      addTo(ofDay, hour % 24, { people, counted, day });
    }
  }
  const days = new Set([...ofDay.values()].flatMap((sum) => [...sum.days]));
  const weekly = days.size >= DAYS_FOR_WEEKDAYS ? fullest(ofWeek, 2) : null;
  if (weekly !== null) {
    return { ...weekly, weekday: Math.floor(weekly.hour / 24), hour: weekly.hour % 24 };
  }
  const daily = days.size >= DAYS_FOR_HOURS ? fullest(ofDay, 2) : null;
  return daily && { ...daily, weekday: null };
}

function addTo(
  sums: Map<number, Sum>,
  hour: number,
  { people, counted, day }: { people: number; counted: number; day: number },
): void {
  const sum = sums.get(hour) ?? { people: 0, counted: 0, days: new Set<number>() };
  sum.people += people;
  sum.counted += counted;
  sum.days.add(day);
  sums.set(hour, sum);
}
