const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Units by their first letter, as people of our languages write them: seconds, minutes, hours, days, weeks. */
const UNIT_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  с: SECOND_MS,
  m: MINUTE_MS,
  м: MINUTE_MS,
  h: HOUR_MS,
  ч: HOUR_MS,
  d: DAY_MS,
  д: DAY_MS,
  w: 7 * DAY_MS,
  н: 7 * DAY_MS,
};

/**
 * Reads a span as people type it: "90m", "1h 30m", "2 days", "1 ч"; a number alone is minutes. Gives milliseconds, null when
 * it is no span. "0" is one.
 */
export function readDuration(text: string): number | null {
  const typed = text.trim().toLowerCase();
  if (/^\d{1,6}$/.test(typed)) {
    return Number(typed) * MINUTE_MS;
  }
  const parts = [...typed.matchAll(/(\d{1,6})\s*(\p{L})\p{L}*\.?\s*/gu)];
  const read = parts.map(([whole]) => whole).join('');
  if (parts.length === 0 || read.length !== typed.length) {
    return null;
  }
  const spans = parts.map(
    ([, count, letter]) => Number(count) * (UNIT_MS[letter ?? ''] ?? Number.NaN),
  );
  const sum = spans.reduce((total, span) => total + span, 0);
  return Number.isFinite(sum) ? sum : null;
}
