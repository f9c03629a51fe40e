import { type Bucket, MINUTE_MS } from './bucket.ts';
import type { Frame } from './frame.ts';
import { GAP_INTERVALS } from './history.ts';

/** What is known of each point of a period, and until when there can be anything (ms). */
export type Known = { frame: Frame; points: readonly (Bucket | null)[]; now: number };

type Stretch = { from: number; to: number; points: (Bucket | null)[] };

/** The span of time of a point. */
export const spanOfPoint = ({ edges }: Frame, n: number) => ({
  from: edges[n] ?? 0,
  to: edges[n + 1] ?? 0,
});

/** Points one after the other that are alike. */
function stretches({ frame, points }: Known, isIt: (point: Bucket | null) => boolean): Stretch[] {
  const found: Stretch[] = [];
  let isOpen = false;
  for (const [n, point] of points.entries()) {
    const { from, to } = spanOfPoint(frame, n);
    const last = found.at(-1);
    if (isIt(point) && isOpen && last !== undefined) {
      last.to = to;
      last.points.push(point);
    } else if (isIt(point)) {
      found.push({ from, to, points: [point] });
    }
    isOpen = isIt(point);
  }
  return found;
}

/** How long nobody may have looked without that being a gap (ms). */
const patienceOf = ({ points }: Known): number =>
  GAP_INTERVALS * MINUTE_MS * (points.findLast((point) => point !== null)?.every ?? 1);

/** Times of which nothing is known; what lies ahead of now is none of them. Pure. */
export function gapsIn(known: Known): { from: number; to: number }[] {
  const patience = patienceOf(known);
  return stretches(known, (point) => point === null)
    .map(({ from, to }) => ({ from, to: Math.min(to, known.now) }))
    .filter(({ from, to }) => to - from > patience);
}

/** Times in which it was down, at least for a part of each point; `share` says for how much of what was seen. Pure. */
export function outagesIn(known: Known): { from: number; to: number; share: number }[] {
  return stretches(known, (point) => point !== null && point.down > 0).map(
    ({ from, to, points }) => {
      const down = points.reduce((sum, point) => sum + (point?.down ?? 0), 0);
      const up = points.reduce((sum, point) => sum + (point?.up ?? 0), 0);
      return { from, to, share: down / (up + down) };
    },
  );
}

/** A value in the middle of its point, and the most there was in it. */
type Value = { at: number; value: number; most: number };

/**
 * Values one after the other, a new list after each gap, and where `shownOf` gives null although somebody looked: a moment in
 * which nobody did breaks no line. Pure.
 */
export function linesIn(
  known: Known,
  shownOf: (point: Bucket) => { value: number; most: number } | null,
): Value[][] {
  const lines: Value[][] = [];
  const patience = patienceOf(known);
  let unseenMs = Number.POSITIVE_INFINITY;
  for (const [n, point] of known.points.entries()) {
    const { from, to } = spanOfPoint(known.frame, n);
    const value = point && shownOf(point);
    if (value === null) {
      unseenMs = point === null ? unseenMs + to - from : Number.POSITIVE_INFINITY;
      continue;
    }
    if (unseenMs > patience) {
      lines.push([]);
    }
    lines.at(-1)?.push({ at: Math.min((from + to) / 2, known.now), ...value });
    unseenMs = 0;
  }
  return lines;
}
