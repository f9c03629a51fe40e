import type { Game } from './game.ts';
import { findGame, GAMES } from './games.ts';
import { firstPort } from './serverKey.ts';
import type { Target } from './target.ts';

/** One port and protocol at which a server may answer. */
export type Candidate = {
  /** The row to ask through gamedig; null = A2S. */
  gamedig: Game | null;
  port: number;
  /**
   * "given": the port the person named or the game's default. "neighbour": a port beside it, believed only when what
   * answers there names the given port as its game port. "remembered": what fitted before.
   */
  role: 'given' | 'neighbour' | 'remembered';
};

/** What fitted before: a port, and a gamedig type or null for A2S. */
export type Fit = { port: number; gamedig: string | null };

/** Neighbours cost strangers datagrams: no more than these are tried. */
const NEIGHBOURS_AT_MOST = 4;
/** A host that runs many servers counts up from the default port. */
const SAME_RANGE = 100;

/** Protocols worth a try at their own default port when no game was named: many servers, and cheap to ask. */
const GUESSED = ['minecraft', 'mbe', 'gta5f', 'gtasam', 'mumble'];

/**
 * Where to look for a server, in order: what fitted before, the port given, other protocols that live on that port, the
 * neighbours of the game named, or of every game whose usual port is near (spec a2s cases 123, 124).
 */
export function candidatesFor(target: Target, remembered: Fit | null): Candidate[] {
  const first = firstPort(target);
  if (first === null) {
    return [];
  }
  const game = target.game === null ? null : findGame(target.game);
  const own = game?.protocol === 'gamedig' ? game : null;
  const found: Candidate[] = [
    ...(remembered === null ? [] : [fromFit(remembered)]),
    { gamedig: own, port: first, role: 'given' },
    ...(game === null ? guessesAt(first) : []),
    ...neighbourPorts(first, target, game).map(
      (port): Candidate => ({ gamedig: own, port, role: 'neighbour' }),
    ),
  ];
  return found.filter(
    (one, index) =>
      found.findIndex((other) => other.port === one.port && other.gamedig === one.gamedig) ===
      index,
  );
}

function fromFit({ port, gamedig }: Fit): Candidate {
  return { gamedig: gamedig === null ? null : findGame(gamedig), port, role: 'remembered' };
}

function guessesAt(port: number): Candidate[] {
  return GUESSED.map(findGame)
    .filter((game) => game !== null && game.queryPort === port)
    .map((gamedig) => ({ gamedig, port, role: 'given' }));
}

function neighbourPorts(port: number, target: Target, game: Game | null): number[] {
  if (target.port === null) {
    return [];
  }
  const offsets =
    game !== null && game.id !== 'source'
      ? game.neighbours
      : GAMES.filter((one) => one.protocol === 'a2s' && isNear(one.port, port)).flatMap(
          (one) => one.neighbours,
        );
  return [...new Set(offsets)]
    .map((offset) => port + offset)
    .filter((neighbour) => neighbour >= 1 && neighbour <= 65_535)
    .slice(0, NEIGHBOURS_AT_MOST);
}

const isNear = (usual: number | null, port: number): boolean =>
  usual !== null && Math.abs(usual - port) <= SAME_RANGE;
