import { createSocket } from 'node:dgram';
import type { BenchAnswer, Peer } from '../benchServer.ts';
import type { BenchClient, Setting } from './client.ts';

export type Send = (datagram: Buffer, peer: Peer) => void;

export type FloorServer<Got> = { index: number; peer: Peer; got: Got; givenUpAt: number };

/** What differs between protocols. */
export type FloorProtocol<Got> = {
  blank(): Got;
  begin(server: FloorServer<Got>, send: Send): void;
  /** The answer once the datagram makes it whole, else null. */
  take(server: FloorServer<Got>, datagram: Buffer, send: Send): BenchAnswer | null;
};

/** So many servers' answers fit the receive buffer of 4 MiB that is asked for. */
const AT_ONCE = 1_024;
/** Where the system grants less than that (Linux: net.core.rmem_max), in bytes as it counts them. */
const BUFFER_PER_SERVER = 3_328;
const BUFFER = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 50;

const keyOf = (address: string, port: number): string => `${address}:${port}`;

/** One socket whose answers find their server by where they come from. Nothing is asked twice. */
export function openFloor<Got>(
  { servers, peerOf, timeoutMs, atOnce }: Setting,
  protocol: FloorProtocol<Got>,
): BenchClient {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: BUFFER,
    lookup: (address, _options, found) => found(null, address, 4),
  });
  socket.bind(0);
  const send: Send = (datagram, { host, port }) => socket.send(datagram, port, host);

  function play(heard: Parameters<BenchClient['play']>[0], done: () => void): void {
    const window = atOnce ?? Math.min(AT_ONCE, socket.getRecvBufferSize() / BUFFER_PER_SERVER);
    const open = new Map<string, FloorServer<Got>>();
    let next = 0;

    function beginSome(): void {
      while (open.size < window && next < servers) {
        const peer = peerOf(next);
        const givenUpAt = performance.now() + timeoutMs;
        const server = { index: next, peer, got: protocol.blank(), givenUpAt };
        open.set(keyOf(peer.host, peer.port), server);
        next += 1;
        protocol.begin(server, send);
      }
      if (open.size === 0) {
        clearInterval(looking);
        socket.removeAllListeners('message');
        done();
      }
    }
    // The map holds them in the order in which they began, so the first one is the first to be given up.
    const looking = setInterval(() => {
      const now = performance.now();
      for (const [key, { givenUpAt }] of open) {
        if (givenUpAt > now) {
          break;
        }
        open.delete(key);
      }
      beginSome();
    }, LOOK_EVERY_MS);
    socket.on('message', (datagram, { address, port }) => {
      const key = keyOf(address, port);
      const server = open.get(key);
      const answer = server === undefined ? null : protocol.take(server, datagram, send);
      if (server !== undefined && answer !== null) {
        open.delete(key);
        heard.server(server.index, answer);
        beginSome();
      }
    });
    beginSome();
  }

  return {
    play: (heard) =>
      new Promise((done) => {
        if (socketIsBound()) {
          play(heard, done);
        } else {
          socket.once('listening', () => play(heard, done));
        }
      }),
    close: () => void socket.close(),
  };

  function socketIsBound(): boolean {
    try {
      return socket.address().port > 0;
    } catch {
      return false;
    }
  }
}
