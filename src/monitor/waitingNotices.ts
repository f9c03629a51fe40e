import type { Logger } from 'pino';
import { serverKey } from '#snapshot/serverKey.ts';
import { followedKey } from '#store/followDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import { noticeFacts } from './deliverNotice.ts';
import { coveredIds } from './mergeNotices.ts';
import { isCompleted } from './observeServer.ts';
import { partsOf } from './watchChange.ts';
import { targetOf } from './watchedServers.ts';

/** A "down" this old is first looked at again: the next round knows whether it is still true (ms). */
const OLD_MS = 600_000;
const LOOK_FIRST_MS = 120_000;

/** Whether a notice is news: made from others that were, or from an observation that is in its document. Null: nobody wants it. */
async function isNews(store: Store, notice: Notice): Promise<boolean | null> {
  const { guildId, covers, news } = notice;
  const { watches, follows } = await store.guilds.get(guildId);
  const its = partsOf(notice).map(({ watchId }) => watchId);
  const watch = watches.find(({ id }) => its.includes(id));
  const follow = follows.find(({ id }) => its.includes(id));
  if (watch === undefined && follow === undefined) {
    return null;
  }
  if (covers.length > 0 || news.kind === 'blind') {
    return true;
  }
  if (watch !== undefined) {
    const server = serverKey(targetOf(watch));
    const inherited = await store.servers.inherited(server);
    const known = inherited === null ? await store.servers.get(server) : inherited(guildId);
    return isCompleted(notice, known?.checkedAt);
  }
  const key = followedKey(guildId, notice.watchId);
  return isCompleted(notice, (await store.followed.get(key))?.readAt);
}

const postponed = (notice: Notice, now: number): Notice =>
  notice.news.kind === 'down' && now - notice.createdAt > OLD_MS
    ? { ...notice, notBefore: Math.max(notice.notBefore, now + LOOK_FIRST_MS) }
    : notice;

/**
 * The notices that waited when the last process ended, in order. What was never completed, has expired, is told by another one
 * or belongs to a watch that is gone is taken out of the store, with a line in the log.
 */
async function waitingNotices(
  { store, log }: { store: Store; log: Logger },
  now: number,
): Promise<Notice[]> {
  const waiting: Notice[] = [];
  const stored = await store.outbox.all();
  const covered = coveredIds(stored);
  for (const notice of stored) {
    const expired = notice.expiresAt <= now;
    const news = await isNews(store, notice);
    if (news === true && !expired && !covered.has(notice.id)) {
      waiting.push(postponed(notice, now));
      continue;
    }
    const gone = news === null ? 'watch-gone' : covered.has(notice.id) ? 'merged' : 'not-completed';
    log.info(
      { ...noticeFacts(notice), why: expired ? 'expired' : gone },
      'notice dropped: left over from before',
    );
    await store.outbox.delete(notice.id).catch((error: unknown) => {
      log.error(
        { ...noticeFacts(notice), err: error },
        'a dropped notice stays in the store: the next start drops it again',
      );
    });
  }
  return waiting;
}

/** Makes the function that gives what waited when the last process ended, each notice as soon as its guild is ours. */
export function createClaims(parts: {
  store: Store;
  now: () => number;
  log: Logger;
}): (mine: ReadonlySet<string>) => Promise<Notice[]> {
  /** null before they were read. */
  let unclaimed: Notice[] | null = null;
  return async (mine) => {
    const waiting = unclaimed ?? (await waitingNotices(parts, parts.now()));
    unclaimed = waiting.filter(({ guildId }) => !mine.has(guildId));
    return waiting.filter(({ guildId }) => mine.has(guildId));
  };
}
