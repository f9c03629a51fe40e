import type { Logger } from 'pino';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import { createKeyedQueue } from '#store/keyedQueue.ts';
import type { After } from '#clock/after.ts';
import { leftAloneUntil } from './statusPlan.ts';
import type { PublishOutcome } from './statusView.ts';

/** What is stored about one message: which it is, and why it can not be written. */
type MessageState = Pick<Watch, 'message' | 'trouble'>;

/** One message that is kept current, and how. `P` is what it is drawn from. */
export type Place<P> = {
  /** Unique; writes of one key follow each other. */
  key: string;
  guildId: string;
  /** What log lines say about it. */
  facts: Record<string, string>;
  /** The message as stored; undefined = it is not wanted any more. */
  read: (guild: GuildDocument) => MessageState | undefined;
  publish: (guild: GuildDocument, picture: P) => Promise<PublishOutcome>;
  /** The guild with the outcome in it. */
  save: (guild: GuildDocument, outcome: PublishOutcome) => GuildDocument;
};

/** Writes messages: one at a time for each, the newest picture wins, each outcome is saved. */
export type MessageLanes<P> = {
  /** Has a message drawn anew, soon. */
  show(place: Place<P>, picture: P): void;
  /** Runs `work` when nothing is being written there, with the guild as it is then. */
  alone<T>(place: Place<P>, work: (guild: GuildDocument) => Promise<T>): Promise<T>;
  /** Writes at once what is still wanted, in its turn. */
  writeNow(place: Place<P>, picture: P): Promise<PublishOutcome>;
  /** Forgets what waits for a key. */
  forget(key: string): void;
  close(): void;
  idle(): Promise<void>;
};

/** What is remembered about a message between two writes. */
type Lane<P> = {
  /** The newest picture that was not drawn yet; its turn is taken, or the timer will take it. */
  waiting: P | null;
  cancelTimer: () => void;
  /** Discord asked not to be asked before this time (ms). */
  notBefore: number;
  /** An outcome the store did not take: nothing is written before it is saved, or a message would be posted twice. */
  unsaved: PublishOutcome | null;
};

/** A message is not tried again sooner, whatever its writer says (ms). */
const LEAST_PAUSE_MS = 1_000;

/** Makes the lanes. */
export function createMessageLanes<P>(parts: {
  store: Store;
  now: () => number;
  after: After;
  log: Logger;
  signal: AbortSignal;
}): MessageLanes<P> {
  const { store, now, after, log, signal } = parts;
  const turns = createKeyedQueue();
  const lanes = new Map<string, Lane<P>>();
  let closed = false;

  function laneOf(key: string): Lane<P> {
    const fresh = { waiting: null, cancelTimer: () => {}, notBefore: 0, unsaved: null };
    const lane = lanes.get(key) ?? fresh;
    lanes.set(key, lane);
    return lane;
  }

  async function save(place: Place<P>, outcome: PublishOutcome): Promise<void> {
    const lane = laneOf(place.key);
    lane.unsaved = outcome;
    await store.guilds.update(place.guildId, (guild) =>
      place.read(guild) === undefined ? guild : place.save(guild, outcome),
    );
    lane.unsaved = null;
  }

  function report(
    { facts: where, guildId }: Place<P>,
    before: MessageState,
    outcome: PublishOutcome,
  ) {
    const facts = { event: 'status', guildId, ...where };
    if (outcome.kind === 'posted') {
      const { messageId } = outcome;
      log.info(
        { ...facts, messageId, before: before.message?.id ?? null },
        'status message posted',
      );
    } else if (outcome.kind === 'trouble') {
      const { trouble, facts: why } = outcome;
      log.warn({ ...facts, trouble, why }, 'status message can not be written: backing off');
    } else {
      if (before.trouble !== null && outcome.kind === 'edited') {
        log.info(facts, 'status message can be written again');
      }
      log.debug({ ...facts, outcome: outcome.kind }, 'status message');
    }
  }

  /** The guild as it is stored, once an outcome that the store did not take before is in it. */
  async function readGuild(place: Place<P>): Promise<GuildDocument> {
    const unsaved = lanes.get(place.key)?.unsaved ?? null;
    if (unsaved !== null) {
      await save(place, unsaved);
    }
    return store.guilds.get(place.guildId);
  }

  async function publish(place: Place<P>, guild: GuildDocument, picture: P) {
    const outcome = await place.publish(guild, picture);
    report(place, place.read(guild) ?? { message: null, trouble: null }, outcome);
    if (outcome.kind === 'later') {
      laneOf(place.key).notBefore = outcome.notBefore;
    } else if (outcome.kind !== 'unchanged') {
      await save(place, outcome);
    }
    return outcome;
  }

  /** Draws the picture later, unless a newer one has come by then. */
  function defer(place: Place<P>, picture: P, until: number): void {
    const lane = laneOf(place.key);
    lane.waiting ??= picture;
    lane.cancelTimer();
    if (!closed) {
      lane.cancelTimer = after(until - now(), () => {
        lane.notBefore = 0;
        takeTurn(place);
      });
    }
  }

  async function refresh(place: Place<P>): Promise<void> {
    const lane = laneOf(place.key);
    const picture = lane.waiting;
    lane.waiting = null;
    if (picture === null || closed) {
      return;
    }
    const guild = await readGuild(place);
    const state = place.read(guild);
    const until = Math.max(lane.notBefore, (state && leftAloneUntil(state, now())) ?? 0);
    if (state === undefined || (state.trouble !== null && until > now())) {
      return;
    }
    if (until > now()) {
      defer(place, picture, until);
      return;
    }
    const outcome = await publish(place, guild, picture);
    if (outcome.kind === 'later') {
      defer(place, picture, Math.max(outcome.notBefore, now() + LEAST_PAUSE_MS));
    }
  }

  function takeTurn(place: Place<P>): void {
    turns
      .take(place.key, () => refresh(place))
      .catch((error: unknown) => {
        if (!signal.aborted) {
          const facts = { event: 'status', guildId: place.guildId, ...place.facts };
          log.error({ ...facts, err: error }, 'status message failed');
        }
      });
  }

  const alone: MessageLanes<P>['alone'] = (place, work) =>
    turns.take(place.key, async () => work(await readGuild(place)));

  return {
    show(place, picture) {
      const lane = laneOf(place.key);
      const taken = lane.waiting !== null;
      lane.waiting = picture;
      if (!taken && !closed) {
        takeTurn(place);
      }
    },
    alone,
    writeNow: (place, picture) =>
      alone(place, async (guild) =>
        place.read(guild) === undefined ? { kind: 'unchanged' } : publish(place, guild, picture),
      ),
    forget(key) {
      lanes.get(key)?.cancelTimer();
      lanes.delete(key);
    },
    close() {
      closed = true;
      for (const lane of lanes.values()) {
        lane.cancelTimer();
      }
    },
    idle: turns.idle,
  };
}
