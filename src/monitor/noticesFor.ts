import type { Watch } from '#store/guildDocument.ts';
import type { News, Notice } from '#store/noticeDocument.ts';
import { type Attention, attentionAt } from './attention.ts';
import { shownName } from './shownName.ts';

/** A watch and the guild it belongs to. */
export type GuildWatch = { guildId: string; watch: Watch };

/** Something new about a server; `at` is when it began to be so (ms) and stays the same however often it is worked out. */
export type DatedNews = {
  at: number;
  news: News;
  /** Tells news of one kind, time and watch apart. */
  mark?: string;
  /** The role of the rule that found it; absent = the watch's own, where its kind pings at all. */
  roleId?: string | null;
  /** For who joined: nobody was there before. */
  wasEmpty?: boolean;
};

const HOUR_MS = 3_600_000;
const [MINUTES, HOURS, DAY] = [600_000, 6 * HOUR_MS, 24 * HOUR_MS];

/**
 * Of each kind: its letter in ids, how long it is worth telling (ms), whether the watch's role is pinged. An outage is true as
 * long as it lasts, so "down" is kept for a day: its end takes it out sooner.
 */
const KINDS: Readonly<Record<News['kind'], { letter: string; lifeMs: number; pings: boolean }>> = {
  down: { letter: 'd', lifeMs: DAY, pings: true },
  up: { letter: 'u', lifeMs: HOURS, pings: true },
  outage: { letter: 'o', lifeMs: HOURS, pings: false },
  roster: { letter: 'r', lifeMs: MINUTES, pings: false },
  count: { letter: 'c', lifeMs: MINUTES, pings: false },
  players: { letter: 'p', lifeMs: MINUTES, pings: true },
  'named-player': { letter: 'n', lifeMs: MINUTES, pings: true },
  restart: { letter: 'a', lifeMs: HOUR_MS, pings: false },
  flapping: { letter: 'f', lifeMs: HOUR_MS, pings: true },
  steady: { letter: 's', lifeMs: HOURS, pings: false },
  listed: { letter: 'l', lifeMs: HOURS, pings: true },
  delisted: { letter: 'x', lifeMs: HOURS, pings: false },
  blind: { letter: 'b', lifeMs: HOURS, pings: false },
  'host-down': { letter: 'h', lifeMs: DAY, pings: true },
  'host-up': { letter: 'i', lifeMs: HOURS, pings: true },
  digest: { letter: 'g', lifeMs: HOURS, pings: true },
};

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** FNV-1a, 64 bit, as 13 letters and digits. */
function hashOf(text: string): string {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  }
  return hash.toString(36).padStart(13, '0');
}

/** Nine base-36 digits of time, a letter for the kind, 13 for whom it concerns: 23 characters that sort by time. */
export function noticeId(at: number, kind: News['kind'], whom: string): string {
  const time = Math.max(0, Math.trunc(at)).toString(36).padStart(9, '0');
  return `${time}${KINDS[kind].letter}${hashOf(whom)}`;
}

/** When news of a kind are none any more (ms). */
export const expiryOf = (kind: News['kind'], now: number): number => now + KINDS[kind].lifeMs;

export const AT_ONCE = { heldUntil: 0, worthAfter: 0 } as const;

type NewNotice = Pick<
  Notice,
  'id' | 'guildId' | 'watchId' | 'channelId' | 'roleId' | 'news' | 'createdAt'
> &
  Partial<Pick<Notice, 'person'>>;

/** A notice that nobody has tried to send yet; it may go at once. */
export const newNotice = (notice: NewNotice): Notice => ({
  version: 1,
  person: null,
  ...notice,
  expiresAt: expiryOf(notice.news.kind, notice.createdAt),
  failures: 0,
  notBefore: notice.createdAt,
  ...AT_ONCE,
  triedAt: null,
  parked: null,
  answers: null,
  covers: [],
});

