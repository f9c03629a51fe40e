import { OFFLINE_REASONS, type OfflineReason } from '#snapshot/snapshot.ts';
import type { SingleNews } from '#store/newsSchema.ts';
import type { News } from '#store/noticeDocument.ts';
import type { Span } from '#store/spanSchema.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { durationWords } from './durationWords.ts';
import { joinWithin } from './embedBudget.ts';
import { inlineCode } from './foreignText.ts';
import { sourceName } from './findPages.ts';
import { likelyCause } from './likelyCause.ts';
import { type Counts, onlineOfMax, timeStamp } from './serverWords.ts';

const FACES = {
  down: { mark: '🔴', colour: COLOURS.bad },
  up: { mark: '🟢', colour: COLOURS.good },
  outage: { mark: '🟠', colour: COLOURS.attention },
  roster: { mark: '👥', colour: COLOURS.plain },
  count: { mark: '👥', colour: COLOURS.plain },
  players: { mark: '🎮', colour: COLOURS.plain },
  'named-player': { mark: '👤', colour: COLOURS.plain },
  restart: { mark: '🔄', colour: COLOURS.plain },
  flapping: { mark: '⚠️', colour: COLOURS.attention },
  steady: { mark: '🟢', colour: COLOURS.good },
  listed: { mark: '🆕', colour: COLOURS.good },
  delisted: { mark: '👋', colour: COLOURS.plain },
  blind: { mark: '🌫️', colour: COLOURS.attention },
  'host-down': { mark: '🔴', colour: COLOURS.bad },
  'host-up': { mark: '🟢', colour: COLOURS.good },
  digest: { mark: '📋', colour: COLOURS.plain },
} as const satisfies Record<News['kind'], { mark: string; colour: number }>;

/** Room for a player's name inside our words. */
const PLAYER = 40;
/** Room for the names of one digest line. */
const LINE_NAMES = 120;

/** Mark and colour of a piece of news. */
export function noticeFace(news: News): { mark: string; colour: number } {
  return FACES[news.kind === 'steady' && news.state === 'down' ? 'down' : news.kind];
}

const lasted = ({ since, until }: { since: number; until: number }, t: Translate): string =>
  durationWords(until - since, t);

/** What stands in a notice's `content`: our own words and numbers alone; null when the embed says it all. */
export function headline(news: News, t: Translate): string | null {
  switch (news.kind) {
    case 'down':
    case 'flapping':
    case 'restart':
    case 'listed':
    case 'delisted':
    case 'blind':
      return t(`notice.${news.kind}`);
    case 'up':
      return backHeadline(news, t);
    case 'outage':
      return t(`notice.${news.kind}`, { duration: lasted(news, t) });
    case 'roster':
    case 'count':
      return null;
    case 'players':
      return t('notice.players', { count: news.online ?? news.atLeast });
    case 'named-player':
      return t('notice.player');
    case 'steady':
      return t(`notice.steady.${news.state}`);
    case 'host-down':
      return t('notice.hostDown', { count: news.servers.length });
    case 'host-up':
      return t('notice.hostUp', { count: news.servers.length, duration: lasted(news, t) });
    case 'digest':
      return t('notice.digest', { count: news.list.length });
  }
}

/** What stands in place of that once the outage is over, in the message that told of its beginning. */
export function overHeadline(
  news: Extract<News, { kind: 'up' | 'host-up' }>,
  t: Translate,
): string {
  const duration = lasted(news, t);
  if (news.kind === 'up') {
    return news.unwatched === null ? t('notice.over', { duration }) : backHeadline(news, t);
  }
  return t('notice.hostOver', { count: news.servers.length, duration });
}

type Back = Extract<News, { kind: 'up' }>;

const backHeadline = (news: Back, t: Translate): string =>
  hasLength(news) ? t('notice.up', { duration: lasted(news, t) }) : t('notice.up.unwatched');

/** Whether it is known how long an outage was: somebody saw it begin, and looked all the time. */
const hasLength = ({ since, until, unwatched }: Ended): boolean => !unwatched && since < until;

const reasonOf = (reason: string): OfflineReason =>
  OFFLINE_REASONS.find((one) => one === reason) ?? 'timeout';

/** Why a server went silent, in words. */
export const reasonWords = (reason: string, t: Translate): string =>
  t(`outcome.${reasonOf(reason)}`);

type Down = Extract<News, { kind: 'down' }>;

/** "Last answer a minute ago, 18/24 playing." */
function lastAnswerText({ lastOnline, before }: Down, t: Translate): string {
  if (lastOnline === null) {
    return '';
  }
  const time = timeStamp(lastOnline);
  const players = before ? onlineOfMax(before) : null;
  return players === null
    ? t('notice.lastOnline', { time })
    : t('notice.lastOnline.players', { time, players });
}

