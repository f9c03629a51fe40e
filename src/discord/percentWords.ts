import type { Language } from '#text/texts.ts';

const HUNDREDTHS = 10_000;

/** A share (0 to 1) in percent, with two decimals at most. Rounded down: 100 % is said of nothing less. */
export function percentWords(share: number, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return format.format(Math.floor(share * HUNDREDTHS) / HUNDREDTHS);
}
