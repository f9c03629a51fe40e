import type { Span } from '#store/spanSchema.ts';
import { type Bucket, endOf, MINUTE_MS } from './bucket.ts';
import { GAP_INTERVALS } from './history.ts';
import { coveredMs } from './plannedSpans.ts';

/** How long a server was up and down, in minutes. */
export type Uptime = {
  up: number;
  down: number;
  /** Down while work was planned: left out. */
  planned: number;
  /** Nobody looked, or could see: left out. */
  unknown: number;
  /** up / (up + down), 0 to 1; null = nothing is known. */
  share: number | null;
};

/** Minutes of a bucket that nobody saw; a few between two looks are none. */
function unseenIn({ minutes, every, up, down }: Bucket): number {
  const unseen = minutes - (up + down) * every;
  return unseen > GAP_INTERVALS * every ? unseen : 0;
}

/** Minutes between what was seen before and after; a few are none. */
function unseenBetween(from: number, to: number, every: number): number {
  const unseen = (to - from) / MINUTE_MS;
  return unseen > GAP_INTERVALS * every ? unseen : 0;
}

/**
 * Adds up buckets of a span, in order. Each look stands for the time to the next; planned work and what nobody saw are left
 * out, and so is all before the first look. Pure.
 */
export function uptimeOf(
  buckets: readonly Bucket[],
  span: Span,
  plannedWork: readonly Span[],
): Uptime {
  const its = buckets.filter((bucket) => bucket.at >= span.from && bucket.at < span.to);
  const sum = { up: 0, down: 0, planned: 0, unknown: 0 };
  let seenTo = its[0]?.at ?? span.to;
  let every = 1;
  for (const bucket of its) {
    every = bucket.every;
    const down = bucket.down * every;
    const work = coveredMs({ from: bucket.at, to: endOf(bucket) }, plannedWork) / MINUTE_MS;
    const planned = Math.min(down, work * every);
    sum.up += bucket.up * every;
    sum.down += down - planned;
    sum.planned += planned;
    sum.unknown += unseenBetween(seenTo, bucket.at, every) + unseenIn(bucket);
    seenTo = endOf(bucket);
  }
  sum.unknown += unseenBetween(seenTo, span.to, every);
  const known = sum.up + sum.down;
  return { ...sum, share: known === 0 ? null : sum.up / known };
}
