import type { Logger } from 'pino';
import type { FindRequest } from '#snapshot/findRequest.ts';
import type { ReadOutcome } from '#snapshot/serverFinder.ts';
import { type Follow, followedKey, type FollowQuestion } from '#store/followDocument.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import { createKeyedQueue } from '#store/keyedQueue.ts';
import type { Store } from '#store/openStore.ts';
import type { After } from '#clock/after.ts';
import { textOf } from './differenceOf.ts';
import { newFollowRefusal, withFollow, withoutFollow } from './followChange.ts';
import { followRequest, isOwnList, MOST_FOLLOWED, readingPause } from './followStep.ts';
import {
  type FollowPicture,
  type GuildFollow,
  type Reading,
  takeReading,
} from './followReading.ts';
import { createMessageLanes, type Place } from './messageLanes.ts';
import type { Outbox } from './outbox.ts';
import type { FarewellOf } from './serverStep.ts';
import { afterPublishing } from './statusPlan.ts';
import type { FollowOutcome, PublishFollow } from './statusView.ts';

/** Reads a list, at most `most` of its servers; asks none of them. */
export type ReadList = (
  request: FindRequest,
  most: number,
  signal: AbortSignal,
) => Promise<ReadOutcome>;

/** Keeps an eye on the lists that guilds follow: one message each, and notices of what is new or gone. */
export type Follower = {
  /** From now on the lists that these guilds follow. */
  watch(guilds: readonly GuildDocument[]): void;
  /** Reads the lists that are due and tells what changed. */
  round(): Promise<void>;
  /** The list of our own master server has changed: it is read again soon. */
  changed(): void;
  /** Saves a new follow, of `most` watches and lists at most, and posts its message. */
  post(guildId: string, follow: Follow, most?: number): Promise<FollowOutcome>;
  /** Takes a follow out and gives it as it was last; null when there was none. */
  forget(guildId: string, followId: string): Promise<Follow | null>;
  close(): void;
  idle(): Promise<void>;
};

export type FollowerParts = {
  store: Store;
  readList: ReadList;
  publishFollow: PublishFollow;
  farewellOf: FarewellOf;
  outbox: Pick<Outbox, 'add' | 'forget'>;
  /** While nothing can be seen no server is gone. */
  isBlind: () => boolean;
  now: () => number;
  after: After;
  log: Logger;
  signal: AbortSignal;
};

/** Changes of our own list come in bursts (ms). */
const SOON_MS = 1_000;

