import type { Store } from '#store/openStore.ts';
import type { After } from '#clock/after.ts';
import type { AvailabilityEvent } from './availability.ts';
import type { Evidence } from './sight.ts';
import type { WatchedServer } from './watchedServers.ts';
import { wholeHosts } from './wholeHosts.ts';

/** What is known about the addresses of watched servers. */
export type Neighbours = {
  /** The address of a server, as last seen. */
  hostOf(key: string): string | undefined;
  note(key: string, host: string): void;
  forget(key: string): void;
  /** Addresses all whose servers change with these events (by key), and how. */
  changing(
    events: ReadonlyMap<string, AvailabilityEvent>,
  ): Promise<ReadonlyMap<string, AvailabilityEvent['kind']>>;
  /** Asks servers that are up at other addresses, one of each, whether they still answer. */
  askWitnesses(others: ReadonlySet<string>, count: number): Promise<Evidence[]>;
};

/** A witness has so long to answer (ms). */
const WITNESS_MS = 8_000;

/** Remembers addresses; `servers` are those watched now, `answers` asks one whether it is there. */
export function createNeighbours(parts: {
  store: Store;
  servers: () => ReadonlyMap<string, WatchedServer>;
  answers: (server: WatchedServer) => Promise<boolean>;
  after: After;
}): Neighbours {
  const { store, servers, answers, after } = parts;
  const hosts = new Map<string, string>();
  /** A witness that is slow is none: others wait for what it says. */
  const inTime = <T>(answer: Promise<T>): Promise<T | null> => {
    const late = Promise.withResolvers<null>();
    const cancel = after(WITNESS_MS, () => late.resolve(null));
    return Promise.race([answer, late.promise]).finally(cancel);
  };
  const stateOf = async (key: string) =>
    (await store.servers.get(key))?.availability.state ?? 'unknown';

  return {
    hostOf: (key) => hosts.get(key),
    note: (key, host) => void hosts.set(key, host),
    forget: (key) => void hosts.delete(key),
    async changing(events) {
      const concerned = new Set([...events.keys()].map((key) => hosts.get(key)));
      const keys = [...servers().keys()].filter((key) => concerned.has(hosts.get(key)));
      const standings = keys.map(async (key) => ({
        key,
        host: hosts.get(key) ?? null,
        state: await stateOf(key),
        event: events.get(key)?.kind ?? null,
      }));
      return wholeHosts(await Promise.all(standings));
    },
    async askWitnesses(others, count) {
      const found = new Map<string, WatchedServer>();
      for (const server of servers().values()) {
        const host = hosts.get(server.key);
        const fits = host !== undefined && !others.has(host) && !found.has(host);
        if (fits && found.size < count && (await stateOf(server.key)) === 'up') {
          found.set(host, server);
        }
      }
      const asked = [...found].map(async ([host, server]): Promise<Evidence[]> => {
        const answered = await inTime(answers(server));
        return answered === null ? [] : [{ host, answered, stood: 'up', nameless: false }];
      });
      return (await Promise.all(asked)).flat();
    },
  };
}
