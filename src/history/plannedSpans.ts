import type { Span } from '#store/spanSchema.ts';
import { MINUTE_MS } from './bucket.ts';

/** Spans with one more minute in them, joined to the last when no more than `gapMs` lies between; those before `from` are dropped. Pure. */
export function withMinute(
  spans: readonly Span[],
  at: number,
  { gapMs, from }: { gapMs: number; from: number },
): Span[] {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const end = minute + MINUTE_MS;
  const kept = spans.filter(({ to }) => to > from);
  const last = kept.at(-1);
  return last !== undefined && minute >= last.from && minute - last.to <= gapMs
    ? [...kept.slice(0, -1), { from: last.from, to: Math.max(last.to, end) }]
    : [...kept, { from: minute, to: end }];
}

/** How long two spans are one over the other (ms). */
const shared = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** How much of a span these cover (ms). Pure. */
export const coveredMs = (span: Span, by: readonly Span[]): number =>
  by.reduce((sum, one) => sum + shared(span, one), 0);