/** Makes the follower; it reads nothing before it is asked to. */
export function createFollower(parts: FollowerParts): Follower {
  const { store, now, after, log, signal } = parts;
  const lanes = createMessageLanes<FollowPicture>(parts);
  const turns = createKeyedQueue();
  /** By question, so that two guilds that ask the same read it once. */
  const readings = new Map<string, Reading>();
  let followed: readonly GuildFollow[] = [];
  let running: Promise<void> | null = null;
  let cancelSoon: (() => void) | null = null;
  let closed = false;

  const place = (guildId: string, followId: string): Place<FollowPicture> => ({
    key: followedKey(guildId, followId),
    guildId,
    facts: { followId },
    read: ({ follows }) => follows.find(({ id }) => id === followId),
    publish: async ({ follows }, picture) => {
      const follow = follows.find(({ id }) => id === followId);
      return follow === undefined
        ? { kind: 'unchanged' }
        : parts.publishFollow({ guildId, follow, ...picture }, signal);
    },
    save: (guild, outcome) =>
      withFollow(guild, followId, (follow) => afterPublishing(follow, outcome, now())),
  });

  async function readNow(question: FollowQuestion): Promise<Reading> {
    const request = followRequest(question);
    const outcome: ReadOutcome =
      request === null
        ? { ok: false, fault: 'bad-request' }
        : await parts.readList(request, MOST_FOLLOWED, signal);
    const key = textOf(question);
    const last = outcome.ok ? outcome : (readings.get(key)?.last ?? null);
    const reading = { outcome, at: now(), last };
    readings.set(key, reading);
    return reading;
  }

  /** Takes a reading in, has its news told and gives what is to be shown; null when the list is not followed any more. */
  const see = (
    guildId: string,
    followId: string,
    reading: Reading,
  ): Promise<FollowPicture | null> =>
    turns.take(followedKey(guildId, followId), async () => {
      const { follows } = await store.guilds.get(guildId);
      const follow = follows.find(({ id }) => id === followId);
      if (follow === undefined) {
        return null;
      }
      const { picture, notices } = await takeReading(parts, { guildId, follow }, reading);
      parts.outbox.add(notices);
      return picture;
    });

  async function seeAndShow({ guildId, follow: { id } }: GuildFollow, reading: Reading) {
    const picture = await see(guildId, id, reading);
    if (picture !== null) {
      lanes.show(place(guildId, id), picture);
    }
  }

  async function readDue(wanted: (question: FollowQuestion, reading?: Reading) => boolean) {
    const questions = Map.groupBy(followed, ({ follow }) => textOf(follow.question));
    for (const key of readings.keys()) {
      if (!questions.has(key)) {
        readings.delete(key);
      }
    }
    await Promise.all(
      [...questions].map(async ([key, askers]) => {
        const question = askers[0]?.follow.question;
        const known = readings.get(key);
        if (question === undefined) {
          return;
        }
        if (wanted(question, known)) {
          const reading = await readNow(question);
          await Promise.all(askers.map((one) => seeAndShow(one, reading)));
        } else if (known !== undefined) {
          // Followed since by an import, say: what was read for others, or before, will do.
          const unseen = askers.filter(({ follow }) => follow.message === null);
          await Promise.all(unseen.map((one) => seeAndShow(one, known)));
        }
      }),
    );
  }

  const guarded = (work: () => Promise<void>): Promise<void> =>
    turns.take('', work).catch((error: unknown) => {
      if (!signal.aborted) {
        log.error({ event: 'follow', err: error }, 'followed lists: the next round tries again');
      }
    });

  const isDue = (question: FollowQuestion, reading?: Reading): boolean =>
    reading === undefined || now() < reading.at || now() - reading.at >= readingPause(question);

  return {
    watch(guilds) {
      followed = guilds.flatMap(({ guildId, follows }) =>
        follows.map((follow) => ({ guildId, follow })),
      );
    },
    round() {
      running ??= guarded(() => readDue(isDue)).finally(() => {
        running = null;
      });
      return running;
    },
    changed() {
      if (!closed) {
        cancelSoon ??= after(SOON_MS, () => {
          cancelSoon = null;
          void guarded(() => readDue(isOwnList));
        });
      }
    },
    async post(guildId, follow, most = Number.POSITIVE_INFINITY) {
      const reading = await readNow(follow.question);
      const { outcome } = reading;
      if (!outcome.ok) {
        return { kind: 'unread', fault: outcome.fault };
      }
      if (outcome.list.total > MOST_FOLLOWED) {
        return { kind: 'too-long', total: outcome.list.total };
      }
      let refusal = null as ReturnType<typeof newFollowRefusal>;
      await store.guilds.update(guildId, (before) => {
        refusal = newFollowRefusal(before, follow, most);
        return refusal === null ? { ...before, follows: [...before.follows, follow] } : before;
      });
      if (refusal !== null) {
        return { kind: refusal };
      }
      followed = [...followed, { guildId, follow }];
      const picture = await see(guildId, follow.id, reading);
      return picture === null
        ? { kind: 'unchanged' }
        : lanes.writeNow(place(guildId, follow.id), picture);
    },
    async forget(guildId, followId) {
      const key = followedKey(guildId, followId);
      return lanes.alone(place(guildId, followId), async ({ follows }) => {
        await store.guilds.update(guildId, (guild) => withoutFollow(guild, followId));
        lanes.forget(key);
        await turns.take(key, () => store.followed.delete(key));
        await parts.outbox.forget(guildId, followId);
        return follows.find(({ id }) => id === followId) ?? null;
      });
    },
    close() {
      closed = true;
      cancelSoon?.();
      lanes.close();
    },
    async idle() {
      await turns.idle();
      await lanes.idle();
    },
  };
}
