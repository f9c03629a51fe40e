import { addressKey, type ServerAddress } from '#codec/master/address.ts';
import { collapsesAddresses, type Filter } from '#codec/master/filter.ts';
import { compileFilter } from '#codec/master/filterMatch.ts';
import { PAGE_ADDRESSES } from '#codec/master/page.ts';
import { REGIONS, regionName } from '#codec/master/region.ts';
import type { Listed } from './serverTable.ts';
import type { SortedList } from './sortedList.ts';

/** What one page is asked for. */
export type PageQuestion = {
  filter: Filter;
  /** Region byte; one that is not in the table means anywhere. */
  region: number;
  /** Begin behind this server; port null: behind the last port of its address. */
  seed: { address: string; port: number | null };
  most?: number;
};

const PORTS = 0x1_0000;

/**
 * The servers of one page, in the order of address and port: the first `most` that fit and stand behind the seed. Nothing
 * is remembered between pages, so the seed's server may have left meanwhile. `end`: there are no more (spec master section 6).
 */
export function listPage(
  list: SortedList<Listed>,
  { filter, region, seed, most = PAGE_ADDRESSES }: PageQuestion,
): { servers: Listed[]; end: boolean } {
  const fits = listTest(filter, region);
  const collapse = collapsesAddresses(filter);
  const seedKey = keyOfSeed(seed);
  const servers: Listed[] = [];
  let lastAddress: string | null = null;
  // With one server an address, those of the seed's own address decide whether it had its turn.
  let place = list.placeOf(collapse ? seedKey - (seedKey % PORTS) : seedKey + 1);
  while (servers.length < most) {
    place = placeOfFitting(list, place, fits);
    const found = list.valueAt(place);
    if (found === undefined) {
      return { servers, end: true };
    }
    const { address } = found.facts;
    const isBehindSeed = (list.keyAt(place) ?? 0) > seedKey;
    if (isBehindSeed && !(collapse && address === lastAddress)) {
      servers.push(found);
    }
    lastAddress = address;
    place += 1;
  }
  return { servers, end: false };
}

function listTest(filter: Filter, region: number): (listed: Listed) => boolean {
  const fits = compileFilter(filter);
  return region === REGIONS.anywhere || regionName(region) === null
    ? ({ facts }) => fits(facts)
    : (listed) => listed.region === region && fits(listed.facts);
}

/** The first place from `start` on whose server fits; behind the last place when there is none. */
function placeOfFitting(
  list: SortedList<Listed>,
  start: number,
  fits: (listed: Listed) => boolean,
): number {
  for (let place = start; ; place += 1) {
    const next = list.valueAt(place);
    if (next === undefined || fits(next)) {
      return place;
    }
  }
}

function keyOfSeed({ address, port }: { address: string; port: number | null }): number {
  const first: ServerAddress = { address, port: port ?? PORTS - 1 };
  // The first seed is 0.0.0.0:0, in the form of 2006 four zero bytes: both stand before every server.
  return address === '0.0.0.0' ? 0 : addressKey(first);
}
