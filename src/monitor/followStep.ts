import type { FoundServer } from '#snapshot/foundServer.ts';
import { type FindRequest, readFindRequest } from '#snapshot/findRequest.ts';
import type { ListReading } from '#snapshot/serverFinder.ts';
import {
  type FollowedDocument,
  type FollowedServer,
  type FollowQuestion,
  followedKey,
  type Follow,
} from '#store/followDocument.ts';
import type { News, Notice } from '#store/noticeDocument.ts';
import { newNotice, noticeId } from './noticesFor.ts';

/** A list with more servers is too long to follow: each of them would be a message. */
export const MOST_FOLLOWED = 100;
/** A server that is missing so long on a list that can be read is gone (ms): longer than a restart of it, or of ours. */
const MISSING_MS = 4 * 60_000;
/** When all of several are missing at once, it is rather the list, or our own sight (ms). */
const ALL_MISSING_MS = 15 * 60_000;
const SEVERAL = 3;

/** The search behind a question; null when its source can not be read any more. */
export const followRequest = (question: FollowQuestion): FindRequest | null =>
  readFindRequest({ ...question, notEmpty: false, notFull: false });

/** Whether the list is that of our own master server. */
export const isOwnList = (question: FollowQuestion): boolean =>
  followRequest(question)?.source.kind === 'registered';

/** A foreign list is read so often (ms); our own costs nobody anything. */
const FOREIGN_PAUSE_MS = 5 * 60_000;
export const readingPause = (question: FollowQuestion): number =>
  isOwnList(question) ? 0 : FOREIGN_PAUSE_MS;

type Known = Pick<FollowedServer, 'address' | 'port'>;
const keyOf = ({ address, port }: Known): string => `${address}:${port}`;

/** What one reading of a list says to a follow. */
export type FollowSight = {
  reading: ListReading;
  at: number;
  /** Whether a server of our own list said goodbye. */
  hasQuit: (server: Known) => boolean;
};

/** What is new on a followed list, and the document that knows it. */
export type FollowStep = {
  after: FollowedDocument;
  /** The reading before which none of it was known (ms): stays the same until the document is saved. */
  since: number;
  arrived: FollowedServer[];
  gone: { server: FollowedServer; quit: boolean }[];
};

const listedNow = ({ address, port, name }: FoundServer): FollowedServer[] =>
  port === null ? [] : [{ address, port, name, missedAt: null }];

/**
 * One reading of a list more. The first one is never news. A server is gone when it said so, or when it is missing for some
 * time on a list that was read whole; a list that is too long to follow is left as it was. Pure; gives the same document when
 * nothing has changed.
 */
export function stepFollow(
  before: FollowedDocument | null,
  { guildId, follow }: { guildId: string; follow: Pick<Follow, 'id' | 'createdAt'> },
  { reading, at, hasQuit }: FollowSight,
): FollowStep {
  const now = new Map(
    reading.servers.flatMap(listedNow).map((server) => [keyOf(server), server] as const),
  );
  // Whatever the clock says now, it is no document of an older follow.
  const readAt = Math.max(at, follow.createdAt);
  if (before === null) {
    const key = followedKey(guildId, follow.id);
    const first = { version: 1 as const, key, readAt, servers: [...now.values()] };
    return { after: first, since: readAt, arrived: [], gone: [] };
  }
  const since = before.readAt;
  if (reading.total > reading.servers.length) {
    return { after: before, since, arrived: [], gone: [] };
  }
  const known = new Set(before.servers.map(keyOf));
  const arrived = [...now.values()].filter((server) => !known.has(keyOf(server)));
  const allMissing =
    before.servers.length >= SEVERAL && !before.servers.some((one) => now.has(keyOf(one)));
  const patience = allMissing ? ALL_MISSING_MS : MISSING_MS;
  const gone: FollowStep['gone'] = [];
  const kept = before.servers.flatMap((server): FollowedServer[] => {
    const again = now.get(keyOf(server));
    if (again !== undefined) {
      return [sameOrNew(server, { ...again, name: again.name ?? server.name })];
    }
    const quit = hasQuit(server);
    const missedAt = server.missedAt ?? (reading.complete ? at : null);
    if (quit || (reading.complete && missedAt !== null && at - missedAt >= patience)) {
      gone.push({ server, quit });
      return [];
    }
    return [sameOrNew(server, { ...server, missedAt })];
  });
  const isSame =
    arrived.length + gone.length === 0 && kept.every((one, place) => one === before.servers[place]);
  const servers = [...kept, ...arrived];
  return { after: isSame ? before : { ...before, readAt, servers }, since, arrived, gone };
}

const sameOrNew = (before: FollowedServer, after: FollowedServer): FollowedServer =>
  before.name === after.name && before.missedAt === after.missedAt ? before : after;

/** One notice for each server that is new or gone; made again before it was saved, it has the same id. Pure. */
export function followNotices(
  { guildId, follow }: { guildId: string; follow: Follow },
  { since, arrived, gone }: Omit<FollowStep, 'after'>,
  now: number,
): Notice[] {
  const list = follow.question.source;
  const named = (server: FollowedServer) => ({ name: server.name, address: keyOf(server) });
  const missing = isOwnList(follow.question) ? ('silent' as const) : ('unlisted' as const);
  const news: News[] = [
    ...arrived.map((server) => ({ kind: 'listed' as const, ...named(server), list })),
    ...gone.map(({ server, quit }) => ({
      kind: 'delisted' as const,
      ...named(server),
      list,
      why: quit ? ('quit' as const) : missing,
    })),
  ];
  return news.map((one) =>
    newNotice({
      id: noticeId(since, one.kind, `${guildId}/${follow.id}/${one.address}`),
      guildId,
      watchId: follow.id,
      channelId: follow.noticeChannelId,
      roleId: one.kind === 'listed' ? follow.roleId : null,
      news: one,
      createdAt: now,
    }),
  );
}
