import { createRefusalProbes, type Peer } from './refusalProbe.ts';
import {
  openSharedSocket,
  peerKey,
  type Receive,
  type Seat,
  type SharedSocket,
  type SocketCounters,
  type UdpFamily,
} from './sharedSocket.ts';
import { TransportError } from './transportError.ts';

export type { Peer } from './refusalProbe.ts';

/** A line to one server: what is sent goes there, what comes from exactly there is handed over. */
type UdpLink = {
  send(datagram: Uint8Array): void;
  /** Asks the system whether the port is closed, by one more copy of the datagram (see refusalProbe). */
  probe(datagram: Uint8Array): void;
  close(): void;
};

type UdpCounters = Readonly<SocketCounters>;

export type UdpSockets = {
  /**
   * Registers for the datagrams of `peer` (a numeric address as numericAddress gives it), so that an answer finds its
   * place however fast it comes. `refused` is called when a probe finds the port closed. Throws TransportError "busy"
   * when that peer has a link, "closed" after close().
   */
  link(peer: Peer, receive: Receive, refused: () => void): UdpLink;
  /** Receive buffer of the IPv4 sockets together, in bytes as the system counts them; 0 while it is not known. */
  receiveBufferBytes(): number;
  readonly counters: UdpCounters;
  close(): void;
};

/**
 * The shared UDP sockets: `sockets` of them (1 to 4) for each family, opened when first needed. A server is always asked
 * from the same one, because its challenge belongs to the asking port (spec a2s case 11). `onError` is told of errors the
 * system reports; they are never thrown.
 */
export function openUdpSockets(
  options: { sockets?: number; onError?: (error: Error) => void } = {},
): UdpSockets {
  const count = Math.min(4, Math.max(1, options.sockets ?? 2));
  const onError = options.onError ?? (() => {});
  const counters: SocketCounters = { sent: 0, received: 0, dropped: 0, errors: 0 };
  const open: Record<UdpFamily, SharedSocket[]> = { udp4: [], udp6: [] };
  const probes = createRefusalProbes(() => {
    counters.sent += 1;
  });
  let closed = false;

  function socketsOf(family: UdpFamily): SharedSocket[] {
    const sockets = open[family];
    while (sockets.length < count && !closed) {
      sockets.push(openSharedSocket(family, counters, onError));
    }
    return sockets;
  }

  return {
    counters,
    link(peer, receive, refused) {
      const key = peerKey(peer.address, peer.port);
      const sockets = socketsOf(peer.address.includes(':') ? 'udp6' : 'udp4');
      const socket = sockets[spread(key) % count];
      if (closed || !socket) {
        throw new TransportError('closed', 'The sockets were closed: the program is stopping.');
      }
      if (socket.waiting.has(key)) {
        throw new TransportError('busy', `${key} is being asked already: wait for that answer.`);
      }
      const seat: Seat = { receive };
      socket.waiting.set(key, seat);
      let endProbe = () => {};
      return {
        send: (datagram) => socket.send(datagram, peer.port, peer.address),
        probe(datagram) {
          endProbe();
          endProbe = probes.probe(peer, datagram, refused);
        },
        close() {
          endProbe();
          seat.receive = null;
          if (socket.waiting.get(key) === seat) {
            socket.waiting.delete(key);
          }
        },
      };
    },
    receiveBufferBytes: () =>
      socketsOf('udp4').reduce((sum, socket) => sum + socket.grantedBytes, 0),
    close() {
      closed = true;
      probes.close();
      for (const socket of [...open.udp4, ...open.udp6]) {
        socket.close();
      }
    },
  };
}

/** A number that differs between neighbours: servers of one host differ in the port, those of one port in the address. */
function spread(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) {
    sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  }
  return sum;
}
