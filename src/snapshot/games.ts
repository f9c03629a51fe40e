import { GAMEDIG_TYPES, type GamedigType, NOT_BY_ADDRESS } from '#query/gamedigTypes.ts';
import type { Game } from './game.ts';
import type { Snapshot } from './snapshot.ts';
import { ANY_SOURCE_GAME, SAMP_GAMES, SOURCE_GAMES } from './sourceGames.ts';

/** ARK: Survival Ascended tells its count through Epic's service and never who is on (spec a2s case 127). */
const WITHHELD_BY_GAMEDIG_TYPE: Readonly<Record<string, Game['withholds']>> = {
  asa: ['names'],
  tie: ['names'],
  mumble: ['names'],
};

const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  mbe: ['bedrock'],
  gta5f: ['gtav'],
  terrariatshock: ['tshock'],
};

function fromGamedigType(type: GamedigType): Game {
  return {
    id: type.id,
    name: type.name,
    protocol: type.speaksA2s ? 'a2s' : 'gamedig',
    aliases: [...type.oldIds, ...(SHORT_NAMES[type.id] ?? [])],
    appIds: [],
    port: type.port,
    queryPort: type.queryPort,
    neighbours: type.offsets.filter((offset) => offset !== 0),
    counts: 'info',
    colourCodes: type.colourCodes,
    withholds: WITHHELD_BY_GAMEDIG_TYPE[type.id] ?? [],
  };
}

const ownRows = [...SOURCE_GAMES, ...SAMP_GAMES];
const known = new Set(ownRows.flatMap((game) => [game.id, ...game.aliases]));
const oldIds = new Map(GAMEDIG_TYPES.map((type) => [type.id, type.oldIds]));
const oldIdsOf = (ids: readonly string[]) => ids.flatMap((id) => oldIds.get(id) ?? []);

/**
 * Every game a person can name: the games with a row of their own first, then all other types of gamedig
 * (A2S ones are asked by our own core as well), then "any Source game".
 */
export const GAMES: readonly Game[] = [
  ...ownRows.map((game) => ({
    ...game,
    aliases: [...new Set([...game.aliases, ...oldIdsOf([game.id, ...game.aliases])])],
  })),
  ...GAMEDIG_TYPES.filter((type) => !known.has(type.id)).map(fromGamedigType),
  ANY_SOURCE_GAME,
];

const byId = new Map([
  ...GAMES.flatMap((game) => game.aliases.map((alias) => [alias, game] as const)),
  ...GAMES.map((game) => [game.id, game] as const),
]);
const byName = new Map(GAMES.map((game) => [game.name.toLowerCase(), game]));
const byApp = new Map(GAMES.flatMap((game) => game.appIds.map((app) => [app, game] as const)));

/** The game with this id, alias or whole name, in any case; null when there is none. */
export function findGame(id: string): Game | null {
  const wanted = id.trim().toLowerCase();
  return byId.get(wanted) ?? byName.get(wanted) ?? null;
}

/** Name of a game whose servers cannot be asked by address, by its id or name in any case; null for all others. */
export function findUnaskable(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const byName = [...NOT_BY_ADDRESS.values()].find((name) => name.toLowerCase() === wanted);
  return NOT_BY_ADDRESS.get(wanted) ?? byName ?? null;
}

/** The A2S game that answers with this Steam application id; null when it has no row. */
export function findGameByApp(appId: number | null): Game | null {
  return appId === null ? null : (byApp.get(appId) ?? null);
}

/** The row of the game that answered: SA:MP's or open.mp's by what it speaks, else the game asked for or the application's. */
export function gameOf({ protocol, target, appId }: Snapshot): Game | null {
  const isSanAndreas = protocol === 'samp' || protocol === 'openmp';
  const game = isSanAndreas ? protocol : target.game;
  return (game === null ? null : findGame(game)) ?? findGameByApp(appId);
}

/** How well a game fits what was typed: 0 is best, null is not at all. */
function rank(game: Game, typed: string): number | null {
  const ids = [game.id, ...game.aliases];
  const name = game.name.toLowerCase();
  const tests = [
    () => ids.includes(typed) || name === typed,
    () => name.startsWith(typed) || ids.some((id) => id.startsWith(typed)),
    () => name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed)),
    () => name.includes(typed) || ids.some((id) => id.includes(typed)),
  ];
  const best = tests.findIndex((test) => test());
  return best < 0 ? null : best;
}

/** At most `limit` games that fit what was typed, the best first; the most played ones when nothing was typed. */
export function searchGames(text: string, limit: number): Game[] {
  const typed = text.trim().toLowerCase();
  if (typed === '') {
    return GAMES.slice(0, limit);
  }
  return GAMES.map((game) => ({ game, place: rank(game, typed) }))
    .filter((found) => found.place !== null)
    .sort((left, right) => (left.place ?? 0) - (right.place ?? 0))
    .slice(0, limit)
    .map((found) => found.game);
}
