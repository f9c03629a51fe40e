import { collapsesAddresses, type Filter } from '#codec/master/filter.ts';
import { documentedFilter } from '#codec/master/filterDocumented.ts';
import { compileFilter, type ServerFacts, searchable } from '#codec/master/filterMatch.ts';
import { printFilter } from '#codec/master/filterPrint.ts';
import type { HttpClient } from '#transport/http.ts';
import { arkOfficialRow } from './arkList.ts';
import { asaRow } from './asaList.ts';
import { ListError } from './listError.ts';
import type { ListRow, ServerList } from './listRow.ts';
import type { WebListName } from './listSource.ts';
import { openmpRow } from './openmpList.ts';
import { steamRows } from './steamList.ts';
import { createWebDocument, type WebDocument, type WebDocumentOptions } from './webDocument.ts';
import {
  type ParsedRows,
  parseJson,
  parseJsonRows,
  parseLineRows,
  type WebRows,
} from './webRows.ts';

/** Where the lists are; mirrors and tests have others. Without a slash at the end. */
export type ListUrls = { steam: string; ark: string; asa: string; openmp: string };

export const LIST_URLS: ListUrls = {
  steam: 'https://api.steampowered.com',
  ark: 'http://arkdedicated.com',
  asa: 'https://cdn2.arkdedicated.com',
  openmp: 'https://api.open.mp',
};

/** The same, but for mirrors that are not null. */
export function mirroredListUrls(
  mirrors: Readonly<Record<keyof ListUrls, string | null>>,
): ListUrls {
  return {
    steam: mirrors.steam ?? LIST_URLS.steam,
    ark: mirrors.ark ?? LIST_URLS.ark,
    asa: mirrors.asa ?? LIST_URLS.asa,
    openmp: mirrors.openmp ?? LIST_URLS.openmp,
  };
}

/** Rows that Steam is asked for; more than it gives for any one game. */
const STEAM_LIMIT = 10_000;
const FRESH_MS = 60_000;
const UNUSED_MS = 15 * 60_000;
/** Filters of Steam whose answers are kept. */
const MOST_KEPT = 32;

type WebListOptions = {
  filter: Filter;
  /** What was odd in the filter. */
  notes: readonly string[];
  /** Region byte, null for all. */
  region: number | null;
  limit: number;
  signal?: AbortSignal | undefined;
};

export type WebLists = {
  /** Reads a list, or gives the one that was read within a minute. Throws ListError. */
  list(name: WebListName, options: WebListOptions): ServerList;
};

