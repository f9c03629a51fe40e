import type { HistoryDay, HistoryStep } from '#store/historyDocument.ts';
import { type Bucket, MINUTE_MS, mergeBuckets } from './bucket.ts';
import { packDay, unpackDay } from './packDay.ts';

/** Buckets, in order, as spans of `minutes` each, aligned to UTC. */
export function inSpans(buckets: readonly Bucket[], minutes: number): Bucket[] {
  const spanMs = minutes * MINUTE_MS;
  const spans: Bucket[] = [];
  for (let first = 0; first < buckets.length; ) {
    const at = Math.floor((buckets[first]?.at ?? 0) / spanMs) * spanMs;
    let end = first + 1;
    while ((buckets[end]?.at ?? Number.POSITIVE_INFINITY) < at + spanMs) {
      end += 1;
    }
    const span = mergeBuckets(buckets.slice(first, end), at, minutes);
    spans.push(...(span === null ? [] : [span]));
    first = end;
  }
  return spans;
}

/** What is known of a day, in order, in spans of at least so many minutes. */
export function bucketsOfDay(day: string, document: HistoryDay, step: HistoryStep): Bucket[] {
  const buckets = unpackDay(day, document);
  return document.step < step ? inSpans(buckets, step) : buckets;
}

/** A day with an entry each `step` minutes; the same object when it has no more than that already. */
export function thinDay(day: string, document: HistoryDay, step: HistoryStep): HistoryDay {
  if (document.step >= step) {
    return document;
  }
  const { every } = document;
  return packDay(day, bucketsOfDay(day, document, step), { step, every });
}
