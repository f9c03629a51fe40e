import { REGIONS, type Region } from '#codec/master/region.ts';
import { LIST_NAMES, type ListSource, listSourceName, parseListSource } from '#query/listSource.ts';

/** Servers that somebody looks for. Null and empty stand for "any". */
export type FindRequest = {
  source: ListSource;
  /** Id of the games table, or the folder of a game such as "cstrike". */
  game: string | null;
  /** `*` stands for any run of characters, in both. */
  map: string | null;
  name: string | null;
  region: Region | null;
  notEmpty: boolean;
  notFull: boolean;
  noPassword: boolean;
  /** All of them. */
  tags: readonly string[];
  /** ARK only: players against players or not, and the id of the cluster. */
  pve: boolean | null;
  cluster: string | null;
};

/** Lists that a person can name; besides them, any master server by HOST:PORT. */
export const FIND_SOURCES = LIST_NAMES;

/** Regions that a person can name; "anywhere" is none of them. */
export const FIND_REGIONS = Object.keys(REGIONS)
  .map((name) => name as Region)
  .filter((name) => name !== 'anywhere');

/** What a person typed, without what a filter cannot hold (spec master section 3). */
const LONGEST = 64;
const readText = (text: string | null): string | null =>
  text
    ?.replace(/[\\\p{Cc}]/gu, '')
    .trim()
    .slice(0, LONGEST) || null;

/** A source by its one name, however it was typed; what is no source stays as it is. */
export function sourceTyped(typed: string): string {
  const source = parseListSource(typed);
  return source === null ? typed.trim() : listSourceName(source);
}

/** Reads what a person typed; null when the source is neither a list nor the address of a master server. */
export function readFindRequest(typed: {
  source: string;
  game: string | null;
  map: string | null;
  name: string | null;
  region: string | null;
  notEmpty: boolean;
  notFull: boolean;
  noPassword: boolean;
  tags: readonly string[];
  pve: boolean | null;
  cluster: string | null;
}): FindRequest | null {
  const source = parseListSource(typed.source);
  return source === null
    ? null
    : {
        ...typed,
        source,
        game: readText(typed.game),
        map: readText(typed.map),
        name: readText(typed.name),
        cluster: readText(typed.cluster),
        region: FIND_REGIONS.find((region) => region === typed.region) ?? null,
        tags: typed.tags.flatMap((tag) => readText(tag) ?? []),
      };
}
