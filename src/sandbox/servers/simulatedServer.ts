import { createMasterReporter, type MasterReporter } from '#sandbox/lists/masterReporter.ts';
import { answerRequest } from './answerRequest.ts';
import { createChallenges } from './challenges.ts';
import type { GameKind, Moment } from './gameKind.ts';
import { reportOf } from './heartbeat.ts';
import type { SampKind } from './sampKinds.ts';
import { advanceLife, beginLife, type Habits, type Life } from './serverLife.ts';
import { openServerSocket, type ServerSocket, type Visit } from './serverSocket.ts';
import { createWire, NO_TROUBLE, type WireTrouble } from './wireTrouble.ts';

/** A kind of A2S server, or one of SA:MP, which answers datagrams by itself. */
export type ServerKind = GameKind | SampKind;

/** A simulated server as somebody who runs it sees it. Times in ms of the world's clock. */
export type SimulatedServer = {
  readonly id: string;
  /** As people name it to the bot. */
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
} & WireTrouble;

/** A server that lives and answers on a socket of its own. Each control acts on the server as it is at the clock's now. */
export type RunningServer = {
  view(): SimulatedServer;
  /** Lets time pass up to the clock's now. */
  step(): void;
  /** Does something to its life, e.g. `takeDown`. */
  control(act: (life: Life, habits: Habits) => Life): void;
  hideNames(hidden: boolean): void;
  /** Changes what is wrong on the way to it. */
  trouble(change: Partial<WireTrouble>): void;
  /**
   * Registers with a master server, as often as its engine does. Taken down it says goodbye; when it fails by itself it does
   * not. Nothing happens for a kind that registers nowhere.
   */
  registerWith(master: Visit['peer']): void;
  close(): Promise<void>;
};

/** Opens the socket and begins the life. `chance` decides both what happens and the challenges. */
export async function startSimulatedServer(
  kind: ServerKind,
  { chance, now, port }: { chance: number; now: () => number; port: number },
): Promise<RunningServer> {
  const answer = answererOf(kind, chance);
  let life = beginLife(kind.habits, chance, now());
  let { hidesNames } = kind;
  let trouble = NO_TROUBLE;
  const wire = createWire(chance);
  let answers = 0;
  let registering: Registering | null = null;

  const step = () => {
    life = advanceLife(life, kind.habits, now());
    registering?.step(life);
  };
  const receive = ({ datagram, peer, send }: Visit) => {
    step();
    if (life.power.state === 'down' || registering?.receive(datagram, peer)) {
      return;
    }
    const spared = 'begin' in kind && kind.sparedByFloods(datagram);
    if (!wire.arrives(trouble, spared)) {
      return;
    }
    answers += 1;
    const moment = { life, port: socket.port, hideNames: hidesNames, answerNumber: answers };
    const reply = wire.survivors(trouble, answer(datagram, peer, moment));
    const delayMs = wire.delayMs(trouble);
    if (delayMs === 0) {
      reply.forEach(send);
    } else {
      setTimeout(() => reply.forEach(send), delayMs).unref();
    }
  };
  const socket = await openServerSocket(port, receive);

  return {
    step,
    view: () => ({
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
      ...trouble,
    }),
    control: (act) => {
      step();
      const before = life.power;
      life = act(life, kind.habits);
      if (before.state === 'up' && life.power !== before && life.power.state === 'down') {
        registering?.quit();
      }
    },
    hideNames: (hidden) => {
      hidesNames = hidden;
    },
    trouble: (change) => {
      trouble = { ...trouble, ...change };
    },
    registerWith: (master) => {
      registering = registeringOf(kind, master, socket, () => life);
      step();
    },
    close: () => socket.close(),
  };
}

type Answerer = (
  datagram: Uint8Array,
  peer: Visit['peer'],
  moment: Moment,
) => readonly Uint8Array[];

function answererOf(kind: ServerKind, chance: number): Answerer {
  if ('begin' in kind) {
    const answer = kind.begin();
    return (datagram, { address }, moment) => answer(datagram, address, moment);
  }
  const challenges = createChallenges(chance);
  return (datagram, peer, moment) => answerRequest(kind, challenges, datagram, peer, moment);
}

type Registering = {
  /** Joins when it is time, and anew after every start of the server. */
  step(life: Life): void;
  receive: MasterReporter['receive'];
  quit(): void;
};

function registeringOf(
  kind: ServerKind,
  master: Visit['peer'],
  { send }: ServerSocket,
  lifeNow: () => Life,
): Registering | null {
  const heartbeat = 'heartbeat' in kind ? kind.heartbeat : null;
  if (heartbeat === null) {
    return null;
  }
  const { engine } = heartbeat;
  const report = () => {
    const life = lifeNow();
    return reportOf(heartbeat, { life, slots: kind.habits.slots, bots: kind.bots(life).length });
  };
  const begin = () => createMasterReporter({ master, engine, report, send });
  let reporter = begin();
  let startedAt = lifeNow().power.since;
  return {
    step({ at, power }) {
      if (power.state === 'up' && power.since !== startedAt) {
        startedAt = power.since;
        reporter = begin();
      }
      if (power.state === 'up') {
        reporter.step(at);
      }
    },
    receive: (datagram, from) => reporter.receive(datagram, from),
    quit: () => reporter.quit(),
  };
}
