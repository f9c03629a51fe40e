import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** What a scripted master says to one query; the form is that of paging-cases in ../shared. */
type Answer = {
  /** First address of a run, and how many: the last octet counts up. */
  run?: [first: string, count: number];
  then?: [first: string, count: number];
  /** The end mark behind the runs. */
  end?: boolean;
  after?: [first: string, count: number];
  /** The whole datagram instead. */
  hex?: string;
  /** For this query and all later ones. */
  forever?: boolean;
  /** Sent from another port. */
  fromOther?: boolean;
};
/** Null: silence. Several: several datagrams at once. */
export type Script = readonly (Answer | readonly Answer[] | null)[];

export type ScriptedMaster = {
  address: string;
  port: number;
  /** The queries that came, as hex. */
  readonly queries: string[];
  /** The ports they came from. */
  readonly askers: Set<number>;
  /** When they came, in ms. */
  readonly times: number[];
  close(): Promise<void>;
};

/** The six bytes of "a.b.c.d:port", written here by hand: the encoder under test has no say in it. */
function sixBytes(address: string, more: number): number[] {
  const [host = '', port = ''] = address.split(':');
  const octets = host.split('.').map(Number);
  octets[3] = (octets[3] ?? 0) + more;
  return [...octets, Number(port) >> 8, Number(port) & 0xff];
}

const runOf = (run: [first: string, count: number] | undefined): number[] =>
  run === undefined ? [] : Array.from({ length: run[1] }, (_, at) => sixBytes(run[0], at)).flat();

function answerBytes({ run, then, end, after, hex }: Answer): Buffer {
  return hex === undefined
    ? Buffer.from([
        ...[0xff, 0xff, 0xff, 0xff, 0x66, 0x0a],
        ...runOf(run),
        ...runOf(then),
        ...(end ? [0, 0, 0, 0, 0, 0] : []),
        ...runOf(after),
      ])
    : Buffer.from(hex, 'hex');
}

/** A master on 127.0.0.1 that answers the n-th query with the n-th entry, whatever was asked. */
export async function openScriptedMaster(script: Script): Promise<ScriptedMaster> {
  const socket = createSocket('udp4');
  const other = createSocket('udp4');
  const queries: string[] = [];
  const times: number[] = [];
  const askers = new Set<number>();
  socket.on('message', (query, from) => {
    queries.push(query.toString('hex'));
    times.push(performance.now());
    askers.add(from.port);
    const last = [script.at(-1) ?? null].flat()[0];
    const entry = script[queries.length - 1] ?? (last?.forever ? last : null);
    for (const answer of entry === null ? [] : [entry].flat()) {
      (answer.fromOther ? other : socket).send(answerBytes(answer), from.port, from.address);
    }
  });
  await Promise.all(
    [socket, other].map((each) => new Promise<void>((bound) => each.bind(0, '127.0.0.1', bound))),
  );
  const { port } = socket.address() as AddressInfo;
  return {
    address: '127.0.0.1',
    port,
    queries,
    askers,
    times,
    close: async () => {
      await Promise.all(
        [socket, other].map((each) => new Promise<void>((closed) => each.close(() => closed()))),
      );
    },
  };
}
