import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import { componentId } from '#discord/componentId.ts';
import { clean, inlineCode } from '#discord/foreignText.ts';
import { textField } from '#discord/form.ts';
import { WISH_COMMAND } from '#discord/wishButtons.ts';
import type { Occasion } from '#store/personDocument.ts';
import { LONGEST_PATTERN, MOST_PLAYERS } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { readPattern } from './playerPattern.ts';

/** What has to be written, not pressed. */
export type Written = Extract<Occasion['kind'], 'players' | 'player'>;

/** The field of either form. */
export const FIELD = 'wanted';
const GIVEN = 40;
const DIGITS = String(MOST_PLAYERS).length;

/** The form that asks how many, or who. */
export function wishForm(
  kind: Written,
  watchId: string,
  t: Translate,
): APIModalInteractionResponseCallbackData {
  const field =
    kind === 'players'
      ? textField(
          FIELD,
          { label: t('bell.atLeast'), hint: t('bell.atLeastHint', { most: MOST_PLAYERS }) },
          DIGITS,
        )
      : textField(FIELD, { label: t('bell.name'), hint: t('bell.nameHint') }, LONGEST_PATTERN);
  return {
    custom_id: componentId('form', { command: WISH_COMMAND, subject: `${kind}:${watchId}` }),
    title: t(`bell.${kind}Form`),
    components: [field],
  };
}

/** Which form this is, and about which watch; null when it is none. */
export function readFormSubject(subject: string): { kind: Written; watchId: string } | null {
  const [kind, watchId = ''] = subject.split(':');
  return kind === 'players' || kind === 'player' ? { kind, watchId } : null;
}

/** What was written into the form; a sentence when it will not do. */
export function readWritten(kind: Written, typed: string, t: Translate): Occasion | string {
  if (kind === 'player') {
    const read = readPattern(typed, t);
    return read.ok ? { kind, pattern: read.pattern } : read.problem;
  }
  const number = clean(typed);
  const atLeast = /^\d+$/.test(number) ? Number(number) : 0;
  return atLeast >= 1 && atLeast <= MOST_PLAYERS
    ? { kind, atLeast }
    : t('bell.badNumber', { given: inlineCode(typed, GIVEN) || '?', most: MOST_PLAYERS });
}
