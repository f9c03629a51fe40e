import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { answerRequest } from '#sandbox/servers/answerRequest.ts';
import { createChallenges } from '#sandbox/servers/challenges.ts';
import { advanceLife, beginLife, type Habits, still } from '#sandbox/servers/serverLife.ts';
import { tf2Server } from '#sandbox/servers/tf2Server.ts';

const PORT = 27_015;

/** Game servers, each at an address of its own, that know who asked them. */
export type FleetServers = {
  /** HOST of each; the port is the same for all. */
  hosts: readonly string[];
  port: number;
  /** Down, it says nothing to whoever asks. */
  setUp(host: string, isUp: boolean): void;
  /** Without its program the port is closed. */
  setRunning(host: string, isRunning: boolean): Promise<void>;
  /** How many processes sent something to each server since the last time; a process has one socket for a server. */
  takeAskers(): Map<string, number>;
  /** Datagrams that came in so far. */
  heard(): number;
  close(): Promise<void>;
};

/** Starts so many, at 127.1.GROUP.1 and on: nobody else of this machine is there. Nothing happens on them unless `habits` say so. */
export async function startFleetServers({
  count,
  now,
  group,
  habits = still(tf2Server.habits),
}: {
  count: number;
  now: () => number;
  group: number;
  habits?: Habits;
}): Promise<FleetServers> {
  const hosts = Array.from({ length: count }, (_, n) => `127.1.${group}.${n + 1}`);
  const lives = new Map(hosts.map((host, n) => [host, beginLife(habits, 7 + n, now())]));
  const down = new Set<string>();
  const sockets = new Map<string, Socket>();
  const challenges = createChallenges(7);
  let askers = new Map<string, Set<number>>();
  let heard = 0;

  function hear(host: string, socket: Socket): void {
    socket.on('message', (datagram, peer) => {
      heard += 1;
      askers.set(host, (askers.get(host) ?? new Set()).add(peer.port));
      const before = lives.get(host);
      if (before === undefined || down.has(host)) {
        return;
      }
      const life = advanceLife(before, habits, now());
      lives.set(host, life);
      const moment = { life, port: PORT, hideNames: false, answerNumber: 1 };
      for (const answer of answerRequest(tf2Server, challenges, datagram, peer, moment)) {
        socket.send(answer, peer.port, peer.address);
      }
    });
  }

  async function begin(host: string): Promise<void> {
    const socket = createSocket('udp4');
    sockets.set(host, socket);
    hear(host, socket);
    socket.bind(PORT, host);
    await once(socket, 'listening');
  }

  async function end(host: string): Promise<void> {
    const socket = sockets.get(host);
    sockets.delete(host);
    await new Promise<void>((done) => (socket === undefined ? done() : socket.close(done)));
  }

  await Promise.all(hosts.map(begin));

  return {
    hosts,
    port: PORT,
    setUp: (host, isUp) => void (isUp ? down.delete(host) : down.add(host)),
    setRunning: (host, isRunning) => (isRunning ? begin(host) : end(host)),
    takeAskers() {
      const taken = new Map([...askers].map(([host, ports]) => [host, ports.size]));
      askers = new Map();
      return taken;
    },
    heard: () => heard,
    async close() {
      await Promise.all([...sockets.keys()].map(end));
    },
  };
}
