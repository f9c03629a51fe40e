import { createSocket, type RemoteInfo } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { Peer } from './refusalProbe.ts';
import { WANTED_RECEIVE_BYTES } from './sharedSocket.ts';
import { TransportError } from './transportError.ts';

/** A UDP port that others send to. */
export type UdpListener = {
  /** Where it listens; the port that the system chose when 0 was wanted. */
  readonly address: string;
  readonly port: number;
  send(datagram: Uint8Array, peer: Peer): void;
  close(): Promise<void>;
};

/**
 * Listens on an IPv4 address and port with a large receive buffer. `receive` gets each datagram and its sender; errors of
 * the system after the start go to `onError` and end nothing. Throws TransportError `not-bound` when the port cannot be had.
 */
export async function openUdpListener({
  host,
  port,
  receive,
  onError,
}: {
  host: string;
  port: number;
  receive: (datagram: Uint8Array, from: Peer) => void;
  onError: (error: Error) => void;
}): Promise<UdpListener> {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: WANTED_RECEIVE_BYTES,
    lookup: (address, _options, done) => done(null, address, 4),
  });
  await new Promise<void>((bound, failed) => {
    socket.once('error', (cause) => {
      socket.close();
      const message = `Cannot listen on ${host}:${port}: is another program using it, and is ${host} an IPv4 address of this machine?`;
      failed(new TransportError('not-bound', message, { cause }));
    });
    socket.bind({ address: host, port, exclusive: true }, bound);
  });
  socket.removeAllListeners('error');
  socket.on('error', onError);
  socket.on('message', (datagram: Buffer, from: RemoteInfo) => receive(datagram, from));
  const own = socket.address();
  let closing: Promise<void> | null = null;
  return {
    address: own.address,
    port: own.port,
    send(datagram, peer) {
      if (closing === null) {
        socket.send(datagram, peer.port, peer.address);
      }
    },
    close() {
      closing ??= new Promise((closed) => socket.close(() => closed()));
      return closing;
    },
  };
}

/** Whether a listener hears what is sent to `peer`: it may listen at all addresses of this machine. */
export function listensAt(listener: Peer, peer: Peer): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return (
    listener.port === peer.port &&
    (listener.address === peer.address ||
      (listener.address === '0.0.0.0' && own.some(({ address }) => address === peer.address)))
  );
}
