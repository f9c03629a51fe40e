import type { ApplicationCommandOptionChoiceData } from 'discord.js';
import { durationWords } from '#discord/durationWords.ts';
import { inlineCode } from '#discord/foreignText.ts';
import { readDuration } from '#discord/readDuration.ts';
import type { Translate } from '#text/texts.ts';

const GIVEN = 60;

/** A span of time as typed, in ms; a sentence when it is none, or longer than `longestMs`. */
export function readSpan(typed: string, longestMs: number, t: Translate): number | string {
  const span = readDuration(typed);
  if (span === null) {
    return t('span.bad', { given: inlineCode(typed, GIVEN) || '?' });
  }
  return span > longestMs ? t('span.tooLong', { longest: durationWords(longestMs, t) }) : span;
}

/** What was typed, in words, when it is a span; else the spans that are usually wanted. */
export function spanChoices(
  typed: string,
  offered: readonly string[],
  t: Translate,
): ApplicationCommandOptionChoiceData<string>[] {
  const span = readDuration(typed);
  const values = span === null || span === 0 ? offered : [typed.trim()];
  return values
    .filter((value) => span !== null || value.startsWith(typed.trim()))
    .map((value) => ({ name: spanWords(readDuration(value) ?? 0, t), value }));
}

const spanWords = (ms: number, t: Translate): string =>
  ms === 0 ? t('span.none') : durationWords(ms, t);
