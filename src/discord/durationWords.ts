import type { Translate } from '#text/texts.ts';

const UNITS = [
  { key: 'duration.days', seconds: 86_400 },
  { key: 'duration.hours', seconds: 3600 },
  { key: 'duration.minutes', seconds: 60 },
  { key: 'duration.seconds', seconds: 1 },
] as const;

/** A span in words, its two largest units: "1 hour 5 minutes". Never less than a second. */
export function durationWords(ms: number, t: Translate): string {
  const total = Math.max(1, Math.round(ms / 1000));
  const first = UNITS.findIndex((unit) => total >= unit.seconds);
  let left = total;
  const words: string[] = [];
  for (const unit of UNITS.slice(first, first + 2)) {
    const count = Math.floor(left / unit.seconds);
    left -= count * unit.seconds;
    if (count > 0) {
      words.push(t(unit.key, { count }));
    }
  }
  return words.join(' ');
}
