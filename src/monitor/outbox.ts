import type { Notice } from '#store/noticeDocument.ts';
import type { After } from './after.ts';
import { type DeliveryParts, deliverNotice, noticeFacts, saveTold } from './deliverNotice.ts';
import { nextStep, type OutboxStep } from './outboxPlan.ts';

/** Pause when the store does not do its part (ms). */
const STORE_PAUSE_MS = 60_000;

/** Delivers stored notices, each channel in order, different channels side by side. */
export type Outbox = {
  /** Takes over notices that are stored already. `old` = from before this process: they may have been sent. */
  add(notices: readonly Notice[], origin: 'new' | 'old'): void;
  /** Drops what waits for a watch. */
  forget(guildId: string, watchId: string): Promise<void>;
  /** Begins nothing more; what is being sent goes on. */
  close(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
};

/** One channel. `again`: something was added while it ran. */
type Lane = {
  queue: Notice[];
  running: Promise<void> | null;
  again: boolean;
  cancelTimer: () => void;
};

/** Makes the outbox. A notice leaves the store only after Discord took it, or when it can not arrive any more. */
export function createOutbox(parts: DeliveryParts & { after: After }): Outbox {
  const { store, now, after, log } = parts;
  const lanes = new Map<string, Lane>();
  /** Ids of notices that may stand in their channel already. */
  const begun = new Set<string>();
  let closed = false;

  async function discard(lane: Lane, notices: readonly Notice[]): Promise<void> {
    lane.queue = lane.queue.filter((waiting) => !notices.includes(waiting));
    for (const { id } of notices) {
      begun.delete(id);
      await store.outbox.delete(id);
    }
  }

  async function send(lane: Lane, notice: Notice): Promise<void> {
    begun.add(notice.id);
    const { language } = await store.guilds.get(notice.guildId);
    const left = await deliverNotice(parts, notice, language);
    if (left === null) {
      await discard(lane, [notice]);
    } else if (lane.queue.includes(notice)) {
      lane.queue = lane.queue.map((waiting) => (waiting === notice ? left : waiting));
      await store.outbox.put(left);
    }
  }

  async function act(lane: Lane, step: OutboxStep): Promise<void> {
    switch (step.do) {
      case 'rest':
        return;
      case 'wait':
        wakeIn(lane, step.until - now());
        return;
      case 'send':
        return send(lane, step.notice);
      case 'drop':
        for (const notice of step.notices) {
          log.info({ ...noticeFacts(notice), why: step.why }, 'notice dropped: no news any more');
        }
        return discard(lane, step.notices);
      case 'replace': {
        const { notice, by } = step;
        log.info({ ...noticeFacts(notice), by: by.id }, 'notice replaced: the outage is over');
        await saveTold(store, notice, null);
        return discard(lane, [notice]);
      }
    }
  }

  async function stepOf({ queue }: Lane): Promise<OutboxStep> {
    const [first] = queue;
    if (first === undefined) {
      return { do: 'rest' };
    }
    const { watches } = await store.guilds.get(first.guildId);
    const watch = watches.find(({ id }) => id === first.watchId);
    if (watch === undefined) {
      return { do: 'drop', notices: [first], why: 'watch-gone' };
    }
    return nextStep(queue, {
      now: now(),
      toldSince: watch.told?.since ?? null,
      mayHaveArrived: ({ id }) => begun.has(id),
    });
  }

  async function run(lane: Lane): Promise<void> {
    try {
      for (let resting = false; !resting && !closed; ) {
        const step = await stepOf(lane);
        await act(lane, step);
        resting = step.do === 'rest' || step.do === 'wait';
      }
    } catch (error) {
      log.error({ event: 'outbox', err: error }, 'notices wait: the store did not do its part');
      wakeIn(lane, STORE_PAUSE_MS);
    }
  }

  function wakeIn(lane: Lane, ms: number): void {
    if (!closed) {
      lane.cancelTimer = after(ms, () => wake(lane));
    }
  }

  function wake(lane: Lane): void {
    lane.again = true;
    if (lane.running !== null || closed) {
      return;
    }
    const untilNothingNew = async () => {
      while (lane.again && !closed) {
        lane.again = false;
        lane.cancelTimer();
        await run(lane);
      }
      lane.running = null;
    };
    lane.running = untilNothingNew();
  }

  function laneOf(channelId: string): Lane {
    const known = lanes.get(channelId);
    const lane = known ?? { queue: [], running: null, again: false, cancelTimer: () => {} };
    lanes.set(channelId, lane);
    return lane;
  }

  return {
    add(notices, origin) {
      for (const notice of notices) {
        const lane = laneOf(notice.channelId);
        lane.queue.push(notice);
        if (origin === 'old') {
          begun.add(notice.id);
        }
        wake(lane);
      }
    },
    async forget(guildId, watchId) {
      for (const lane of lanes.values()) {
        const its = lane.queue.filter((n) => n.guildId === guildId && n.watchId === watchId);
        await discard(lane, its);
      }
    },
    close() {
      closed = true;
      for (const lane of lanes.values()) {
        lane.cancelTimer();
      }
    },
    async idle() {
      await Promise.all([...lanes.values()].map((lane) => lane.running));
    },
  };
}
