import type { ReadOutcome } from '#snapshot/serverFinder.ts';
import { type Follow, followedKey } from '#store/followDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import { followNotices, isOwnList, stepFollow } from './followStep.ts';
import type { FarewellOf } from './serverStep.ts';
import type { FollowView } from './statusView.ts';

/** A followed list and the guild that follows it. */
export type GuildFollow = { guildId: string; follow: Follow };

/** What the message of a followed list is drawn from, but for the follow itself. */
export type FollowPicture = Omit<FollowView, 'guildId' | 'follow'>;

/** What was last read of one question; a failure leaves what was read before it. */
export type Reading = {
  outcome: ReadOutcome;
  at: number;
  last: Extract<ReadOutcome, { ok: true }> | null;
};

/**
 * Takes what was read into the store and gives what is to be shown and told. Notices are stored first, then the document that
 * makes them valid, as with servers. Throws StoreError.
 */
export async function takeReading(
  parts: {
    store: Store;
    farewellOf: FarewellOf;
    /** While nothing can be seen no server is gone. */
    isBlind: () => boolean;
  },
  followed: GuildFollow,
  { outcome, at, last }: Reading,
): Promise<{ picture: FollowPicture; notices: Notice[] }> {
  const { store, farewellOf, isBlind } = parts;
  const { guildId, follow } = followed;
  const key = followedKey(guildId, follow.id);
  const stored = await store.followed.get(key);
  // A follow that had the same id may have left its document behind.
  const before = stored !== null && stored.readAt >= follow.createdAt ? stored : null;
  let known = before;
  let notices: Notice[] = [];
  if (outcome.ok && !isBlind()) {
    const hasQuit = ({ address, port }: { address: string; port: number }) =>
      isOwnList(follow.question) && farewellOf({ address, ports: [port] }) === 'quit';
    const step = stepFollow(before, followed, { reading: outcome.list, at, hasQuit });
    notices = followNotices(followed, step, at);
    known = step.after;
    await Promise.all(notices.map((notice) => store.outbox.put(notice)));
    if (known !== before) {
      await store.followed.set(known);
    }
  }
  const picture: FollowPicture = {
    servers: last?.list.servers ?? [],
    total: last?.list.total ?? 0,
    missing: (known?.servers ?? []).filter(({ missedAt }) => missedAt !== null),
    readAt: last?.list.readAt ?? null,
    fault: outcome.ok ? null : outcome.fault,
  };
  return { picture, notices };
}
