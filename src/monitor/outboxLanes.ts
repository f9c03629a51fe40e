import type { Notice } from '#store/noticeDocument.ts';
import type { After } from '#clock/after.ts';

/** One channel and what waits for it. `again`: something was added while it ran. */
export type OutboxLane = {
  channelId: string;
  queue: Notice[];
  running: Promise<void> | null;
  again: boolean;
  cancelTimer: () => void;
};

/** The channels of an outbox: each runs by itself, when it is woken or its time has come. */
export type OutboxLanes = {
  all(): readonly OutboxLane[];
  /** Puts notices at the end of their channels' queues, and wakes those. */
  add(notices: readonly Notice[]): void;
  wake(lane: OutboxLane): void;
  wakeIn(lane: OutboxLane, ms: number): void;
  /** Whether nothing more is begun. */
  isClosed(): boolean;
  close(): void;
  /** Resolves when none runs. */
  idle(): Promise<void>;
};

/** Makes them; `run` does what there is to do for one, and is never called twice at a time for the same. */
export function createOutboxLanes(parts: {
  after: After;
  run: (lane: OutboxLane) => Promise<void>;
}): OutboxLanes {
  const { after, run } = parts;
  const lanes = new Map<string, OutboxLane>();
  let closed = false;

  function laneOf(channelId: string): OutboxLane {
    const known = lanes.get(channelId);
    const fresh = { channelId, queue: [], running: null, again: false, cancelTimer: () => {} };
    const lane = known ?? fresh;
    lanes.set(channelId, lane);
    return lane;
  }

  async function untilNothingNew(lane: OutboxLane): Promise<void> {
    while (lane.again && !closed) {
      lane.again = false;
      lane.cancelTimer();
      await run(lane);
    }
    lane.running = null;
    // There may be as many as there are people who asked to be told something.
    if (lane.queue.length === 0 && lanes.get(lane.channelId) === lane) {
      lane.cancelTimer();
      lanes.delete(lane.channelId);
    }
  }

  function wake(lane: OutboxLane): void {
    lane.again = true;
    if (lane.running === null && !closed) {
      lane.running = untilNothingNew(lane);
    }
  }

  return {
    all: () => [...lanes.values()],
    add(notices) {
      const touched = new Set<OutboxLane>();
      for (const notice of notices) {
        const lane = laneOf(notice.channelId);
        lane.queue.push(notice);
        touched.add(lane);
      }
      for (const lane of touched) {
        wake(lane);
      }
    },
    wake,
    wakeIn(lane, ms) {
      if (!closed) {
        lane.cancelTimer = after(ms, () => wake(lane));
      }
    },
    isClosed: () => closed,
    close() {
      closed = true;
      for (const lane of lanes.values()) {
        lane.cancelTimer();
      }
    },
    async idle() {
      const running = () => [...lanes.values()].flatMap((lane) => lane.running ?? []);
      // One that ran may have woken another.
      for (let some = running(); some.length > 0; some = running()) {
        await Promise.all(some);
      }
    },
  };
}
