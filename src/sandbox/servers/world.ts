import { answerRequest } from './answerRequest.ts';
import { arkServer } from './arkServer.ts';
import { createChallenges } from './challenges.ts';
import { cs2Server } from './cs2Server.ts';
import { cs16Server } from './cs16Server.ts';
import type { GameKind } from './gameKind.ts';
import { bringUp, emptyOut, fillUp, joinOne, restart, takeDown } from './lifeControls.ts';
import { seedFor } from './seededRandom.ts';
import { advanceLife, beginLife, type Life, still } from './serverLife.ts';
import { openServerSocket, type ServerSocket } from './serverSocket.ts';
import { tf2Server } from './tf2Server.ts';

/** The kinds of servers that a simulated world has, in the order in which they are shown. */
export const WORLD_KINDS: readonly GameKind[] = [arkServer, cs2Server, tf2Server, cs16Server];

/** A simulated server as somebody who runs it sees it. Times in ms of the world's clock. */
export type SimulatedServer = {
  readonly id: string;
  /** As gamedig names it. */
  readonly game: string;
  readonly gameName: string;
  readonly name: string;
  /** Where it answers, "127.0.0.1:27015". */
  readonly address: string;
  readonly port: number;
  readonly state: 'up' | 'down';
  readonly since: number;
  readonly map: string;
  readonly players: readonly string[];
  readonly slots: number;
  readonly bots: number;
  readonly hidesNames: boolean;
  readonly lagMs: number;
};

/** Game servers on real sockets. The controls throw a RangeError for an id that no server has. */
export type World = {
  /** All servers as they are now. */
  servers(): SimulatedServer[];
  /** Lets time pass up to the clock's now. Questions on the wire do the same by themselves. */
  step(): void;
  takeDown(id: string): void;
  bringUp(id: string): void;
  /** A new process: nobody on it, next map. */
  restart(id: string): void;
  fillUp(id: string): void;
  /** One more player. */
  join(id: string): void;
  empty(id: string): void;
  hideNames(id: string, hidden: boolean): void;
  /** Every answer comes this many ms later. */
  lag(id: string, ms: number): void;
  /** Calls back when something that `servers` shows is different; gives back how to stop that. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

export type WorldOptions = {
  /** The same seed lives the same lives. */
  readonly seed: number;
  /** Ms since 1970. */
  readonly now: () => number;
  /** Nothing happens by itself: for tests in which only the controls may change something. */
  readonly still?: boolean;
  /** Wanted ports by server id; any free port when missing or taken. */
  readonly ports?: Readonly<Record<string, number>>;
  /** How often the world steps by itself, in ms; when missing it is stepped by its owner only. */
  readonly tickMs?: number;
};

type Running = {
  readonly kind: GameKind;
  life: Life;
  hidesNames: boolean;
  lagMs: number;
  answers: number;
  socket: ServerSocket;
};

/** Opens one socket for each kind of server and lets them live. */
export async function startSimulatedWorld(options: WorldOptions): Promise<World> {
  const kinds = WORLD_KINDS.map((kind) =>
    options.still ? { ...kind, habits: still(kind.habits) } : kind,
  );
  const running = new Map<string, Running>();
  try {
    for (const kind of kinds) {
      running.set(kind.id, await startServer(kind, options));
    }
  } catch (error) {
    await closeAll(running.values());
    throw error;
  }
  return worldOf(running, options);
}

async function startServer(kind: GameKind, { seed, now, ports }: WorldOptions): Promise<Running> {
  const chance = seedFor(seed, kind.id);
  const challenges = createChallenges(chance);
  const server = {
    kind,
    life: beginLife(kind.habits, chance, now()),
    hidesNames: kind.hidesNames,
    lagMs: 0,
    answers: 0,
  };
  const socket: ServerSocket = await openServerSocket(
    ports?.[kind.id] ?? 0,
    ({ datagram, peer, send }) => {
      pass(server, now());
      if (server.life.power.state === 'down') {
        return;
      }
      server.answers += 1;
      const moment = {
        life: server.life,
        port: socket.port,
        hideNames: server.hidesNames,
        answerNumber: server.answers,
      };
      const answer = answerRequest(kind, challenges, datagram, peer, moment);
      const sendAll = () => answer.forEach(send);
      if (server.lagMs === 0) {
        sendAll();
      } else {
        setTimeout(sendAll, server.lagMs).unref();
      }
    },
  );
  return Object.assign(server, { socket });
}

function pass(server: Pick<Running, 'kind' | 'life'>, now: number): void {
  server.life = advanceLife(server.life, server.kind.habits, now);
}

function worldOf(running: ReadonlyMap<string, Running>, { now, tickMs }: WorldOptions): World {
  const listeners = new Set<() => void>();
  const servers = () => [...running.values()].map(describe);
  let shown = JSON.stringify(servers());
  const tell = () => {
    const shows = JSON.stringify(servers());
    if (shows !== shown) {
      shown = shows;
      for (const listener of [...listeners]) {
        listener();
      }
    }
  };
  const step = () => {
    for (const server of running.values()) {
      pass(server, now());
    }
    tell();
  };
  const change = (id: string, apply: (server: Running) => void) => {
    const server = running.get(id);
    if (server === undefined) {
      throw new RangeError(
        `no simulated server "${id}": there are ${[...running.keys()].join(', ')}`,
      );
    }
    pass(server, now());
    apply(server);
    tell();
  };
  const changeLife = (control: (life: Life, habits: GameKind['habits']) => Life) => (id: string) =>
    change(id, (server) => {
      server.life = control(server.life, server.kind.habits);
    });
  const timer = tickMs === undefined ? null : setInterval(step, tickMs).unref();
  return {
    servers,
    step,
    takeDown: changeLife(takeDown),
    bringUp: changeLife(bringUp),
    restart: changeLife(restart),
    fillUp: changeLife(fillUp),
    join: changeLife(joinOne),
    empty: changeLife(emptyOut),
    hideNames: (id, hidden) =>
      change(id, (server) => {
        server.hidesNames = hidden;
      }),
    lag: (id, ms) =>
      change(id, (server) => {
        server.lagMs = ms;
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      if (timer !== null) {
        clearInterval(timer);
      }
      await closeAll(running.values());
    },
  };
}

async function closeAll(servers: Iterable<Running>): Promise<void> {
  await Promise.all([...servers].map(({ socket }) => socket.close()));
}

function describe({ kind, life, hidesNames, lagMs, socket }: Running): SimulatedServer {
  return {
    id: kind.id,
    game: kind.game,
    gameName: kind.gameName,
    name: kind.name.trim(),
    address: `127.0.0.1:${socket.port}`,
    port: socket.port,
    state: life.power.state,
    since: life.power.since,
    map: life.map,
    players: life.visitors.map(({ name }) => name),
    slots: kind.habits.slots,
    bots: kind.bots(life).length,
    hidesNames,
    lagMs,
  };
}
