import type { StatusView } from '#monitor/statusView.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { timeStamp } from './serverWords.ts';

/** What a status is drawn from. A look-up has no availability: nobody watched the server before. */
export type StatusPicture = Pick<StatusView, 'snapshot' | 'lastSeen' | 'checkedAt' | 'unseen'> & {
  availability: StatusView['availability'] | null;
  /** Absent for a look-up. */
  watch?: Pick<Watch, 'paused'>;
  /** Since when a server that is looked up is known to be down (ms). */
  downSince?: number | null;
  /** The page that takes players into a game (JOIN_URL); absent or null = there is none. */
  joinUrl?: string | null;
  /** How much of the last 30 days it was up, as "99.87%", for a board that tells; absent or null = it does not. */
  uptime?: string | null;
};

type Face =
  | 'online'
  | 'queryOff'
  | 'recovering'
  | 'checking'
  | 'offline'
  | 'notAsked'
  | 'paused'
  | 'unseen';

/** How each state looks. */
export const FACES = {
  online: { colour: COLOURS.good, mark: '🟢' },
  queryOff: { colour: COLOURS.good, mark: '🟢' },
  recovering: { colour: COLOURS.mending, mark: '🟢' },
  checking: { colour: COLOURS.attention, mark: '🟡' },
  offline: { colour: COLOURS.bad, mark: '🔴' },
  notAsked: { colour: COLOURS.attention, mark: '⛔' },
  paused: { colour: COLOURS.idle, mark: '⏸️' },
  unseen: { colour: COLOURS.attention, mark: '🌫️' },
} as const satisfies Record<Face, { colour: number; mark: string }>;

type Standing = StatusView['availability']['state'];

/** The same of a server by where it stands, in lists of servers. */
export const STANDING_MARKS = {
  unknown: '⚪',
  up: FACES.online.mark,
  recovering: FACES.recovering.mark,
  suspect: FACES.checking.mark,
  down: FACES.offline.mark,
} as const satisfies Record<Standing, string>;

/**
 * The same picture without what nobody would notice: when it was taken, how long the answer took, what was odd about it
 * (spec discord section 13).
 */
export const stillPicture = <P extends StatusPicture>(picture: P): P => ({
  ...picture,
  snapshot: { ...picture.snapshot, pingMs: null, problems: [] },
  checkedAt: picture.unseen ? picture.checkedAt : 0,
});

/** Whether people have it neither asked nor told about. */
export const isPaused = ({ watch }: Pick<StatusPicture, 'watch'>): boolean =>
  watch !== undefined && watch.paused !== null;

/** Whether nothing is known of it now: it is paused, or the bot itself can not see. */
export const isUnknown = (picture: Pick<StatusPicture, 'watch' | 'unseen'>): boolean =>
  isPaused(picture) || picture.unseen === true;

/** Which state people are shown. */
export function faceOf({
  snapshot,
  availability,
  watch,
  unseen,
}: Pick<StatusPicture, 'snapshot' | 'availability' | 'watch' | 'unseen'>): Face {
  if (watch?.paused) {
    return 'paused';
  }
  if (unseen) {
    return 'unseen';
  }
  if (snapshot.state === 'online') {
    if (availability?.state === 'recovering') {
      return 'recovering';
    }
    return snapshot.reason === 'query-disabled' ? 'queryOff' : 'online';
  }
  if (snapshot.reason === 'address-refused') {
    return 'notAsked';
  }
  return availability === null || availability.state === 'down' ? 'offline' : 'checking';
}

/** The state in one line: "🔴 **Offline** · went down 5 minutes ago". */
export function stateLine(picture: StatusPicture, t: Translate): string {
  const { snapshot } = picture;
  const face = faceOf(picture);
  const parts = [
    `${FACES[face].mark} **${t(`state.${face}`)}**`,
    sinceWords(picture, t),
    snapshot.state === 'online' && snapshot.password === true ? t('state.password') : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Since when it is so, where that is known and matters; null = nothing to say. */
function sinceWords(picture: StatusPicture, t: Translate): string | null {
  const { availability, watch, downSince = null } = picture;
  if (watch?.paused) {
    return pausedBy(watch.paused, t);
  }
  if (picture.unseen) {
    return asOf(picture, t);
  }
  const since = downSince ?? availability?.downSince ?? null;
  return faceOf(picture) === 'offline' && since !== null
    ? t('state.since', { time: timeStamp(since) })
    : null;
}

/** "as of 5 minutes ago: Online". */
export function asOf(
  { availability, checkedAt }: Pick<StatusPicture, 'availability' | 'checkedAt'>,
  t: Translate,
): string {
  const state = t(availability?.state === 'down' ? 'state.offline' : 'state.online');
  return t('state.asOf', { time: timeStamp(checkedAt), state });
}

/** "by @Ada since 30 November 2026 12:00". */
const pausedBy = ({ by, since }: NonNullable<Watch['paused']>, t: Translate): string =>
  t('state.pausedBy', { user: `<@${by}>`, time: timeStamp(since, 'f') });

/** "Paused (by @Ada since 30 November 2026 12:00)". */
export const pausedWords = (paused: NonNullable<Watch['paused']>, t: Translate): string =>
  `${t('state.paused')} (${pausedBy(paused, t)})`;

/** The state of one that has its mark elsewhere: "went down 5 minutes ago", else in a word or two. */
export function stateWords(picture: StatusPicture, t: Translate): string {
  const paused = picture.watch?.paused;
  return paused
    ? pausedWords(paused, t)
    : (sinceWords(picture, t) ?? t(`state.${faceOf(picture)}`));
}
