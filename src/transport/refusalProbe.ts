import { createSocket } from 'node:dgram';

export type Peer = { address: string; port: number };

/** How long a host may take to say that the port is closed. */
const LISTEN_MS = 1_000;
/** Each probe costs a file descriptor; past this many at once the refusal is simply not learnt. */
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
  const open = new Set<() => void>();
  return {
    probe(peer, datagram, refused) {
      if (open.size >= PROBES_AT_ONCE) {
        return () => {};
      }
      const socket = createSocket(peer.address.includes(':') ? 'udp6' : 'udp4');
      const end = () => {
        if (open.delete(end)) {
          clearTimeout(timer);
          socket.close();
        }
      };
      const timer = setTimeout(end, LISTEN_MS);
      open.add(end);
      socket.on('error', (error) => {
        const wasOpen = open.has(end);
        end();
        if (wasOpen && 'code' in error && error.code === 'ECONNREFUSED') {
          refused();
        }
      });
      socket.on('connect', () => {
        if (open.has(end)) {
          onSent();
          socket.send(datagram);
        }
      });
      socket.connect(peer.port, peer.address);
      return end;
    },
    close() {
      for (const end of open) {
        end();
      }
    },
  };
}
