import { compileGlob } from '#codec/master/glob.ts';
import type { ListRow } from '#query/listRow.ts';
import type { ListSource } from '#query/listSource.ts';
import { nameGlob } from './findFilter.ts';
import type { FindRequest } from './findRequest.ts';
import { findGame, findGameByApp } from './games.ts';
import type { Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';

/** A server of a list. Null is what is not known of it. */
export type FoundServer = {
  /** What to ask; null for a server that cannot be asked under the address of the list. */
  target: Target | null;
  address: string;
  port: number | null;
  name: string | null;
  map: string | null;
  players: number | null;
  max: number | null;
  password: boolean | null;
  tags: readonly string[];
  pve: boolean | null;
  cluster: string | null;
  /** Whether it was asked as well, and what came of it. */
  asked: 'answered' | 'silent' | 'no';
};

/** A row of a list, before the server was asked. */
export function foundServer(row: ListRow, source: ListSource): FoundServer {
  const { address, port, name, map, players, max, password, tags, ark } = row;
  const game = gameOfRow(row, source);
  return {
    target: row.fakeIp ? null : { host: address, port, game },
    ...{ address, port, name, map, players, max, password, tags },
    pve: ark?.pve ?? null,
    cluster: ark?.cluster ?? null,
    asked: 'no',
  };
}

function gameOfRow(row: ListRow, source: ListSource): string | null {
  switch (source.kind) {
    case 'openmp':
      return 'openmp';
    case 'ark-official':
      return 'ase';
    case 'asa-official':
    case 'asa-unofficial':
      return 'asa';
    default:
      return findGameByApp(row.appId)?.id ?? null;
  }
}

/** What to ask while searching: servers of ARK: Survival Ascended answer nobody, and their list says what there is to know. */
export function askableTarget({ target }: FoundServer): Target | null {
  const game = target?.game ?? null;
  return game !== null && findGame(game)?.protocol === 'gamedig' ? null : target;
}

/** The same server with what it answered, which wins over the list. */
export function withAnswer(found: FoundServer, snapshot: Snapshot): FoundServer {
  if (snapshot.state === 'offline') {
    const silent = snapshot.reason !== 'aborted' && snapshot.reason !== 'not-asked';
    return { ...found, asked: silent ? 'silent' : 'no' };
  }
  const { players, tags, ark } = snapshot;
  const pvp = ark?.pvp ?? null;
  return {
    ...found,
    name: snapshot.name ?? found.name,
    map: snapshot.map ?? found.map,
    players: players.online ?? found.players,
    max: players.max ?? found.max,
    password: snapshot.password ?? found.password,
    tags: tags.length > 0 ? tags : found.tags,
    pve: pvp === null ? found.pve : !pvp,
    cluster: ark?.cluster ?? found.cluster,
    asked: 'answered',
  };
}

/** Without a language: lists are long, and it is only to be the same every time. */
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Most players first; those that tell no count last. */
export function byPlayers(one: FoundServer, other: FoundServer): number {
  return (
    (other.players ?? -1) - (one.players ?? -1) ||
    order(one.name ?? '', other.name ?? '') ||
    order(one.address, other.address) ||
    (one.port ?? 0) - (other.port ?? 0)
  );
}

/**
 * Whether a server is one that was looked for. Where the source saw to a condition, not knowing passes: it is believed until
 * the server itself says otherwise. Nobody but us sees to wildcards in maps and to what is ARK's own: there, not knowing passes
 * only when `untold` is to pass, for servers that are going to be asked.
 */
export function fitsRequest(
  request: FindRequest,
  { untold }: { untold: boolean },
): (found: FoundServer) => boolean {
  const name = request.name === null ? null : foldedGlob(nameGlob(request.name));
  const map = request.map === null ? null : foldedGlob(request.map);
  const mapMayMiss = untold || !(request.map?.includes('*') ?? false);
  const cluster = request.cluster?.toLowerCase() ?? null;
  const { notEmpty, notFull, noPassword, pve } = request;
  return (found) =>
    (name === null || found.name === null || name(found.name)) &&
    (map === null || (found.map === null ? mapMayMiss : map(found.map))) &&
    !(notEmpty && found.players === 0) &&
    !(notFull && found.players !== null && found.max !== null && found.players >= found.max) &&
    !(noPassword && found.password === true) &&
    (pve === null || (found.pve === null ? untold : found.pve === pve)) &&
    (cluster === null ||
      (found.cluster === null ? untold : found.cluster.toLowerCase() === cluster));
}

function foldedGlob(glob: string): (text: string) => boolean {
  const fits = compileGlob(glob.toLowerCase());
  return (text) => fits(text.toLowerCase());
}
