import type { Occasion } from '#store/personDocument.ts';
import type { Translate } from '#text/texts.ts';
import { inlineCode } from './foreignText.ts';

const PATTERN = 70;

/** What somebody wants to hear of, such as "when `Ann` joins"; for places with markdown. */
export function wishWords(occasion: Occasion, t: Translate): string {
  switch (occasion.kind) {
    case 'back':
    case 'down':
      return t(`wish.${occasion.kind}`);
    case 'players':
      return t('wish.players', { count: occasion.atLeast });
    case 'player':
      return t('wish.player', { player: inlineCode(occasion.pattern, PATTERN) || '?' });
  }
}
