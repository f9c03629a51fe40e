import { arkIsland, arkOtherMaps } from './arkCluster.ts';
import { cs2Server } from './cs2Server.ts';
import { cs16Server } from './cs16Server.ts';
import { bringUp, emptyOut, fillUp, joinOne, restart, takeDown } from './lifeControls.ts';
import { openmpKind, sampBigKind } from './sampKinds.ts';
import { seedFor } from './seededRandom.ts';
import { still } from './serverLife.ts';
import {
  type RunningServer,
  type ServerKind,
  type SimulatedServer,
  startSimulatedServer,
} from './simulatedServer.ts';
import { tf2Server } from './tf2Server.ts';
import type { WireTrouble } from './wireTrouble.ts';

/** The kinds of servers that a world has, in the order in which they are shown. */
const KINDS: readonly [ServerKind, ...ServerKind[]] = [
  arkIsland,
  cs2Server,
  tf2Server,
  cs16Server,
  sampBigKind,
  openmpKind,
];

/** Game servers on real sockets. The controls throw a RangeError for an id that no server has. */
export type World = {
  /** All servers as they are now. */
  servers(): SimulatedServer[];
  /** Lets time pass up to the clock's now. Questions on the wire do the same by themselves. */
  step(): void;
  /** Silent until somebody brings it up. */
  takeDown(id: string): void;
  bringUp(id: string): void;
  /** A new process: nobody on it, next map. */
  restart(id: string): void;
  fillUp(id: string): void;
  /** One more player. */
  join(id: string): void;
  empty(id: string): void;
  hideNames(id: string, hidden: boolean): void;
  /** Changes what is wrong on the way to it: answers late, datagrams lost, a flood of others' questions. */
  trouble(id: string, change: Partial<WireTrouble>): void;
  /** All that do such a thing register with this master server, and go on doing so. */
  registerWith(master: { readonly address: string; readonly port: number }): void;
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
  /** With the other four maps of the ARK cluster. */
  readonly cluster?: boolean;
  /** How often the world steps by itself, in ms; when missing it is stepped by its owner only. */
  readonly tickMs?: number;
};

/** Opens one socket for each server and lets them live. When one cannot open, none is left open. */
export async function startSimulatedWorld(options: WorldOptions): Promise<World> {
  const { seed, now, ports, tickMs, cluster = false } = options;
  const [first, ...others] = KINDS;
  const kinds = [first, ...(cluster ? arkOtherMaps : []), ...others];
  const servers = new Map<string, RunningServer>();
  try {
    for (const kind of kinds) {
      const habits = options.still ? still(kind.habits) : kind.habits;
      const at = { chance: seedFor(seed, kind.id), now, port: ports?.[kind.id] ?? 0 };
      servers.set(kind.id, await startSimulatedServer({ ...kind, habits }, at));
    }
  } catch (error) {
    await closeAll(servers);
    throw error;
  }
  const world = worldOf(servers);
  const timer = tickMs === undefined ? undefined : setInterval(world.step, tickMs).unref();
  return {
    ...world,
    close: async () => {
      clearInterval(timer);
      await closeAll(servers);
    },
  };
}

function worldOf(running: ReadonlyMap<string, RunningServer>): Omit<World, 'close'> {
  const servers = () => [...running.values()].map((server) => server.view());
  const news = createNews(() => JSON.stringify(servers()));
  const change = (id: string, act: (server: RunningServer) => void) => {
    const server = running.get(id);
    if (server === undefined) {
      const known = [...running.keys()].join(', ');
      throw new RangeError(`no simulated server "${id}": there are ${known}`);
    }
    act(server);
    news.tell();
  };
  const controlled = (act: Parameters<RunningServer['control']>[0]) => (id: string) =>
    change(id, (server) => server.control(act));
  return {
    servers,
    step: () => {
      for (const server of running.values()) {
        server.step();
      }
      news.tell();
    },
    takeDown: controlled(takeDown),
    bringUp: controlled(bringUp),
    restart: controlled(restart),
    fillUp: controlled(fillUp),
    join: controlled(joinOne),
    empty: controlled(emptyOut),
    hideNames: (id, hidden) => change(id, (server) => server.hideNames(hidden)),
    trouble: (id, wrong) => change(id, (server) => server.trouble(wrong)),
    registerWith: (master) => {
      for (const server of running.values()) {
        server.registerWith(master);
      }
    },
    subscribe: news.subscribe,
  };
}

/** Tells its listeners when what is shown is not what was shown the last time. */
function createNews(show: () => string) {
  const listeners = new Set<() => void>();
  let shown = show();
  return {
    tell: () => {
      const before = shown;
      shown = show();
      if (shown !== before) {
        for (const listener of [...listeners]) {
          listener();
        }
      }
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

async function closeAll(servers: ReadonlyMap<string, RunningServer>): Promise<void> {
  await Promise.all([...servers.values()].map((server) => server.close()));
}
