import { readHeader, type SampOpcode, type SampTarget } from '#codec/samp/header.ts';
import { encodePlayers } from '#codec/samp/players.ts';
import { type ConsoleResult, rconReply } from './sampConsole.ts';
import { NO_SAMP_FAULTS, type SampFaults, spoil } from './sampFaults.ts';
import { createNeighbourGuard, createRateGuard, type FloodGuard } from './sampFlood.ts';
import { sampReply } from './sampReply.ts';
import {
  defaultSampSettings,
  type SampFamily,
  type SampGuest,
  type SampSettings,
  type SampState,
} from './sampSettings.ts';

/** A datagram that reached the server, answered or not. `at` in ms. */
type SampHeard = { opcode: SampOpcode; at: number; bytes: Uint8Array };

/** What leaves the server for one datagram, and how much later (ms). */
type SampLeaving = { datagrams: readonly Uint8Array[]; delayMs: number };

/** A SA:MP server without its socket: what it knows, what is wrong with it, and what it answers. */
export type SampBehaviour = {
  readonly state: SampState;
  readonly faults: SampFaults;
  /** Everything that was asked, in order. */
  readonly heard: readonly SampHeard[];
  set(change: Partial<SampSettings>): void;
  seat(guests: readonly SampGuest[]): void;
  fail(faults: Partial<SampFaults>): void;
  /** The game mode is being loaded: nothing is answered until it is over. */
  restart(restarting: boolean): void;
  answer(datagram: Uint8Array, from: string): SampLeaving;
};

export type SampBehaviourOptions = {
  family: SampFamily;
  settings?: Partial<SampSettings>;
  guests?: readonly SampGuest[];
  faults?: Partial<SampFaults>;
  /** In ms. */
  now: () => number;
};

/** How long a game mode takes to load after the console asked for it, in ms. */
const RESTART_MS = 5_000;
const NOTHING: SampLeaving = { datagrams: [], delayMs: 0 };
/** So much is remembered of what was asked and of what was true before. */
const MOST_KEPT = 1_000;

/** One server as its family behaves (spec samp section 7), until something is switched wrong. */
export function createSampBehaviour(options: SampBehaviourOptions): SampBehaviour {
  const { family, now } = options;
  let state: SampState = {
    settings: { ...defaultSampSettings(family), ...options.settings },
    guests: options.guests ?? [],
    restarting: false,
  };
  let faults: SampFaults = { ...NO_SAMP_FAULTS, ...options.faults };
  let guards = guardsOf(family, faults);
  const heard: SampHeard[] = [];
  const past = [{ at: now(), state }];
  let restartedAt = Number.NEGATIVE_INFINITY;

  function change(next: Partial<SampState>): void {
    state = { ...state, ...next };
    keep(past, { at: now(), state });
  }

  /** What a caching proxy still believes; the truth when there is none. */
  function believed(): SampState {
    const until = now() - faults.staleMs;
    return faults.staleMs === 0 ? state : (past.findLast(({ at }) => at <= until)?.state ?? state);
  }

  const timesAsked = (opcode: SampOpcode) => heard.filter((one) => one.opcode === opcode).length;

  function getsThrough(opcode: SampOpcode, target: SampTarget, from: string): boolean {
    return (
      timesAsked(opcode) > (faults.loseFirst[opcode] ?? 0) &&
      !faults.silent.includes(opcode) &&
      (faults.publicAddress === null || target.address === faults.publicAddress) &&
      guards.every((guard) => guard(opcode, from, now()))
    );
  }

  function replies(opcode: SampOpcode, target: SampTarget, datagram: Uint8Array): Uint8Array[] {
    const { swapped, countZero } = faults;
    if (opcode === 'x') {
      const { datagrams, result } = rconReply(datagram, state);
      obey(result);
      return datagrams;
    }
    if (swapped?.opcode === opcode && timesAsked(opcode) <= swapped.times) {
      const confused = sampReply(withOpcode(datagram, swapped.body), believed());
      return confused.map((reply) => withOpcode(reply, opcode));
    }
    const isList = opcode === 'c' || opcode === 'd';
    return countZero && isList && state.guests.length > 100
      ? [encodePlayers(target, opcode, { declared: 0, entries: [] })]
      : sampReply(datagram, believed());
  }

  function obey(result: ConsoleResult | null): void {
    if (result !== null) {
      change({
        settings: { ...state.settings, ...result.settings },
        guests: state.guests.filter(({ slot }) => slot !== result.kicked),
        restarting: result.restarts ?? state.restarting,
      });
      restartedAt = result.restarts === true ? now() + RESTART_MS : restartedAt;
    }
  }

  return {
    get state() {
      return state;
    },
    get faults() {
      return faults;
    },
    heard,
    set: (settings) => change({ settings: { ...state.settings, ...settings } }),
    seat: (guests) => change({ guests }),
    restart(restarting) {
      restartedAt = Number.POSITIVE_INFINITY;
      change({ restarting });
    },
    fail(more) {
      faults = { ...faults, ...more };
      guards = guardsOf(family, faults);
    },
    answer(datagram, from) {
      const header = readHeader(datagram);
      if (header === null) {
        return NOTHING;
      }
      const { opcode, target } = header;
      if (state.restarting && now() >= restartedAt) {
        change({ restarting: false });
      }
      keep(heard, { opcode, at: now(), bytes: datagram });
      if (!getsThrough(opcode, target, from)) {
        return NOTHING;
      }
      const leaving = replies(opcode, target, datagram).map((reply) => spoil(reply, faults));
      return {
        datagrams: faults.twice ? leaving.flatMap((reply) => [reply, reply]) : leaving,
        delayMs: faults.late[opcode] ?? 0,
      };
    },
  };
}

type OpcodeGuard = (opcode: SampOpcode, from: string, now: number) => boolean;

/** SA-MP's own limit lets pings pass; a firewall counts everything; open.mp has none. */
function guardsOf(family: SampFamily, { perSecond }: SampFaults): OpcodeGuard[] {
  const neighbours: FloodGuard = createNeighbourGuard();
  const own: OpcodeGuard[] =
    family === 'samp' ? [(opcode, from, now) => opcode === 'p' || neighbours(from, now)] : [];
  if (perSecond === null) {
    return own;
  }
  const rate = createRateGuard(perSecond);
  return [(_, from, now) => rate(from, now), ...own];
}

function withOpcode(datagram: Uint8Array, opcode: SampOpcode): Uint8Array {
  const changed = datagram.slice();
  changed[10] = opcode.charCodeAt(0);
  return changed;
}

function keep<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > MOST_KEPT) {
    list.shift();
  }
}
