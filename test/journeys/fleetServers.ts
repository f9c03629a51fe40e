import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { answerRequest } from '#sandbox/servers/answerRequest.ts';
import { createChallenges } from '#sandbox/servers/challenges.ts';
import { beginLife, still } from '#sandbox/servers/serverLife.ts';
import { tf2Server } from '#sandbox/servers/tf2Server.ts';

const PORT = 27_015;

/** Game servers on which nothing happens, each at an address of its own, that know who asked them. */
export type FleetServers = {
  /** HOST of each; the port is the same for all. */
  hosts: readonly string[];
  port: number;
  setUp(host: string, isUp: boolean): void;
  /** How many processes sent something to each server since the last time; a process has one socket for a server. */
  takeAskers(): Map<string, number>;
  close(): Promise<void>;
};

/** Starts so many, at 127.1.GROUP.1 and on: nobody else of this machine is there. */
export async function startFleetServers(
  count: number,
  now: () => number,
  group: number,
): Promise<FleetServers> {
  const hosts = Array.from({ length: count }, (_, n) => `127.1.${group}.${n + 1}`);
  const down = new Set<string>();
  let askers = new Map<string, Set<number>>();
  const challenges = createChallenges(7);
  const life = beginLife(still(tf2Server.habits), 7, now());

  const sockets = hosts.map((host) => {
    const socket = createSocket('udp4');
    socket.on('message', (datagram, peer) => {
      askers.set(host, (askers.get(host) ?? new Set()).add(peer.port));
      if (!down.has(host)) {
        const moment = { life, port: PORT, hideNames: false, answerNumber: 1 };
        for (const answer of answerRequest(tf2Server, challenges, datagram, peer, moment)) {
          socket.send(answer, peer.port, peer.address);
        }
      }
    });
    socket.bind(PORT, host);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'listening')));

  return {
    hosts,
    port: PORT,
    setUp: (host, isUp) => void (isUp ? down.delete(host) : down.add(host)),
    takeAskers() {
      const taken = new Map([...askers].map(([host, ports]) => [host, ports.size]));
      askers = new Map();
      return taken;
    },
    async close() {
      await Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.close(done))));
    },
  };
}
