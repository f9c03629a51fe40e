import { type APIButtonComponent, ButtonStyle } from 'discord.js';
import type { Watch } from '#store/guildDocument.ts';
import type { Occasion } from '#store/personDocument.ts';
import type { Translate } from '#text/texts.ts';
import { button, buttonRows } from './button.ts';
import type { ComponentRow } from './command.ts';

/** The command that answers all that has to do with what people asked to be told. */
export const WISH_COMMAND = 'my';

/** What a button about wishes does, with what it is about. */
export type WishDeed =
  /** The bell of one server, or of those that share the message. */
  | { do: 'ring'; watchId: string }
  | { do: 'ring-board' }
  /** Asks for this about a server that is watched where the button is. */
  | { do: 'ask'; watchId: string; kind: Occasion['kind'] }
  /** Asks for "back" once more, from a direct message. */
  | { do: 'again'; guildId: string; watchId: string }
  /** Stops a wish: in a direct message, in the answer of the bell, on a page of the list. */
  | { do: 'stop'; guildId: string; wishId: string }
  | { do: 'stop-here'; watchId: string; wishId: string }
  | { do: 'stop-listed'; guildId: string; wishId: string; page: number }
  | { do: 'page'; page: number }
  | { do: 'list' | 'stop-all' | 'renew' | 'test' | 'forget' };

/** The subject of a button that does this. */
function wishSubject(deed: WishDeed): string {
  const { do: what, ...about } = deed;
  return [what, ...Object.values(about)].join(':');
}

const KINDS = ['back', 'down', 'players', 'player'] as const;

/** What such a subject says; null when it is of an older form. */
export function readWishSubject(subject: string): WishDeed | null {
  const [what = '', one = '', two = '', three = ''] = subject.split(':');
  switch (what) {
    case 'ring':
      return { do: what, watchId: one };
    case 'ask': {
      const kind = KINDS.find((known) => known === two);
      return kind === undefined ? null : { do: what, watchId: one, kind };
    }
    case 'again':
      return { do: what, guildId: one, watchId: two };
    case 'stop':
      return { do: what, guildId: one, wishId: two };
    case 'stop-here':
      return { do: what, watchId: one, wishId: two };
    case 'stop-listed':
      return { do: what, guildId: one, wishId: two, page: Number(three) || 0 };
    case 'page':
      return { do: what, page: Number(one) || 0 };
    case 'ring-board':
    case 'list':
    case 'stop-all':
    case 'renew':
    case 'test':
    case 'forget':
      return { do: what };
    default:
      return null;
  }
}

/** A button that does this. */
export function wishButton(
  deed: WishDeed,
  label: string,
  look: Parameters<typeof button>[2] = {},
): APIButtonComponent {
  return button({ command: WISH_COMMAND, subject: wishSubject(deed) }, label, look);
}

const bell = (deed: WishDeed, t: Translate): ComponentRow[] =>
  buttonRows([wishButton(deed, t('bell.button'), { emoji: '🔔' })]);

/** What stands under the status message of one server. */
export const watchBell = ({ id, bell: wanted }: Pick<Watch, 'id' | 'bell'>, t: Translate) =>
  wanted ? bell({ do: 'ring', watchId: id }, t) : [];

/** What stands under a message that these share. */
export const boardBell = (watches: readonly Pick<Watch, 'bell'>[], t: Translate) =>
  watches.some((watch) => watch.bell) ? bell({ do: 'ring-board' }, t) : [];

/** Stops everything, from wherever it is pressed. */
export const stopAllButton = (t: Translate): APIButtonComponent =>
  wishButton({ do: 'stop-all' }, t('my.stopAll'), { style: ButtonStyle.Danger });

/** Opens the list, for whoever presses it alone. */
export const listButton = (t: Translate): APIButtonComponent =>
  wishButton({ do: 'list' }, t('my.button'), { emoji: '📋' });
