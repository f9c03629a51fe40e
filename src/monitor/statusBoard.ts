import type { Logger } from 'pino';
import type { Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import { createTurns } from '#store/turns.ts';
import { afterPublishing, leftAloneUntil } from './statusPlan.ts';
import type { PublishOutcome, PublishStatus, StatusView } from './statusView.ts';
import { withNewWatch, withoutWatch, withWatch } from './watchChange.ts';

/** What a status message shows, whoever watches. */
export type Picture = Omit<StatusView, 'watch'>;

/** Keeps status messages current: one write at a time for each watch, the newest picture wins, each outcome is saved. */
export type StatusBoard = {
  /** Has the message of a watch drawn anew, soon. */
  show(guildId: string, watchId: string, picture: Picture): void;
  /** Saves a new watch, posts its first message, saves that too. */
  post(guildId: string, watch: Watch, picture: Picture): Promise<PublishOutcome>;
  /** Takes a watch out of its guild, when nothing is being written for it any more; gives it as it was last. */
  remove(guildId: string, watchId: string): Promise<Watch | null>;
  /** Begins nothing more; what is being written goes on. */
  close(): void;
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
};

/** What is remembered about a watch between two writes. */
type Lane = {
  waiting: Picture | null;
  /** Discord asked not to be asked before this time (ms). */
  notBefore: number;
  /** An outcome the store did not take: nothing is written before it is saved, or a message would be posted twice. */
  unsaved: PublishOutcome | null;
};

/** Makes the board. */
export function createStatusBoard(parts: {
  store: Store;
  publishStatus: PublishStatus;
  now: () => number;
  log: Logger;
  signal: AbortSignal;
}): StatusBoard {
  const { store, publishStatus, now, log, signal } = parts;
  const turns = createTurns();
  const lanes = new Map<string, Lane>();
  let closed = false;

  const keyOf = (guildId: string, watchId: string): string => `${guildId}/${watchId}`;

  function laneOf(key: string): Lane {
    const lane = lanes.get(key) ?? { waiting: null, notBefore: 0, unsaved: null };
    lanes.set(key, lane);
    return lane;
  }

  async function save(guildId: string, watchId: string, outcome: PublishOutcome): Promise<void> {
    const lane = laneOf(keyOf(guildId, watchId));
    lane.unsaved = outcome;
    await store.guilds.update(guildId, (guild) =>
      withWatch(guild, watchId, (watch) => afterPublishing(watch, outcome, now())),
    );
    lane.unsaved = null;
  }

  function report(guildId: string, watch: Watch, outcome: PublishOutcome): void {
    const facts = { event: 'status', guildId, watchId: watch.id, channelId: watch.channelId };
    if (outcome.kind === 'posted') {
      const before = watch.message?.id ?? null;
      log.info({ ...facts, messageId: outcome.messageId, before }, 'status message posted');
    } else if (outcome.kind === 'trouble') {
      const { trouble, facts: why } = outcome;
      log.warn({ ...facts, trouble, why }, 'status message can not be written: backing off');
    } else {
      if (watch.trouble !== null && outcome.kind === 'edited') {
        log.info(facts, 'status message can be written again');
      }
      log.debug({ ...facts, outcome: outcome.kind }, 'status message');
    }
  }

  async function publish(guildId: string, watch: Watch, picture: Picture): Promise<PublishOutcome> {
    const outcome = await publishStatus(guildId, { ...picture, watch }, signal);
    report(guildId, watch, outcome);
    if (outcome.kind === 'later') {
      laneOf(keyOf(guildId, watch.id)).notBefore = outcome.notBefore;
    }
    await save(guildId, watch.id, outcome);
    return outcome;
  }

  async function refresh(guildId: string, watchId: string): Promise<void> {
    const lane = laneOf(keyOf(guildId, watchId));
    const picture = lane.waiting;
    lane.waiting = null;
    if (picture === null || closed) {
      return;
    }
    if (lane.unsaved !== null) {
      await save(guildId, watchId, lane.unsaved);
    }
    const { watches } = await store.guilds.get(guildId);
    const watch = watches.find(({ id }) => id === watchId);
    if (watch !== undefined && lane.notBefore <= now() && leftAloneUntil(watch, now()) === null) {
      await publish(guildId, watch, picture);
    }
  }

  return {
    show(guildId, watchId, picture) {
      const key = keyOf(guildId, watchId);
      const lane = laneOf(key);
      const queued = lane.waiting !== null;
      lane.waiting = picture;
      if (queued || closed) {
        return;
      }
      turns
        .take(key, () => refresh(guildId, watchId))
        .catch((error: unknown) => {
          if (!signal.aborted) {
            log.error({ event: 'status', guildId, watchId, err: error }, 'status message failed');
          }
        });
    },
    post: (guildId, watch, picture) =>
      turns.take(keyOf(guildId, watch.id), async () => {
        const guild = await store.guilds.update(guildId, (before) => withNewWatch(before, watch));
        const saved = guild.watches.find(({ id }) => id === watch.id) ?? watch;
        return publish(guildId, saved, picture);
      }),
    remove: (guildId, watchId) =>
      turns.take(keyOf(guildId, watchId), async () => {
        const { watches } = await store.guilds.get(guildId);
        await store.guilds.update(guildId, (before) => withoutWatch(before, watchId));
        lanes.delete(keyOf(guildId, watchId));
        return watches.find(({ id }) => id === watchId) ?? null;
      }),
    close() {
      closed = true;
    },
    idle: turns.idle,
  };
}
