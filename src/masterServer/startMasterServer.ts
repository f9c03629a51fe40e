import type { ServerAddress } from '#codec/master/address.ts';
import { openUdpListener } from '#transport/udpListener.ts';
import type { AnsweredFacts } from './answeredFacts.ts';
import { buildMaster, IN_ALL, listedIn, type MasterOptions } from './buildMaster.ts';
import type { Master } from './master.ts';
import type { MasterCounters } from './masterCounters.ts';
import type { Registration } from './registration.ts';

/**
 * Asks a server for A2S_INFO, three times before it counts as silent: its answer, or null. May reject, which counts as
 * silence too.
 */
type AskBack = (server: ServerAddress, signal: AbortSignal) => Promise<AnsweredFacts | null>;

export type MasterServerOptions = Omit<MasterOptions, 'asksBack'> & {
  listen: { host: string; port: number };
  /** Null lists servers without asking them: for closed networks only. */
  askBack: AskBack | null;
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

const TICK_MS = 250;
const WRITE_MS = 30_000;

/**
 * Starts a master server: game servers register with it, clients get its list. Throws TransportError `not-bound`, and what
 * the store throws when it cannot be read.
 */
export async function startMasterServer(options: MasterServerOptions): Promise<MasterServer> {
  const { listen, log, now = Date.now, tickMs = TICK_MS, writeMs = WRITE_MS } = options;
  const { master, write } = await buildMaster(
    { ...options, asksBack: options.askBack !== null },
    now,
  );
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
    servers: (filter = '', most = IN_ALL) => listedIn(master, filter, most),
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
