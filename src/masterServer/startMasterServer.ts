import type { Logger } from 'pino';
import type { ServerAddress } from '#codec/master/address.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import { FIRST_SEED } from '#codec/master/query.ts';
import { REGIONS } from '#codec/master/region.ts';
import { checkAddress } from '#transport/addressPolicy.ts';
import { openUdpListener } from '#transport/udpListener.ts';
import type { AnsweredFacts } from './answeredFacts.ts';
import { createChallenges } from './challenges.ts';
import { keepRegistrations } from './keptRegistrations.ts';
import { createMaster, type Master } from './master.ts';
import type { MasterCounters } from './masterCounters.ts';
import { createSourceLimits, type MasterLimits } from './rateLimit.ts';
import type { Registration, RegistrationStore } from './registration.ts';
import { createServerTable, type TableChange } from './serverTable.ts';
import { createVerification } from './verification.ts';

/**
 * Asks a server for A2S_INFO, three times before it counts as silent: its answer, or null. May reject, which counts as
 * silence too.
 */
type AskBack = (server: ServerAddress, signal: AbortSignal) => Promise<AnsweredFacts | null>;

export type MasterServerOptions = {
  listen: { host: string; port: number };
  /** Null lists servers without asking them: for closed networks only. */
  askBack: AskBack | null;
  /** Null: registrations end with the process. */
  store: RegistrationStore | null;
  /** Private, loopback and reserved addresses may register; servers for the local network are listed. */
  allowPrivate: boolean;
  log: Logger;
  now?: () => number;
  /** Servers one address may have (32), all together (20,000), and addresses that may have more. */
  perAddress?: number;
  inAll?: number;
  hosts?: ReadonlyMap<string, number>;
  /** Addresses (with or without port) that `\white\1` lists. */
  white?: ReadonlySet<string>;
  limits?: MasterLimits;
  onChange?: (change: TableChange) => void;
  /** How often it looks what is to be done, and how often it writes; ms. */
  tickMs?: number;
  writeMs?: number;
};

export type MasterServer = {
  readonly address: string;
  readonly port: number;
  /** The listed servers that a filter fits, in the order of their addresses, at most `most`. */
  servers(filter?: string, most?: number): Registration[];
  counters(): MasterCounters;
  /** Stops listening, ends what is being asked and writes what is to be kept. */
  close(): Promise<void>;
};

const PER_ADDRESS = 32;
const IN_ALL = 20_000;
const TICK_MS = 250;
const WRITE_MS = 30_000;

/**
 * Starts a master server: game servers register with it, clients get its list. Throws TransportError `not-bound`, and what
 * the store throws when it cannot be read.
 */
export async function startMasterServer(options: MasterServerOptions): Promise<MasterServer> {
  const { listen, log, now = Date.now, tickMs = TICK_MS, writeMs = WRITE_MS } = options;
  const { master, write } = await buildMaster(options, now);
  const listener = await openUdpListener({
    ...listen,
    receive(datagram, from) {
      const answer = master.receive(datagram, from, now());
      if (answer !== null) {
        listener.send(answer, from);
      }
    },
    onError: (error) =>
      log.warn({ event: 'master-socket', err: error }, 'the master server goes on'),
  });
  const stopping = new AbortController();
  const asking = new Set<Promise<void>>();
  const ask = (server: ServerAddress) => {
    const asked = askServer(master, server, options.askBack, stopping.signal, now);
    asking.add(asked);
    void asked.finally(() => asking.delete(asked));
  };
  const tick = () => {
    master.expire(now());
    master.toAsk(now()).forEach(ask);
  };
  const timers = [setInterval(tick, tickMs), setInterval(() => void write(), writeMs)];
  log.info(
    { event: 'master-listening', address: listener.address, port: listener.port },
    'master server is listening',
  );
  return {
    address: listener.address,
    port: listener.port,
    servers: (filter = '', most = IN_ALL) =>
      master
        .page({
          filter: parseFilter(filter).filter,
          region: REGIONS.anywhere,
          seed: FIRST_SEED,
          most,
        })
        .servers.map(({ registration }) => registration),
    counters: () => master.counters(),
    async close() {
      for (const timer of timers) {
        clearInterval(timer);
      }
      stopping.abort();
      await Promise.all([listener.close(), ...asking]);
      await write();
    },
  };
}

/** The decisions and what they need, filled with what was stored. */
async function buildMaster(
  options: MasterServerOptions,
  now: () => number,
): Promise<{ master: Master; write: () => Promise<void> }> {
  const { store, log, allowPrivate, onChange = () => {} } = options;
  const { perAddress = PER_ADDRESS, inAll = IN_ALL, hosts = new Map<string, number>() } = options;
  const table = createServerTable({
    perAddress,
    inAll,
    hosts,
    white: options.white ?? new Set(),
    listLan: allowPrivate,
    verified: options.askBack !== null,
    onChange,
  });
  const kept = store === null ? null : keepRegistrations(store, table.get, log);
  const master = createMaster({
    challenges: createChallenges(),
    limits: createSourceLimits(options.limits),
    table,
    verification: options.askBack === null ? null : createVerification(),
    refuse: ({ address, port }) => checkAddress(address, port, { allowPrivate })?.kind ?? null,
    costOf: ({ address }) => Math.min(1, perAddress / (hosts.get(address) ?? perAddress)),
    changed: (server) => kept?.changed(server),
    noteQuery: ({ address }, notes) =>
      log.debug({ event: 'master-query', address, notes }, 'a query was read in part'),
  });
  for (const old of master.restore((await store?.all()) ?? [], now())) {
    kept?.changed(old);
  }
  return { master, write: async () => kept?.write() };
}

async function askServer(
  master: Master,
  server: ServerAddress,
  askBack: AskBack | null,
  signal: AbortSignal,
  now: () => number,
): Promise<void> {
  const answer = await askBack?.(server, signal).catch(() => null);
  // A program that stops heard no silence: the server keeps its place for the next start.
  if (!signal.aborted) {
    master.settle(server, answer ?? null, now());
  }
}
