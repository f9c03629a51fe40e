import type { HistoryDay } from '#store/historyDocument.ts';
import type { Store } from '#store/openStore.ts';
import { type Bucket, MINUTE_MS } from './bucket.ts';
import { dayOf, packDay, unpackDay } from './packDay.ts';
import type { Look } from './surelySeen.ts';

/** Servers read and written by one statement: the others of the process do not wait long for it. */
const AT_ONCE = 20;
/** Minutes of one server that wait at most, when the store takes none. */
const MOST_WAITING = 240;

/** What was seen and is not in the store yet, by server and minute. */
export type UnsavedMinutes = {
  add(server: string, look: Look, every: number): void;
  servers(): string[];
  /** Drops what waits for a server. */
  drop(server: string): void;
  /** Writes what waits for these servers. Throws StoreError: what was not written waits on. */
  save(store: Pick<Store, 'history'>, servers: readonly string[]): Promise<void>;
};

/** Nobody has more of anything; what claims more is a joke. */
const MOST = 1_000_000;

const whole = (value: number | null): number => Math.min(MOST, Math.max(0, Math.round(value ?? 0)));

/** A look as the minute it fell into; `every` is how many minutes lie between two looks. */
export function minuteOf(
  { at, answered, people, slots, pingMs }: Omit<Look, 'state'>,
  every: number,
): Bucket {
  const count = whole(people);
  return {
    at: Math.floor(at / MINUTE_MS) * MINUTE_MS,
    minutes: 1,
    every,
    up: answered ? 1 : 0,
    down: answered ? 0 : 1,
    counted: people === null ? 0 : 1,
    people: count,
    most: count,
    slots: whole(slots),
    ping: pingMs === null ? 0 : Math.max(1, whole(pingMs)),
  };
}

/**
 * A day with these minutes in it, the newest look of a minute counts. A day that was thinned already stays as it is: only a
 * clock that was set back leads there. Pure.
 */
function withMinutes(
  day: string,
  before: HistoryDay | null,
  minutes: readonly Bucket[],
): HistoryDay | null {
  if (before !== null && before.step > 1) {
    return null;
  }
  const known = new Map(
    [...(before === null ? [] : unpackDay(day, before)), ...minutes].map((one) => [one.at, one]),
  );
  const every = minutes.at(-1)?.every ?? 1;
  return packDay(day, [...known.values()], { step: 1, every });
}

/** Makes an empty one. */
export function createUnsavedMinutes(): UnsavedMinutes {
  const waiting = new Map<string, Map<number, Bucket>>();

  function add(server: string, look: Look, every: number): void {
    const minutes = waiting.get(server) ?? new Map<number, Bucket>();
    const minute = minuteOf(look, every);
    minutes.set(minute.at, minute);
    const [oldest] = minutes.keys();
    if (minutes.size > MOST_WAITING && oldest !== undefined) {
      minutes.delete(oldest);
    }
    waiting.set(server, minutes);
  }

  function forget(server: string, saved: readonly Bucket[]): void {
    const minutes = waiting.get(server);
    for (const minute of saved) {
      // A newer look of the same minute has to be written as well.
      if (minutes?.get(minute.at) === minute) {
        minutes.delete(minute.at);
      }
    }
    if (minutes?.size === 0) {
      waiting.delete(server);
    }
  }

  async function saveDay(
    store: Pick<Store, 'history'>,
    day: string,
    its: ReadonlyMap<string, readonly Bucket[]>,
  ): Promise<void> {
    const servers = [...its.keys()];
    const before = await store.history.on(day, servers);
    const after = new Map<string, HistoryDay>();
    for (const [n, server] of servers.entries()) {
      const document = withMinutes(day, before[n] ?? null, its.get(server) ?? []);
      if (document !== null) {
        after.set(server, document);
      }
    }
    await store.history.put(day, after);
    for (const [server, minutes] of its) {
      forget(server, minutes);
    }
  }

  async function saveSome(store: Pick<Store, 'history'>, servers: readonly string[]) {
    const days = new Map<string, Map<string, Bucket[]>>();
    for (const server of servers) {
      for (const minute of waiting.get(server)?.values() ?? []) {
        const day = dayOf(minute.at);
        const its = days.get(day) ?? new Map<string, Bucket[]>();
        its.set(server, [...(its.get(server) ?? []), minute]);
        days.set(day, its);
      }
    }
    for (const [day, its] of days) {
      await saveDay(store, day, its);
    }
  }

  return {
    add,
    servers: () => [...waiting.keys()],
    drop: (server) => void waiting.delete(server),
    async save(store, servers) {
      for (let first = 0; first < servers.length; first += AT_ONCE) {
        await saveSome(store, servers.slice(first, first + AT_ONCE));
      }
    },
  };
}