/** The news as this watch wants it; null = it does not. */
function wanted({ news, wasEmpty }: DatedNews, { joins, restarts }: Watch): News | null {
  if (news.kind === 'restart') {
    return restarts ? news : null;
  }
  if (news.kind !== 'roster') {
    return news;
  }
  const first = joins === 'first' && wasEmpty === true;
  const joined = joins === 'both' || joins === 'joins' || first ? news.joined : [];
  const left = joins === 'both' || joins === 'leaves' ? news.left : [];
  return joined.length + left.length === 0 ? null : { ...news, joined, left };
}

/** The address as this watch has it; another watch may have found the same server by a name or without a port. */
function addressFor({ host, port }: Watch['target'], news: News): string {
  if (port === null) {
    return news.address;
  }
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What is told although it is silent: what people wait for, without a ping. */
const TOLD_IN_SILENCE: readonly News['kind'][] = ['up', 'steady', 'blind'];

/** Who is pinged and until when the notice is kept back. */
export type Manner = { roleId: string | null; heldUntil: number; worthAfter: number };

/** How an outage is told: not before the grace time and the silence are over. */
export function mannerOfDown(since: number, watch: Watch, silentUntil: number | null): Manner {
  const grace = watch.graceMs > 0 ? since + watch.graceMs : 0;
  const end = Math.max(grace, silentUntil ?? 0);
  return { roleId: watch.roleId, heldUntil: end, worthAfter: end };
}

/** How anything else is told; null = not at all. */
function mannerOf(
  { news: { kind }, roleId }: DatedNews,
  watch: Watch,
  isSilent: boolean,
): Manner | null {
  if (isSilent) {
    return TOLD_IN_SILENCE.includes(kind) ? { ...AT_ONCE, roleId: null } : null;
  }
  const own = roleId === undefined ? watch.roleId : roleId;
  return { ...AT_ONCE, roleId: KINDS[kind].pings ? own : null };
}

/** How news are told to a watch; in quiet hours nobody is pinged. Pure. */
function manner(
  dated: DatedNews,
  watch: Watch,
  { silentUntil, quietUntil }: Attention,
): Manner | null {
  const { news } = dated;
  const how =
    news.kind === 'down'
      ? mannerOfDown(news.since, watch, silentUntil)
      : mannerOf(dated, watch, silentUntil !== null);
  if (how === null || how.roleId === null || quietUntil === null) {
    return how;
  }
  return watch.quietHours?.pings === 'drop'
    ? { ...how, roleId: null }
    : { ...how, heldUntil: Math.max(how.heldUntil, quietUntil) };
}

/** Where a notice goes and as what: its id is made of `whom`. */
export type Addressed = Pick<Notice, 'channelId' | 'person'> & GuildWatch & { whom: string };

/** The notice of a piece of news for somebody, told in this manner. Pure. */
export function noticeOf(
  { at, news, mark }: DatedNews,
  { guildId, watch, whom, channelId, person }: Addressed,
  how: Manner,
  now: number,
): Notice {
  return {
    ...newNotice({
      id: noticeId(at, news.kind, mark === undefined ? whom : `${whom}/${mark}`),
      guildId,
      watchId: watch.id,
      channelId,
      roleId: how.roleId,
      person,
      news: {
        ...news,
        name: shownName(watch, news.name),
        address: addressFor(watch.target, news),
      },
      createdAt: now,
    }),
    ...how,
  };
}

/** One notice for each piece of news and each watch that wants it. Pure. */
export function noticesFor(
  newsOfServer: readonly DatedNews[],
  watches: readonly GuildWatch[],
  now: number,
): Notice[] {
  return newsOfServer.flatMap((dated) =>
    watches.flatMap(({ guildId, watch }): Notice[] => {
      const news = wanted(dated, watch);
      const how = news && manner(dated, watch, attentionAt(watch, now));
      const whom = `${guildId}/${watch.id}`;
      const to = { guildId, watch, whom, channelId: watch.noticeChannelId, person: null };
      return news === null || how === null ? [] : [noticeOf({ ...dated, news }, to, how, now)];
    }),
  );
}
