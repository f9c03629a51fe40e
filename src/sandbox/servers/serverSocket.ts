import { createSocket } from 'node:dgram';

/** What arrives at a simulated server, and how to send something back. */
export type Visit = {
  readonly datagram: Uint8Array;
  readonly peer: { readonly address: string; readonly port: number };
  readonly send: (datagram: Uint8Array) => void;
};

/** The UDP socket of one simulated server. */
export type ServerSocket = {
  readonly port: number;
  /** Sends to somebody who did not ask. */
  send(datagram: Uint8Array, peer: Visit['peer']): void;
  close(): Promise<void>;
};

/**
 * Listens on 127.0.0.1. When the wanted port is taken, any free one is used; 0 means any. Rejects with the socket's
 * error when there is no port at all.
 */
export async function openServerSocket(
  wantedPort: number,
  receive: (visit: Visit) => void,
): Promise<ServerSocket> {
  try {
    return await bind(wantedPort, receive);
  } catch (error) {
    if (wantedPort !== 0 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      return await bind(0, receive);
    }
    throw error;
  }
}

function bind(port: number, receive: (visit: Visit) => void): Promise<ServerSocket> {
  const socket = createSocket('udp4');
  let open = true;
  socket.on('message', (datagram, { address, port: from }) => {
    receive({
      datagram,
      peer: { address, port: from },
      // A send can be late (lag) or meet a client that is gone; neither is the server's concern.
      send: (answer) => open && socket.send(answer, from, address, () => undefined),
    });
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve({
        port: socket.address().port,
        send: (datagram, peer) =>
          open && socket.send(datagram, peer.port, peer.address, () => undefined),
        close: () =>
          new Promise((closed) => {
            open = false;
            socket.close(() => closed());
          }),
      });
    });
  });
}
