import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { openHistory } from '#history/history.ts';
import { createMonitor, type Monitor } from '#monitor/monitor.ts';
import { createPainter } from '#picture/painter.ts';
import { openStore } from '#store/openStore.ts';
import { keptHeap } from '../test/masterServer/keptHeap.ts';
import { countingDiscord, NOTHING_ELSE } from './soakDiscord.ts';
import { changingServers } from './soakServers.ts';
import { fillStore, watchOn } from './soakWatches.ts';

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;
const BEGIN = Date.UTC(2026, 10, 30);
/** After so many turns of the event loop what is not done waits for something else than the store. */
const PATIENCE_TURNS = 100;
/** One in so many servers comes and goes. */
const SILENT = 5;
/** One in so many messages has a graph. */
const GRAPHS = 10;

/** What was measured at some time of the day: the heap after garbage was collected (MiB), what is open, by kind. */
export type DaySample = { hour: number; heapMiB: number; open: Record<string, number> };

/** A whole day: the samples, what the bot did in it, and how long it really took (s). */
export type Day = {
  samples: DaySample[];
  rounds: number;
  looks: number;
  edits: number;
  notices: number;
  seconds: number;
};

type Timer = { at: number; run: () => void };

/** A clock that goes to the next timer as soon as nothing else is being done. */
function createDayClock() {
  let time = BEGIN;
  const timers = new Set<Timer>();
  const next = (until: number): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers) {
      if (timer.at <= until && (first === null || timer.at < first.at)) {
        first = timer;
      }
    }
    return first;
  };
  return {
    now: () => time,
    after(ms: number, run: () => void) {
      const timer = { at: time + Math.max(0, ms), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    waiting: () => timers.size,
    /** Rings the next timer up to then; false when there is none. */
    ring(until: number): boolean {
      const timer = next(until);
      if (timer !== null) {
        timers.delete(timer);
        time = Math.max(time, timer.at);
        timer.run();
      }
      return timer !== null;
    },
    moveTo(then: number): void {
      time = Math.max(time, then);
    },
  };
}

/** Resolves when nothing is being done, or when what is done waits for the clock. */
async function quiet(monitor: Monitor): Promise<void> {
  let isSettled = false;
  void monitor.settled().then(() => {
    isSettled = true;
  });
  for (let turns = 0; !isSettled && turns < PATIENCE_TURNS; turns += 1) {
    await turn();
  }
}

/** One minute: a round, and all that rings until the next one. */
async function passMinute(monitor: Monitor, clock: ReturnType<typeof createDayClock>) {
  const end = clock.now() + MINUTE_MS;
  let isOver = false;
  const round = monitor.round().finally(() => {
    isOver = true;
  });
  while (clock.ring(end) || !isOver) {
    await quiet(monitor);
  }
  await round;
  clock.moveTo(end);
}

/** What keeps the process, by kind, and the timers of the simulated clock. */
const openNow = (timers: number): Record<string, number> => {
  const counts: Record<string, number> = { SimulatedTimer: timers };
  for (const kind of process.getActiveResourcesInfo()) {
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

/**
 * Lets a bot live through so many hours in simulated time: real store, history, pictures and messages, servers that change, go and
 * come back, and once an hour a watch that is removed and another one in its place. `sampled` hears of each quarter of an hour.
 */
export async function liveDay(
  { watches, hours }: { watches: number; hours: number },
  sampled: (sample: DaySample) => void = () => {},
): Promise<Day> {
  const folder = await mkdtemp(join(tmpdir(), 'crowsnest-day-'));
  const log = pino({ level: 'silent' });
  const clock = createDayClock();
  const { now, after } = clock;
  const store = await openStore(`sqlite://${join(folder, 'day.sqlite')}`, { log, now });
  const guildIds = await fillStore(store, watches);
  for (const guildId of guildIds) {
    await store.guilds.update(guildId, (guild) => ({
      ...guild,
      watches: guild.watches.map((watch, n) => ({ ...watch, graph: n % GRAPHS === 0 })),
    }));
  }
  const history = openHistory({
    store,
    keep: { minutes: 2, fives: 30, hours: 400 },
    now,
    log,
  });
  const painter = createPainter();
  const discord = countingDiscord({ store, history, painter, log, now, latencyMs: 0 });
  const servers = changingServers({ latencyMs: 0, silent: SILENT });
  const day: Day = { samples: [], rounds: 0, looks: 0, edits: 0, notices: 0, seconds: 0 };
  const monitor = createMonitor({
    store,
    history,
    takeSnapshot: (...asked) => {
      day.looks += 1;
      return servers.takeSnapshot(...asked);
    },
    ...discord.ports,
    ...NOTHING_ELSE,
    guildIds: () => guildIds,
    isGone: () => false,
    now,
    after,
    log,
  });
  let newest = watches;

  /** Somebody removes a watch and adds another one. */
  async function replaceOne(): Promise<void> {
    const guildId = guildIds[newest % guildIds.length] ?? '';
    const [oldest] = (await store.guilds.get(guildId)).watches;
    if (oldest !== undefined) {
      await monitor.forget(guildId, oldest.id);
      servers.forget(oldest.target.host);
    }
    await monitor.post(guildId, { ...watchOn(newest), message: null });
    newest += 1;
  }

  const begun = performance.now();
  try {
    for (let minute = 1; minute <= hours * 60; minute += 1) {
      await passMinute(monitor, clock);
      day.rounds += 1;
      if (minute % 60 === 30) {
        await replaceOne();
      }
      if (minute % 15 === 0) {
        const sample = {
          hour: minute / 60,
          heapMiB: keptHeap() / MIB,
          open: openNow(clock.waiting()),
        };
        day.samples.push(sample);
        sampled(sample);
      }
    }
  } finally {
    await monitor.stop();
    await painter.close();
    await store.close();
    await rm(folder, { recursive: true });
  }
  const { edits, notices } = discord.take();
  return { ...day, edits, notices, seconds: (performance.now() - begun) / 1000 };
}

const smallest = (samples: readonly DaySample[], of: (sample: DaySample) => number): number =>
  Math.min(...samples.map(of));
const largest = (samples: readonly DaySample[], of: (sample: DaySample) => number): number =>
  Math.max(...samples.map(of));

/**
 * What grew from the second quarter of a day to its last: the heap (MiB) at its largest, and the kinds of which more are open all
 * the time: an outage has timers that come and go. Nothing grew: zero, none.
 */
export function grownIn({ samples }: Pick<Day, 'samples'>): { heapMiB: number; open: string[] } {
  const quarter = Math.floor(samples.length / 4);
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  const kinds = new Set(last.flatMap(({ open }) => Object.keys(open)));
  const count = (kind: string) => (sample: DaySample) => sample.open[kind] ?? 0;
  return {
    heapMiB: Math.max(
      0,
      largest(last, ({ heapMiB }) => heapMiB) - largest(second, ({ heapMiB }) => heapMiB),
    ),
    open: [...kinds].filter((kind) => smallest(last, count(kind)) > smallest(second, count(kind))),
  };
}
