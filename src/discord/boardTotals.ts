import type { Board } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { escaped } from './foreignText.ts';
import { isPaused, isUnknown, type StatusPicture } from './statusFace.ts';

type Pictures = readonly StatusPicture[];

const TITLE = 120;

/** Those of which something is known now. */
const watchedIn = (pictures: Pictures): Pictures => pictures.filter((one) => !isUnknown(one));

const onlineIn = (pictures: Pictures): Pictures =>
  watchedIn(pictures).filter(({ snapshot }) => snapshot.state === 'online');

/** "5 of 6 servers online, 123 players"; the players are left out when no server tells them. Of which nothing is known now do not count. */
export function totalWords(pictures: Pictures, t: Translate): string {
  const count = watchedIn(pictures).length;
  if (count === 0) {
    return t(pictures.every(isPaused) ? 'state.paused' : 'state.unseen');
  }
  const online = onlineIn(pictures);
  const told = online.map(({ snapshot }) => snapshot.players.online).filter((one) => one !== null);
  const players = told.reduce((sum, one) => sum + one, 0);
  const words = [
    t('board.title', { online: online.length, count }),
    told.length === 0 ? null : t('board.players', { count: players }),
  ];
  return words.filter((word) => word !== null).join(', ');
}

/** What stands above a board: the title people gave it, and the totals. */
export function boardTitle({ title }: Pick<Board, 'title'>, pictures: Pictures, t: Translate) {
  const given = title === null ? '' : escaped(title, TITLE);
  return [given, totalWords(pictures, t)].filter((part) => part !== '').join(' · ');
}

/** Good when all are online, bad when none is, idle when nothing is known of any. */
export function boardColour(pictures: Pictures): number {
  const [online, count] = [onlineIn(pictures).length, watchedIn(pictures).length];
  if (online === count) {
    return count === 0 ? COLOURS.idle : COLOURS.good;
  }
  return online === 0 ? COLOURS.bad : COLOURS.attention;
}

/** When the newest of them was looked at. */
export const boardStamp = (pictures: Pictures): string =>
  new Date(Math.max(0, ...pictures.map(({ checkedAt }) => checkedAt))).toISOString();
