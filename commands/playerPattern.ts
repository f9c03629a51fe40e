import { clean, inlineCode } from '#discord/foreignText.ts';
import { isNamePattern } from '#monitor/namePattern.ts';
import { LONGEST_PATTERN } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';

const SHOWN = 70;

/** Whom somebody looks out for, as typed: a name, or a pattern with *; a sentence when it will not do. */
export function readPattern(
  typed: string,
  t: Translate,
): { ok: true; pattern: string } | { ok: false; problem: string } {
  const pattern = clean(typed);
  return pattern.length <= LONGEST_PATTERN && isNamePattern(pattern)
    ? { ok: true, pattern }
    : { ok: false, problem: t('alerts.badPattern', { given: inlineCode(typed, SHOWN) || '?' }) };
}
