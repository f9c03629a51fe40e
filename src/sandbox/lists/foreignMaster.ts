import { addressKey, type ServerAddress } from '#codec/master/address.ts';
import { encodeMasterPage, PAGE_ADDRESSES } from '#codec/master/page.ts';
import { decodeMasterQuery, FIRST_SEED } from '#codec/master/query.ts';
import { openServerSocket } from '#sandbox/servers/serverSocket.ts';

/** What masters of others do wrong (spec master sections 4 and 12). */
export const MASTER_FAULTS = [
  /** Every page is the first. */
  'same-page',
  /** Behind the last page the first one comes again. */
  'cycle',
  /** Every page begins with the seed, and behind the last one it comes alone. */
  'repeats-seed',
  /** The last page ends without the mark, and then there is silence. */
  'no-end-mark',
  /** Three FF in place of four. */
  'short-header',
  /** Bytes are missing at the end of every page. */
  'cut',
  /** The end mark comes in the middle of the first page. */
  'early-end-mark',
  'silence',
  /** Answers two queries, and then no more. */
  'throttle',
] as const;

type MasterFault = (typeof MASTER_FAULTS)[number];

export type ForeignMaster = {
  readonly address: string;
  readonly port: number;
  /** Queries that came since the fault was set. */
  readonly queries: () => number;
  readonly fault: () => MasterFault | null;
  /** A fault until it is taken away with null. */
  fail(fault: MasterFault | null): void;
  /** Calls back when a query came or the fault is another; gives back how to stop that. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

/** A master of somebody else on 127.0.0.1: it lists these servers and knows neither filters nor registration. Any port when the wanted one is taken. */
export async function startForeignMaster(
  servers: readonly ServerAddress[],
  { port = 0 }: { port?: number } = {},
): Promise<ForeignMaster> {
  const sorted = servers.toSorted((one, other) => addressKey(one) - addressKey(other));
  let fault: MasterFault | null = null;
  let queries = 0;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) {
      listener();
    }
  };
  const socket = await openServerSocket(port, ({ datagram, send }) => {
    const query = decodeMasterQuery(datagram);
    if (query !== null) {
      queries += 1;
      const seed = { address: query.seed.address, port: query.seed.port ?? 0 };
      const answer = answerTo(seed, { sorted, fault, queries });
      if (answer !== null) {
        send(answer);
      }
      tell();
    }
  });
  return {
    address: '127.0.0.1',
    port: socket.port,
    queries: () => queries,
    fault: () => fault,
    fail(wanted) {
      fault = wanted;
      queries = 0;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => socket.close(),
  };
}

type State = { sorted: readonly ServerAddress[]; fault: MasterFault | null; queries: number };

function answerTo(seed: ServerAddress, { sorted, fault, queries }: State): Uint8Array | null {
  if (fault === 'silence' || (fault === 'throttle' && queries > 2)) {
    return null;
  }
  const isFirst = addressKey(seed) === addressKey(FIRST_SEED);
  const rest = isFirst || fault === 'same-page' ? sorted : behind(sorted, seed);
  const servers = rest.slice(0, PAGE_ADDRESSES);
  const end = rest.length < PAGE_ADDRESSES;
  switch (fault) {
    case 'same-page':
      return encodeMasterPage(servers, { end: false });
    case 'cycle':
      return encodeMasterPage(servers.length === 0 ? sorted.slice(0, PAGE_ADDRESSES) : servers, {
        end: false,
      });
    case 'repeats-seed':
      return encodeMasterPage(isFirst ? servers : [seed, ...servers], { end: false });
    case 'no-end-mark':
      return servers.length === 0 ? null : encodeMasterPage(servers, { end: false });
    case 'short-header':
      return encodeMasterPage(servers, { end }).subarray(1);
    case 'cut':
      return encodeMasterPage(servers, { end }).subarray(0, end ? undefined : -3);
    case 'early-end-mark':
      return withEarlyEnd(servers);
    default:
      return encodeMasterPage(servers, { end });
  }
}

function behind(sorted: readonly ServerAddress[], seed: ServerAddress): readonly ServerAddress[] {
  const from = sorted.findIndex((server) => addressKey(server) > addressKey(seed));
  return from < 0 ? [] : sorted.slice(from);
}

function withEarlyEnd(servers: readonly ServerAddress[]): Uint8Array {
  const half = Math.ceil(servers.length / 2);
  return encodeMasterPage([...servers.slice(0, half), FIRST_SEED, ...servers.slice(half)], {
    end: true,
  });
}
