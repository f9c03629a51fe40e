import type { Logger } from 'pino';
import { createKeyedQueue } from '#store/keyedQueue.ts';
import type { Store } from '#store/openStore.ts';
import type { Span } from '#store/spanSchema.ts';
import { type Bucket, endOf, MINUTE_MS } from './bucket.ts';
import { ageOf, type HistoryDays, stepForAge, thinOldDays } from './oldDays.ts';
import { daysBetween, startOfDay } from './packDay.ts';
import { withMinute } from './plannedSpans.ts';
import { type Look, surelySeen } from './surelySeen.ts';
import { bucketsOfDay } from './thinDay.ts';
import { createUnsavedMinutes } from './unsavedMinutes.ts';

/** What was seen of servers over time. Looks are kept in memory and written every few minutes. */
export type History = {
  /** Takes a look of a server; `everyMs` is the time between two of them. Waits for nothing. */
  note(server: string, look: Look, everyMs: number): void;
  /** Notes that a watch has planned work while its server is not up. */
  notePlanned(guildId: string, watchId: string, at: number, everyMs: number): void;
  /** Writes what waits and thins what is old, when it is time. Does not wait for it; what fails is logged and tried again. */
  saveDue(): void;
  /**
   * What is known of a server between two times (ms), in order; of the rest nothing is known. Never finer than is usual for its
   * age, however fine it is kept: a year of minutes would be half a million of them.
   */
  read(server: string, span: Span): Promise<Bucket[]>;
  /** The same as fine as it is kept, day by day. */
  days(server: string, span: Span): AsyncIterable<Bucket[]>;
  /** When a server was not up while this watch had planned work. */
  plannedWork(guildId: string, watchId: string): Promise<readonly Span[]>;
  /** Forgets the planned work of a watch that is gone. What was seen of its server stays until it is old. */
  forgetWatch(guildId: string, watchId: string): Promise<void>;
  /** Forgets all that was seen of servers. */
  forgetServers(servers: readonly string[]): Promise<void>;
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
  /** Writes what waits. */
  close(): Promise<void>;
};

/** Whoever kills the process takes at most so much with it (ms). */
const SAVED_EVERY_MS = 300_000;
/** Looks further apart than so many intervals do not belong together. */
export const GAP_INTERVALS = 3;
const DAY_MS = 86_400_000;
/** How fine a history is read at most. */
const USUAL_DAYS: HistoryDays = { minutes: 2, fives: 30, hours: 400 };
const COARSEST = 60;
/** Days read by one statement and unpacked in one go. */
const READ_AT_ONCE = 14;

/** Opens the history of a store. */
export function openHistory(parts: {
  store: Store;
  keep: HistoryDays;
  now: () => number;
  log: Logger;
}): History {
  const { store, keep, now, log } = parts;
  const minutes = createUnsavedMinutes();
  /** Looks of which it is not decided what they were, by server. */
  const undecided = new Map<string, readonly Look[]>();
  /** Planned work that is newer than what is written, by GUILD/WATCH. */
  const planned = new Map<string, { at: number; gapMs: number }[]>();
  const turns = createKeyedQueue();
  let savedAt = now();
  let closing = false;

  async function savePlanned(): Promise<void> {
    for (const [watch, noted] of [...planned]) {
      const count = noted.length;
      const from = now() - keep.hours * DAY_MS;
      const before = (await store.plannedWork.get(watch))?.spans ?? [];
      const spans = noted.reduce<Span[]>(
        (joined, { at, gapMs }) => withMinute(joined, at, { gapMs, from }),
        before,
      );
      await store.plannedWork.put(watch, { version: 1, spans });
      noted.splice(0, count);
      if (noted.length === 0) {
        planned.delete(watch);
      }
    }
  }

  const saveAll = (): Promise<void> =>
    turns.take('', async () => {
      await minutes.save(store, minutes.servers());
      await savePlanned();
    });

  const failed = (error: unknown): void => {
    log.error({ event: 'history', err: error }, 'history was not written: it is tried again');
  };

  /** A few days at a time: nobody waits long for the processor meanwhile. */
  async function* daysOf(server: string, { from, to }: Span, finest: HistoryDays | null) {
    await turns.take('', () => minutes.save(store, [server])).catch(failed);
    const days = daysBetween(from, to);
    for (let first = 0; first < days.length; first += READ_AT_ONCE) {
      const some = days.slice(first, first + READ_AT_ONCE);
      const found = await store.history.days(server, some);
      for (const [n, day] of some.entries()) {
        const document = found[n] ?? null;
        const step = finest === null ? 1 : (stepForAge(ageOf(day, to), finest) ?? COARSEST);
        const buckets = document === null ? [] : bucketsOfDay(day, document, step);
        yield buckets.filter((bucket) => bucket.at < to && endOf(bucket) > from);
      }
    }
  }

  return {
    note(server, look, everyMs) {
      const gapMs = GAP_INTERVALS * everyMs;
      const { sure, waiting } = surelySeen(undecided.get(server) ?? [], look, gapMs);
      if (waiting.length > 0) {
        undecided.set(server, waiting);
      } else {
        undecided.delete(server);
      }
      const every = Math.max(1, Math.round(everyMs / MINUTE_MS));
      for (const one of sure) {
        minutes.add(server, one, every);
      }
    },
    notePlanned(guildId, watchId, at, everyMs) {
      const watch = `${guildId}/${watchId}`;
      const noted = planned.get(watch) ?? [];
      noted.push({ at, gapMs: GAP_INTERVALS * everyMs });
      planned.set(watch, noted);
    },
    saveDue() {
      if (Math.abs(now() - savedAt) < SAVED_EVERY_MS || closing) {
        return;
      }
      savedAt = now();
      saveAll().catch(failed);
      turns
        .take('old', () => thinOldDays(store, { now: now(), keep, stopped: () => closing }))
        .catch(failed);
    },
    async read(server, span) {
      const all: Bucket[][] = [];
      for await (const buckets of daysOf(server, span, USUAL_DAYS)) {
        all.push(buckets);
      }
      return all.flat();
    },
    days: (server, span) => daysOf(server, span, null),
    async plannedWork(guildId, watchId) {
      await turns.take('', savePlanned).catch(failed);
      return (await store.plannedWork.get(`${guildId}/${watchId}`))?.spans ?? [];
    },
    async forgetWatch(guildId, watchId) {
      const watch = `${guildId}/${watchId}`;
      planned.delete(watch);
      await turns.take('', () => store.plannedWork.delete(watch));
    },
    forgetServers: (servers) =>
      turns.takeAll(['', 'old'], async () => {
        const first = await store.history.firstDay();
        const days = first === null ? [] : daysBetween(startOfDay(first), now() + DAY_MS);
        for (const server of servers) {
          minutes.drop(server);
          undecided.delete(server);
          await store.history.deleteDays(server, days);
        }
      }),
    idle: turns.idle,
    async close() {
      closing = true;
      await saveAll().catch(failed);
    },
  };
}
