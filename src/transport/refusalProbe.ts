import { createSocket } from 'node:dgram';

export type Peer = { address: string; port: number };

/** How long a host may take to say that the port is closed. */
const LISTEN_MS = 1_000;
/** Each probe costs a file descriptor while it listens; more of them wait for their turn. */
const PROBES_AT_ONCE = 64;

export type RefusalProbes = {
  /**
   * Sends `datagram` once from a socket connected to `peer` and calls `refused` when the host answers that nothing
   * listens on that port. What else comes back is ignored: a challenge given to this socket is of no use to another.
   * Gives a function that ends the probe.
   */
  probe(peer: Peer, datagram: Uint8Array, refused: () => void): () => void;
  close(): void;
};

/**
 * Finds closed ports. ICMP "port unreachable" reaches only a connected socket, and the shared ones are not connected;
 * so a server that keeps silent is asked once more from a socket of its own. "Refused" tells an owner that the machine is
 * up and the game server is not running, which "no answer" cannot (spec a2s case 28).
 */
export function createRefusalProbes(onSent: () => void): RefusalProbes {
  const waiting = new Set<() => void>();
  const listening = new Set<() => void>();

  function startNext(): void {
    const [start] = waiting;
    if (start && listening.size < PROBES_AT_ONCE) {
      waiting.delete(start);
      start();
    }
  }

  function listen(peer: Peer, datagram: Uint8Array, refused: () => void): () => void {
    const socket = createSocket(peer.address.includes(':') ? 'udp6' : 'udp4');
    const end = () => {
      if (listening.delete(end)) {
        clearTimeout(timer);
        socket.close();
        startNext();
      }
    };
    const timer = setTimeout(end, LISTEN_MS);
    listening.add(end);
    socket.on('error', (error) => {
      const wanted = listening.has(end);
      end();
      if (wanted && 'code' in error && error.code === 'ECONNREFUSED') {
        refused();
      }
    });
    socket.on('connect', () => {
      if (listening.has(end)) {
        onSent();
        socket.send(datagram);
      }
    });
    socket.connect(peer.port, peer.address);
    return end;
  }

  return {
    probe(peer, datagram, refused) {
      let end = () => {};
      const start = () => {
        end = listen(peer, datagram, refused);
      };
      waiting.add(start);
      startNext();
      return () => {
        waiting.delete(start);
        end();
      };
    },
    close() {
      waiting.clear();
      for (const end of listening) {
        end();
      }
    },
  };
}