/** What most likely keeps a server from answering that did a moment ago. */
function downCause({ reason }: Pick<Down, 'reason'>, t: Translate): string {
  const cause = likelyCause({ reason: reasonOf(reason), tried: [] }, true);
  return cause === null ? '' : named(t(`cause.${cause}`), t);
}

const named = (cause: string, t: Translate): string => `**${t('field.cause')}.** ${cause}`;

/** The same of all servers of one address. */
export const hostCause = (t: Translate): string => named(t('cause.host'), t);

/** What happened to one server, a sentence or two; empty when there is nothing to add to its name. */
export function sentence(news: SingleNews, t: Translate): string {
  switch (news.kind) {
    case 'down':
      return lines([
        downText(news, t),
        lastAnswerText(news, t),
        news.farewell === null ? downCause(news, t) : t(`notice.farewell.${news.farewell}`),
      ]);
    case 'up':
      return lines([upText(news, t), news.restarted && t('notice.up.restarted')]);
    case 'outage':
      return t('notice.outage.text', {
        ...overTimes(news, t),
        reason: reasonWords(news.reason, t),
      });
    case 'roster':
      return onlineWords(news, t);
    case 'count':
      return t('notice.count.text', { before: news.before, online: onlineOfMax(news) ?? '?' });
    case 'players':
      return lines([onlineWords(news, t), t('notice.players.text', { count: news.atLeast })]);
    case 'named-player':
      return lines([
        t('notice.player.text', { player: inlineCode(news.player, PLAYER) || '?' }),
        onlineWords(news, t),
      ]);
    case 'restart':
      return news.since === null
        ? t('notice.restart.noGap')
        : t('notice.restart.text', { time: timeStamp(news.since) });
    case 'flapping':
      return t('notice.flapping.text', { count: news.times });
    case 'steady':
      return t(`notice.steady.${news.state}.text`, { time: timeStamp(news.since) });
    case 'listed':
      return t('notice.listed.text', { list: sourceName(news.list, t) });
    case 'delisted':
      return t(`notice.delisted.${news.why}`, { list: sourceName(news.list, t) });
    case 'blind':
      return blindText(news, t);
  }
}

/** "Went down 5 minutes ago (no answer)." */
export function downText(news: { since: number; reason: string }, t: Translate): string {
  const time = timeStamp(news.since);
  return t('notice.down.text', { time, reason: reasonWords(news.reason, t) });
}

/** "Back 5 minutes ago, after 12 minutes offline." */
export function upText(news: Ended, t: Translate): string {
  if (news.unwatched) {
    return unwatchedText(news.since, news.unwatched, t);
  }
  const time = timeStamp(news.until);
  return hasLength(news)
    ? t('notice.up.text', { time, duration: lasted(news, t) })
    : t('notice.up.plain', { time });
}

/** "Was down from 12:00 to 12:12, 12 minutes." */
export function overText(news: Ended, t: Translate): string {
  return news.unwatched
    ? unwatchedText(news.since, news.unwatched, t)
    : t('notice.over.text', overTimes(news, t));
}

type Ended = { since: number; until: number; unwatched?: Span | null };

const unwatchedText = (since: number, { from, to }: Span, t: Translate): string =>
  t('notice.up.unwatched.text', {
    since: timeStamp(since, 'f'),
    from: timeStamp(from, 'f'),
    to: timeStamp(to, 'f'),
  });

const overTimes = (news: { since: number; until: number }, t: Translate) => ({
  from: timeStamp(news.since, 'f'),
  to: timeStamp(news.until, 'f'),
  duration: lasted(news, t),
});

function blindText(news: Extract<News, { kind: 'blind' }>, t: Translate): string {
  return t('notice.blind.text', {
    from: timeStamp(news.from, 'f'),
    to: timeStamp(news.to, 'f'),
    why: t(`notice.blind.${news.why}`),
  });
}

/** One line of a digest about it, without the server's name. */
export function digestWords(news: SingleNews, t: Translate): string {
  if (news.kind !== 'roster') {
    return sentence(news, t).split('\n')[0] ?? '';
  }
  const more = (count: number) => t('list.more', { count });
  const part = (key: 'notice.joined' | 'notice.left', names: readonly string[]) =>
    names.length > 0 &&
    `${t(key)}: ${joinWithin(shownNames(names), ' ', LINE_NAMES, more) || names.length}`;
  return [part('notice.joined', news.joined), part('notice.left', news.left)]
    .filter((words) => words !== false)
    .join(' · ');
}

/** Names as code, those that show something. */
export function shownNames(names: readonly string[]): string[] {
  return names.map((name) => inlineCode(name, PLAYER)).filter((shown) => shown !== '');
}

function onlineWords(counts: Counts, t: Translate): string {
  const online = onlineOfMax(counts);
  return online === null ? '' : t('notice.online', { online });
}

const lines = (parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false && part !== '').join('\n');
