import type { Logger } from 'pino';
import type { Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import { createTurns } from '#store/turns.ts';
import type { After } from './after.ts';
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
  /** The newest picture that was not drawn yet; its turn is taken, or the timer will take it. */
  waiting: Picture | null;
  cancelTimer: () => void;
  /** Discord asked not to be asked before this time (ms). */
  notBefore: number;
  /** An outcome the store did not take: nothing is written before it is saved, or a message would be posted twice. */
  unsaved: PublishOutcome | null;
};

/** A message is not tried again sooner, whatever its writer says (ms). */
const LEAST_PAUSE_MS = 1_000;

/** Makes the board. */
export function createStatusBoard(parts: {
  store: Store;
  publishStatus: PublishStatus;
  now: () => number;
  after: After;
  log: Logger;
  signal: AbortSignal;
}): StatusBoard {
  const { store, publishStatus, now, after, log, signal } = parts;
  const turns = createTurns();
  const lanes = new Map<string, Lane>();
  let closed = false;

  const keyOf = (guildId: string, watchId: string): string => `${guildId}/${watchId}`;

  function laneOf(key: string): Lane {
    const lane = lanes.get(key) ?? {
      waiting: null,
      cancelTimer: () => {},
      notBefore: 0,
      unsaved: null,
    };
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

  /** Draws the picture later, unless a newer one has come by then. */
  function defer(guildId: string, watchId: string, picture: Picture, until: number): void {
    const lane = laneOf(keyOf(guildId, watchId));
    lane.waiting ??= picture;
    lane.cancelTimer();
    if (!closed) {
      lane.cancelTimer = after(until - now(), () => takeTurn(guildId, watchId));
    }
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
    const until = Math.max(lane.notBefore, (watch && leftAloneUntil(watch, now())) ?? 0);
    if (watch === undefined || (watch.trouble !== null && until > now())) {
      return;
    }
    if (until > now()) {
      defer(guildId, watchId, picture, until);
      return;
    }
    const outcome = await publish(guildId, watch, picture);
    if (outcome.kind === 'later') {
      defer(guildId, watchId, picture, Math.max(outcome.notBefore, now() + LEAST_PAUSE_MS));
    }
  }

  function takeTurn(guildId: string, watchId: string): void {
    turns
      .take(keyOf(guildId, watchId), () => refresh(guildId, watchId))
      .catch((error: unknown) => {
        if (!signal.aborted) {
          log.error({ event: 'status', guildId, watchId, err: error }, 'status message failed');
        }
      });
  }

  return {
    show(guildId, watchId, picture) {
      const lane = laneOf(keyOf(guildId, watchId));
      const taken = lane.waiting !== null;
      lane.waiting = picture;
      if (!taken && !closed) {
        takeTurn(guildId, watchId);
      }
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
        laneOf(keyOf(guildId, watchId)).cancelTimer();
        lanes.delete(keyOf(guildId, watchId));
        return watches.find(({ id }) => id === watchId) ?? null;
      }),
    close() {
      closed = true;
      for (const lane of lanes.values()) {
        lane.cancelTimer();
      }
    },
    idle: turns.idle,
  };
}
