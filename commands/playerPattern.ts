import { clean, inlineCode } from '#discord/foreignText.ts';
import { LONGEST_PATTERN } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';

const SHOWN = 70;
/** Characters besides * that a pattern needs, so that it does not fit everybody. */
const LEAST_LETTERS = 2;

/** Whom somebody looks out for, as typed: a name, or a pattern with *; a sentence when it will not do. */
export function readPattern(
  typed: string,
  t: Translate,
): { ok: true; pattern: string } | { ok: false; problem: string } {
  const pattern = clean(typed);
  const wild = pattern.includes('*');
  const fits = pattern !== '' && pattern.length <= LONGEST_PATTERN;
  return fits && (!wild || pattern.replaceAll('*', '').trim().length >= LEAST_LETTERS)
    ? { ok: true, pattern }
    : { ok: false, problem: t('alerts.badPattern', { given: inlineCode(typed, SHOWN) || '?' }) };
}
