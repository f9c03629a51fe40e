import type { News, Notice } from '#store/noticeDocument.ts';
import { noticeSchema } from '#store/noticeDocument.ts';
import type { SingleNews } from '#store/newsSchema.ts';
import { NOON } from './pictures.ts';

export const ROLE = '100000000000000007';

/** A notice as the store would give it back. */
export function noticeWith(news: News, change: Partial<Notice> = {}): Notice {
  return noticeSchema.parse({
    version: 1,
    id: 'n0000000000000000000001',
    guildId: '100000000000000000',
    watchId: 'tf2watch',
    channelId: '100000000000000002',
    roleId: ROLE,
    news,
    createdAt: NOON,
    expiresAt: NOON + 3_600_000,
    failures: 0,
    notBefore: 0,
    ...change,
  });
}

type Stranger = { name: string; address: string; player: string };

/** One of each kind of news about a single server, in the words of a stranger. */
export function singleNews({ name, address, player }: Stranger): SingleNews[] {
  const server = { name, address };
  const times = { since: NOON, until: NOON + 754_000 };
  const unwatched = { from: NOON + 60_000, to: NOON + 600_000 };
  const counts = { online: 17, max: 70 };
  const many = Array.from({ length: 100 }, () => player);
  return [
    {
      kind: 'down',
      ...server,
      since: NOON,
      reason: name,
      lastOnline: NOON - 60_000,
      before: { online: 12, max: 70 },
      host: null,
      farewell: null,
    },
    { kind: 'up', ...server, ...times, host: null, restarted: true, unwatched: null },
    { kind: 'up', ...server, ...times, host: null, restarted: false, unwatched },
    { kind: 'outage', ...server, ...times, reason: 'dns' },
    { kind: 'roster', ...server, joined: many, left: many, ...counts },
    { kind: 'count', ...server, before: 12, ...counts },
    { kind: 'players', ...server, atLeast: 6, ...counts },
    { kind: 'named-player', ...server, player, ...counts },
    { kind: 'restart', ...server, since: NOON - 30_000 },
    { kind: 'restart', ...server, since: null },
    { kind: 'flapping', ...server, times: 5 },
    { kind: 'steady', ...server, state: 'up', since: NOON },
    { kind: 'steady', ...server, state: 'down', since: NOON },
    { kind: 'blind', ...server, from: NOON, to: NOON + 600_000, why: 'silence' },
  ];
}

/** One of each kind that there is. */
export function allNews(stranger: Stranger): News[] {
  const { name, address } = stranger;
  const servers = Array.from({ length: 100 }, () => ({ name, address }));
  const times = { since: NOON, until: NOON + 754_000 };
  const list = Array.from({ length: 5 }, () => singleNews(stranger)).flat();
  return [
    ...singleNews(stranger),
    { kind: 'host-down', name, address, since: NOON, reason: 'timeout', servers },
    { kind: 'host-up', name: null, address, ...times, servers },
    { kind: 'digest', name: null, address, list },
  ];
}
