import { createSocket, type RemoteInfo } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Datagrams to send back, as hex (spaces allowed) or bytes. */
export type Answers = readonly (string | Uint8Array)[];

export type FakeServer = {
  address: string;
  port: number;
  /** Every datagram that came, as hex, in order. */
  readonly requests: string[];
  /** When each of them came (ms, performance.now). */
  readonly times: number[];
  /** The port each of them came from. */
  readonly askers: number[];
  /** Sends to whoever asked last, unasked. */
  say(...answers: Answers): void;
  /** Sends to the last of these ports on 127.0.0.1: somebody else's asker. */
  sayTo(ports: readonly number[], ...answers: Answers): void;
  close(): Promise<void>;
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

/**
 * A server on 127.0.0.1 that answers each datagram with what `answer` gives for it (request as hex, and which one it is,
 * from 0). It says what it is told and knows no protocol.
 */
export async function openFakeServer(
  answer: (request: string, count: number) => Answers,
  { address = '127.0.0.1', port: wanted = 0 }: { address?: string; port?: number } = {},
): Promise<FakeServer> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const requests: string[] = [];
  const times: number[] = [];
  const askers: number[] = [];
  let asker: Pick<RemoteInfo, 'address' | 'port'> | undefined;
  let closing: Promise<void> | undefined;
  const say = (...answers: Answers) => {
    for (const one of answers) {
      socket.send(typeof one === 'string' ? bytes(one) : one, asker?.port ?? 0, asker?.address);
    }
  };
  socket.on('message', (datagram, from) => {
    asker = from;
    requests.push(hex(datagram));
    times.push(performance.now());
    askers.push(from.port);
    say(...answer(hex(datagram), requests.length - 1));
  });
  await new Promise<void>((bound) => socket.bind(wanted, address, bound));
  const { port } = socket.address() as AddressInfo;
  return {
    address,
    port,
    requests,
    times,
    askers,
    say,
    sayTo(ports, ...answers) {
      asker = { address: '127.0.0.1', port: ports.at(-1) ?? 0 };
      say(...answers);
    },
    close() {
      closing ??= new Promise((closed) => socket.close(() => closed()));
      return closing;
    },
  };
}
