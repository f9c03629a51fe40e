import { createSocket, type Socket } from 'node:dgram';

export type UdpFamily = 'udp4' | 'udp6';
export type Receive = (datagram: Uint8Array) => void;

/** Who waits for one server's datagrams; emptied in the end, because grown-out tables of a Map keep it for a while. */
export type Seat = { receive: Receive | null };

/** One long-lived socket and those who wait for datagrams on it, by the sender's "address port". */
export type SharedSocket = {
  readonly waiting: Map<string, Seat>;
  /** Bytes of receive buffer that the system granted; 0 until the socket is bound, or when it never was. */
  readonly grantedBytes: number;
  send(datagram: Uint8Array, port: number, address: string): void;
  close(): void;
};

export type SocketCounters = {
  /** Datagrams handed to the system. */
  sent: number;
  /** Datagrams that came in, wanted or not. */
  received: number;
  /** Of these: nobody waited for that address and port. */
  dropped: number;
  /** Errors that the system reported on a socket, e.g. a network that is down. */
  errors: number;
};

/** What every socket asks the system for; the system may grant less. */
export const WANTED_RECEIVE_BYTES = 4 * 1024 * 1024;

/** The key under which a datagram's sender is looked up. */
export const peerKey = (address: string, port: number): string => `${address} ${port}`;

/**
 * Opens a socket on a port of its own (never reuseAddr: two sockets might be given one port) with a large receive
 * buffer. dgram's own name look-up is left out: addresses are numeric, so binding and sending happen at once.
 * An error, whatever it is, is counted and told to `onError`; it never ends the process.
 */
export function openSharedSocket(
  family: UdpFamily,
  counters: SocketCounters,
  onError: (error: Error) => void,
): SharedSocket {
  const waiting = new Map<string, Seat>();
  let granted = 0;
  let closed = false;
  const socket: Socket = createSocket({
    type: family,
    recvBufferSize: WANTED_RECEIVE_BYTES,
    ipv6Only: family === 'udp6',
    lookup: (address, _options, done) => done(null, address, family === 'udp6' ? 6 : 4),
  });
  socket.on('error', (error) => {
    counters.errors += 1;
    onError(error);
  });
  socket.on('listening', () => {
    granted = socket.getRecvBufferSize();
  });
  socket.on('message', (datagram, from) => {
    counters.received += 1;
    const seat = waiting.get(peerKey(from.address, from.port));
    if (seat?.receive) {
      seat.receive(datagram);
    } else {
      counters.dropped += 1;
    }
  });
  socket.bind({ port: 0, exclusive: true });
  return {
    waiting,
    get grantedBytes() {
      return granted;
    },
    send(datagram, port, address) {
      if (!closed) {
        counters.sent += 1;
        // No callback: it would cost a promise-sized allocation per datagram, and a lost one is asked again anyway.
        socket.send(datagram, port, address);
      }
    },
    close() {
      if (!closed) {
        closed = true;
        waiting.clear();
        socket.close();
      }
    },
  };
}
