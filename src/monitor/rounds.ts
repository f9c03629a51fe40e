import { type ScheduledTask, schedule } from 'node-cron';
import type { Logger } from 'pino';

/**
 * Whether a round has begun yet, when the last one ended without an error (ms, null = none yet), how long it is from one to the
 * next at least, when the third one after it is due by the schedule (ms, null = there is none), and how much later than planned a
 * server of the last round was asked.
 */
export type Pulse = {
  hasBegun: boolean;
  roundEndedAt: number | null;
  intervalMs: number;
  thirdDueAt: number | null;
  lagMs: number;
};

/** A round that is over: how long it took, the lag of one that did not fail. */
export type RoundEnd = { ms: number; lagMs: number; failed: boolean };

/** Rounds, never two at a time. */
export type Rounds = {
  /** Begins: one at once, then by the cron line. Throws when the line is no schedule. */
  start(cron: string): void;
  /** One round, or the one that is under way. */
  round(): Promise<void>;
  pulse(): Pulse;
  /** Begins no further one, and resolves when none is under way. */
  stop(): Promise<void>;
};

/** Between two rounds, until start() knows the schedule (ms). */
const USUAL_INTERVAL_MS = 60_000;
/** So many rounds ahead show how far apart they are: the schedule may have pauses. */
const LOOK_AHEAD = 12;

/** When so many next rounds are due (ms), in order. */
const dueTimes = (task: ScheduledTask | null, count: number): number[] =>
  task?.getNextRuns(count).map((at) => at.getTime()) ?? [];

function shortestInterval(task: ScheduledTask): number {
  const due = dueTimes(task, LOOK_AHEAD);
  const intervals = due.slice(1).map((at, n) => at - (due[n] ?? at));
  return intervals.length === 0 ? USUAL_INTERVAL_MS : Math.min(...intervals);
}

/**
 * Makes them; `run` is one round, and gives how much later than planned a server was asked (ms). `ended` is told of each.
 */
export function createRounds(parts: {
  run: () => Promise<number>;
  ended: (round: RoundEnd) => void;
  now: () => number;
  log: Logger;
}): Rounds {
  const { run, ended, now, log } = parts;
  let task: ScheduledTask | null = null;
  let running: Promise<void> | null = null;
  const pulse: Pulse = {
    hasBegun: false,
    roundEndedAt: null,
    intervalMs: USUAL_INTERVAL_MS,
    thirdDueAt: null,
    lagMs: 0,
  };

  function lookAhead(): void {
    pulse.thirdDueAt = dueTimes(task, 3)[2] ?? null;
  }

  async function runOnce(): Promise<void> {
    const begun = now();
    let failed = true;
    pulse.hasBegun = true;
    try {
      pulse.lagMs = await run();
      pulse.roundEndedAt = now();
      lookAhead();
      failed = false;
    } finally {
      ended({ ms: now() - begun, lagMs: pulse.lagMs, failed });
    }
  }

  function round(): Promise<void> {
    running ??= runOnce().finally(() => {
      running = null;
    });
    return running;
  }

  const tick = (): Promise<void> =>
    round().catch((error: unknown) => {
      log.error({ event: 'round', err: error }, 'round failed: the next one tries again');
    });

  return {
    start(cron) {
      task = schedule(cron, tick, { noOverlap: true, name: 'watch round', logger: log });
      pulse.intervalMs = shortestInterval(task);
      lookAhead();
      void tick();
    },
    round,
    pulse: () => ({ ...pulse }),
    async stop() {
      await Promise.allSettled([running, task?.destroy()]);
    },
  };
}