export function createWebLists(options: {
  http: HttpClient;
  /** Null: Steam cannot be asked. */
  steamKey: string | null;
  urls?: ListUrls;
  now: () => number;
}): WebLists {
  const { http, steamKey, urls = LIST_URLS, now } = options;
  const documents = new Map<string, { document: WebDocument<WebRows>; usedAt: number }>();

  /** Rows are large: those that nobody asks for are let go, and those of the longest unused filters. */
  function forget(): void {
    for (const [url, { usedAt }] of documents) {
      if (documents.size > MOST_KEPT || now() - usedAt > UNUSED_MS) {
        documents.delete(url);
      }
    }
  }

  /** One document for each address. */
  function documentAt(
    source: string,
    url: string,
    more: Pick<WebDocumentOptions<WebRows>, 'parse' | 'explain'>,
  ): WebDocument<WebRows> {
    const document =
      documents.get(url)?.document ??
      createWebDocument({ http, source, url, freshForMs: FRESH_MS, now, ...more });
    documents.delete(url);
    documents.set(url, { document, usedAt: now() });
    forget();
    return document;
  }

  function steam(filter: Filter): WebDocument<WebRows> {
    if (steamKey === null) {
      throw new ListError(
        'no-key',
        'steam',
        'STEAM_API_KEY is not set: get a key at https://steamcommunity.com/dev/apikey and set it.',
      );
    }
    const url = new URL(`${urls.steam}/IGameServersService/GetServerList/v1/`);
    url.searchParams.set('key', steamKey);
    url.searchParams.set('filter', printFilter(steamFilter(filter)));
    url.searchParams.set('limit', String(STEAM_LIMIT));
    return documentAt('steam', url.href, { parse: parseSteam, explain: STEAM_REFUSALS });
  }

  function documentOf(name: WebListName, filter: Filter): WebDocument<WebRows> {
    switch (name) {
      case 'steam':
        return steam(filter);
      case 'ark-official':
        return documentAt(name, `${urls.ark}/officialservers.ini`, {
          parse: parseLineRows(name, arkOfficialRow),
        });
      case 'openmp':
        return documentAt(name, `${urls.openmp}/servers`, {
          parse: parseJsonRows(name, openmpRow),
        });
      default: {
        const file = name === 'asa-official' ? 'officialserverlist' : 'unofficialserverlist';
        return documentAt(name, `${urls.asa}/servers/asa/${file}.json`, {
          parse: parseJsonRows(name, asaRow),
        });
      }
    }
  }

  return {
    async *list(name, { filter, notes, region, limit, signal }) {
      const { value, readAt, problem } = await documentOf(name, filter).read(signal);
      const fits = rowTest(filter, region, { filtered: name === 'steam' });
      const rows = value.rows.filter(fits);
      const wanted = collapsesAddresses(filter) ? lowestPorts(rows) : rows;
      yield wanted.slice(0, limit);
      const limited = value.limited || wanted.length > limit;
      return {
        complete: !limited && !value.cut,
        reason: value.cut ? 'cut' : limited ? 'limit' : 'whole',
        skipped: value.skipped,
        problems: [...notes, ...(problem === null ? [] : [problem])],
        readAt,
      };
    },
  };
}

const STEAM_REFUSALS = {
  forbidden: 'Steam refuses STEAM_API_KEY: check it at https://steamcommunity.com/dev/apikey.',
  limited: 'Steam says that this key asked too often: this is a limit, not an empty list.',
};

async function parseSteam(body: AsyncIterable<Uint8Array>): Promise<ParsedRows> {
  const { rows, told, skipped } = steamRows(await parseJson('steam', body));
  return { value: { rows, skipped, limited: told >= STEAM_LIMIT, cut: false }, whole: true };
}

/** Steam gives nothing for `collapse_addr_hash` alone: that is done here (spec master case 11). */
function steamFilter(filter: Filter): Filter {
  const { all } = documentedFilter(filter, { keepIgnored: false });
  return { all: all.filter(({ key }) => key !== 'collapse_addr_hash') };
}

function rowTest(
  filter: Filter,
  region: number | null,
  { filtered }: { filtered: boolean },
): (row: ListRow) => boolean {
  const fits = compileFilter(filter);
  return (row) =>
    (region === null || row.region === region) && (filtered || fits(searchable(factsOf(row))));
}

/** What a filter can ask of a row. */
function factsOf(row: ListRow): ServerFacts {
  const { address, gamedir, map, secure, password, players, max, tags, version, name, appId } = row;
  return {
    ...{ address, gamedir, map, secure, password, players, max, tags, version, name, appId },
    port: row.port ?? 0,
    type: row.dedicated === null ? null : row.dedicated ? 'd' : 'l',
    os: row.os === null ? null : OS_LETTERS[row.os],
    white: false,
  };
}

const OS_LETTERS = { linux: 'l', windows: 'w', mac: 'm' } as const;

function lowestPorts(rows: readonly ListRow[]): ListRow[] {
  const lowest = new Map<string, ListRow>();
  for (const row of rows) {
    const known = lowest.get(row.address);
    if (known === undefined || (row.port ?? 0) < (known.port ?? 0)) {
      lowest.set(row.address, row);
    }
  }
  return [...lowest.values()];
}
