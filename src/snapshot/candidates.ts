import type { Game } from './game.ts';
import { findGame, GAMES } from './games.ts';
import { firstPort } from './serverKey.ts';
import type { Target } from './target.ts';

/** A way to ask a server: a protocol and a port. What fitted before is remembered as one. */
export type Way = {
  protocol: Game['protocol'];
  /** The row whose id is the gamedig type; null for the others, where any game may answer. */
  game: Game | null;
  port: number;
};

/**
 * "given": at the port the person named or the game's default. "neighbour": at a port beside it, believed only when what
 * answers there names the given port as its game port. "remembered": what fitted before.
 */
export type Candidate = Way & { role: 'given' | 'neighbour' | 'remembered' };

/** Neighbours cost strangers datagrams: no more than these are tried. */
const NEIGHBOURS_AT_MOST = 4;
/** A host that runs many servers counts up from the default port. */
const SAME_RANGE = 100;

/** Protocols worth a try at their own default port when no game was named: many servers, and cheap to ask. */
const GUESSED = ['samp', 'minecraft', 'mbe', 'gta5f', 'mumble']
  .map(findGame)
  .filter((game) => game !== null);
const WITH_NEIGHBOURS = GAMES.filter(
  ({ protocol, neighbours }) => protocol === 'a2s' && neighbours.length > 0,
);

/**
 * Where to look for a server, in order: what fitted before, the port given, other protocols that live on that port, the
 * neighbours of the game named, or of every game whose usual port is near (spec a2s cases 123, 124).
 */
export function candidatesFor(target: Target, remembered: Way | null): Candidate[] {
  const first = firstPort(target);
  if (first === null) {
    return [];
  }
  const game = target.game === null ? null : findGame(target.game);
  const own = wayOf(game);
  const found: Candidate[] = [
    ...(remembered === null ? [] : [{ ...remembered, role: 'remembered' as const }]),
    { ...own, port: first, role: 'given' },
    ...(game === null ? guessesAt(first) : []),
    ...neighbourPorts(first, target, game).map((port) => ({
      ...own,
      port,
      role: 'neighbour' as const,
    })),
  ];
  return found.filter((one, index) => found.findIndex((other) => isSame(one, other)) === index);
}

const wayOf = (game: Game | null): Omit<Way, 'port'> => ({
  protocol: game?.protocol ?? 'a2s',
  game: game?.protocol === 'gamedig' ? game : null,
});

const isSame = (one: Way, other: Way): boolean =>
  one.port === other.port && one.protocol === other.protocol && one.game === other.game;

function guessesAt(port: number): Candidate[] {
  return GUESSED.filter((game) => isUsual(game, port)).map((game) => ({
    ...wayOf(game),
    port,
    role: 'given',
  }));
}

/** Hosts of SA:MP count up from its default port; every question there is one small datagram. */
function isUsual({ protocol, queryPort }: Game, port: number): boolean {
  const above = port - (queryPort ?? Number.POSITIVE_INFINITY);
  return protocol === 'samp' ? above >= 0 && above <= SAME_RANGE : above === 0;
}

function neighbourPorts(port: number, target: Target, game: Game | null): number[] {
  if (target.port === null) {
    return [];
  }
  const offsets =
    game !== null && game.id !== 'source'
      ? game.neighbours
      : WITH_NEIGHBOURS.filter((one) => isNear(one.port, port)).flatMap((one) => one.neighbours);
  return [...new Set(offsets)]
    .map((offset) => port + offset)
    .filter((neighbour) => neighbour >= 1 && neighbour <= 65_535)
    .slice(0, NEIGHBOURS_AT_MOST);
}

const isNear = (usual: number | null, port: number): boolean =>
  usual !== null && Math.abs(usual - port) <= SAME_RANGE;

/** What a person should know when the answer came from another port or protocol than the one they named. */
export function whereFound({ port, protocol, game }: Candidate, asked: number): string | null {
  if (port === asked && protocol !== 'gamedig') {
    return null;
  }
  if (port !== asked) {
    return `Port ${asked} does not answer queries; port ${port} does, and belongs to it.`;
  }
  return game === null ? null : `Answered as ${game.name}.`;
}
