import type { Logger } from 'pino';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import { noticeFacts } from './deliverNotice.ts';
import { isCompleted } from './observeServer.ts';
import { targetOf } from './watchedServers.ts';

/** The server document a notice belongs to; undefined when its watch was removed. */
async function serverOf(store: Store, { guildId, watchId }: Notice) {
  const { watches } = await store.guilds.get(guildId);
  const watch = watches.find(({ id }) => id === watchId);
  return watch && store.servers.get(serverKey(targetOf(watch)));
}

/**
 * The notices that waited when the last process ended, in order. What was never completed, has expired, or belongs to a watch
 * that is gone is taken out of the store, with a line in the log.
 */
export async function waitingNotices(
  { store, log }: { store: Store; log: Logger },
  now: number,
): Promise<Notice[]> {
  const waiting: Notice[] = [];
  for (const notice of await store.outbox.all()) {
    const server = await serverOf(store, notice);
    const expired = notice.expiresAt <= now;
    if (!expired && server !== undefined && isCompleted(notice, server)) {
      waiting.push(notice);
      continue;
    }
    const why = expired ? 'expired' : server === undefined ? 'watch-gone' : 'not-completed';
    log.info({ ...noticeFacts(notice), why }, 'notice dropped: left over from before');
    await store.outbox.delete(notice.id);
  }
  return waiting;
}
