import type { Condition } from '#codec/master/filter.ts';
import { printFilter } from '#codec/master/filterPrint.ts';
import type { ListSource } from '#query/listSource.ts';
import type { FindRequest } from './findRequest.ts';
import { findGame } from './games.ts';

/** Folders of games whose heartbeats name no application. */
const FOLDERS: Readonly<Record<string, string>> = {
  counterstrike16: 'cstrike',
  css: 'cstrike',
  cscz: 'czero',
  halflife: 'valve',
  hl2d: 'hl2mp',
  dod: 'dod',
  dods: 'dod',
  tfc: 'tfc',
  teamfortress2: 'tf',
  counterstrike2: 'csgo',
  garrysmod: 'garrysmod',
  left4dead: 'left4dead',
  left4dead2: 'left4dead2',
};

/** The game's own name in lists: the applications and the folder it is known by. */
function gameConditions(game: string, source: ListSource): Condition[] {
  const row = findGame(game);
  const apps = row?.appIds ?? [];
  const byApp = apps.map((appId): Condition => ({ kind: 'app', key: 'appid', appId }));
  // A game that no list knows by anything must not become a search without a game.
  const folder =
    row === null ? game : (FOLDERS[row.id] ?? (apps.length === 0 ? row.id : undefined));
  const byFolder: Condition[] =
    folder === undefined ? [] : [{ kind: 'text', key: 'gamedir', value: folder }];
  switch (source.kind) {
    case 'steam':
      return byApp.length > 0 ? byApp : byFolder;
    case 'master':
      // Masters of communities know the folder; few know applications, fewer operators.
      return byFolder.length > 0 ? byFolder : byApp;
    default:
      return [...byApp, ...byFolder];
  }
}

/** Whether every server of a list is of one game, so that asking for it makes no difference. */
const isOfOneGame = ({ kind }: ListSource): boolean =>
  kind !== 'steam' && kind !== 'registered' && kind !== 'master';

/** A name without a wildcard is a part of a name. */
export const nameGlob = (name: string): string => (name.includes('*') ? name : `*${name}*`);

const either = (operands: Condition[]): Condition[] =>
  operands.length < 2 ? operands : [{ kind: 'operator', key: 'or', operands }];

const flag = (wanted: boolean, key: 'empty' | 'full' | 'password', on = true): Condition[] =>
  wanted ? [{ kind: 'flag', key, on }] : [];

/** What of a request the source itself is asked to see to, as the text of a filter (spec master section 3). */
export function findFilter(request: FindRequest): string {
  const { source, game, map, name, tags } = request;
  return printFilter({
    all: [
      ...(game === null || isOfOneGame(source) ? [] : either(gameConditions(game, source))),
      ...(map === null || map.includes('*')
        ? []
        : [{ kind: 'text', key: 'map', value: map } as const]),
      ...(name === null
        ? []
        : [{ kind: 'glob', key: 'name_match', glob: nameGlob(name) } as const]),
      ...(tags.length === 0 ? [] : [{ kind: 'tags', key: 'gametype', tags } as const]),
      ...flag(request.notEmpty, 'empty'),
      ...flag(request.notFull, 'full'),
      ...flag(request.noPassword, 'password', false),
    ],
  });
}
