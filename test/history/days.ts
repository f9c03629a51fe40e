import { type Bucket, MINUTE_MS } from '#history/bucket.ts';

/** A Monday in winter. */
export const MONDAY = Date.UTC(2026, 10, 30);
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A minute in which a server was up with so many people, or down (null). */
export const minute = (at: number, people: number | null, more: Partial<Bucket> = {}): Bucket => ({
  at,
  minutes: 1,
  every: 1,
  up: people === null ? 0 : 1,
  down: people === null ? 1 : 0,
  counted: people === null ? 0 : 1,
  people: people ?? 0,
  most: people ?? 0,
  slots: 32,
  ping: people === null ? 0 : 40,
  ...more,
});

/** Minutes from one time to another; `people` says how many, null = down, undefined = not seen. */
export function minutesOf(
  { from, to }: { from: number; to: number },
  people: (at: number) => number | null | undefined,
): Bucket[] {
  const buckets: Bucket[] = [];
  for (let at = from; at < to; at += MINUTE_MS) {
    const count = people(at);
    if (count !== undefined) {
      buckets.push(minute(at, count));
    }
  }
  return buckets;
}
