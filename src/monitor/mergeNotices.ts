import type { CoveredNotice, News, Notice } from '#store/noticeDocument.ts';
import type { SingleNews } from '#store/newsSchema.ts';
import { expiryOf, noticeId } from './noticesFor.ts';

/** More than so many that wait for one channel become one message. */
const MOST_ALONE = 5;
/** So many are told in one message; the others follow in the next. */
const MOST_IN_DIGEST = 40;

/** Several waiting notices as one. */
export type Merge = { notices: Notice[]; into: Notice };

type Outage = Extract<News, { kind: 'down' | 'up' }>;
type Roster = Extract<News, { kind: 'roster' }>;

const isSingle = (news: News): news is SingleNews =>
  news.kind !== 'digest' && news.kind !== 'host-down' && news.kind !== 'host-up';

const without = ({ covers: _covers, ...notice }: Notice): CoveredNotice => notice;

/** A notice in place of several; its id is made of theirs, so that the same ones merge into the same one again. */
function inPlaceOf(notices: readonly Notice[], news: News, covers: readonly Notice[]): Notice[] {
  const [first] = notices;
  if (first === undefined) {
    return [];
  }
  const ids = notices.map(({ id }) => id).join();
  return [
    {
      ...first,
      id: noticeId(first.createdAt, news.kind, ids),
      news,
      expiresAt: Math.max(expiryOf(news.kind, first.createdAt), ...notices.map((n) => n.expiresAt)),
      covers: covers.map(without),
    },
  ];
}

/** An outage that was not watched through has no length that it could share with others. */
const isWatched = (news: News): boolean => news.kind !== 'up' || news.unwatched === null;

/** All servers of one address at once, as one piece of news. */
function hostNews(host: string, outages: readonly Outage[]): News {
  const since = Math.min(...outages.map((news) => news.since));
  const servers = outages.map(({ name, address }) => ({ name, address }));
  const [first] = outages;
  const server = { name: null, address: host };
  if (first?.kind === 'up') {
    const ends = outages.map((news) => (news.kind === 'up' ? news.until : 0));
    return { kind: 'host-up', ...server, since, until: Math.max(...ends), servers };
  }
  return { kind: 'host-down', ...server, since, reason: first?.reason ?? 'timeout', servers };
}

function sameHost(first: Notice, free: readonly Notice[]): Merge[] {
  const { news } = first;
  if ((news.kind !== 'down' && news.kind !== 'up') || news.host === null || !isWatched(news)) {
    return [];
  }
  const { kind, host } = news;
  const notices = free.filter(
    (one) => one.news.kind === kind && one.news.host === host && isWatched(one.news),
  );
  const outages = notices.map((one) => one.news).filter((one): one is Outage => one.kind === kind);
  return notices.length < 2
    ? []
    : inPlaceOf(notices, hostNews(host, outages), notices).map((into) => ({ notices, into }));
}

/** Takes names out of `from` that are in `others`, one for one. */
function less(from: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return from.filter((name) => {
    const place = left.indexOf(name);
    if (place !== -1) {
      left.splice(place, 1);
    }
    return place === -1;
  });
}

/** A burst of comings and goings of one watch; who came and went meanwhile is not mentioned. */
function burst(first: Notice, free: readonly Notice[]): Merge[] {
  const notices = free.filter(
    ({ watchId, news }) => watchId === first.watchId && news.kind === 'roster',
  );
  const rosters = notices
    .map(({ news }) => news)
    .filter((news): news is Roster => news.kind === 'roster');
  const newest = rosters.at(-1);
  if (first.news.kind !== 'roster' || newest === undefined || rosters.length < 2) {
    return [];
  }
  const joined = rosters.flatMap((news) => news.joined);
  const left = rosters.flatMap((news) => news.left);
  const news = { ...newest, joined: less(joined, left), left: less(left, joined) };
  return inPlaceOf(notices, news, notices).map((into) => ({ notices, into }));
}

function digest(free: readonly Notice[]): Merge[] {
  const notices = free.filter(({ news }) => isSingle(news)).slice(0, MOST_IN_DIGEST);
  if (notices.length <= MOST_ALONE) {
    return [];
  }
  const list = notices.map(({ news }) => news).filter(isSingle);
  const news: News = { kind: 'digest', name: null, address: '', list };
  return inPlaceOf(notices, news, notices).map((into) => ({ notices, into }));
}

/**
 * What is told together of the notices that may go to one channel now, in order; null = nothing. One address that went down, a
 * burst of players of one watch, or simply too many. Only what has surely not arrived is merged. Pure.
 */
export function mergeOf(ready: readonly Notice[]): Merge | null {
  const untried = ready.filter(({ triedAt, covers }) => triedAt === null && covers.length === 0);
  // A person may have asked in several guilds: each has its own process.
  const free = untried.filter(({ guildId }) => guildId === untried[0]?.guildId);
  for (const notice of free) {
    const [merge] = [...sameHost(notice, free), ...burst(notice, free)];
    if (merge !== undefined) {
      return merge;
    }
  }
  return digest(free)[0] ?? null;
}

/** The notices that a stored merged one already tells: a process was killed between storing it and taking them out. */
export const coveredIds = (notices: readonly Notice[]): ReadonlySet<string> =>
  new Set(notices.flatMap(({ covers }) => covers.map(({ id }) => id)));
