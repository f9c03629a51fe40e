import { addressOfKey, type ServerAddress } from '#codec/master/address.ts';
import type { MasterPage } from '#codec/master/page.ts';
import { FIRST_SEED } from '#codec/master/query.ts';
import { type AddressSet, addAddress, createAddressSet } from './addressSet.ts';
import type { ListEndReason } from './listRow.ts';

/** How a list of a master ended. */
export type PagingEnd = { complete: boolean; reason: ListEndReason };

export type PagingOptions = {
  /** Whether the address policy lets a server of the list be asked. */
  accept: (server: ServerAddress) => boolean;
  maxServers: number;
  maxPages: number;
  /** How often a silent master is asked again. */
  retries: number;
};

type Taken = { servers: ServerAddress[]; end: PagingEnd | null };

/** Where the reading of a master's list stands: decides what to ask next and when to stop. No socket, no clock. */
export type Paging = {
  /** The seed of the next query. */
  seed(): ServerAddress;
  /** Takes in the pages that one query brought: new servers, and the end if this was it. */
  take(pages: readonly MasterPage[]): Taken;
  /** Nothing came for the last query: ask again (null) or stop. */
  silent(): PagingEnd | null;
  /** Silences since something came: 0 for a first try. */
  silences(): number;
  counters(): { heard: number; dropped: number; problems: readonly string[] };
};

/** Starts at the first page; the rules are those of spec master section 4, "stop". */
export function createPaging({ accept, maxServers, maxPages, retries }: PagingOptions): Paging {
  const seen = createAddressSet();
  const problems = new Set<string>();
  let seed: ServerAddress = FIRST_SEED;
  let silences = 0;
  let barrenPages = 0;
  let heard = 0;
  let found = 0;
  let dropped = 0;

  function takePage(page: MasterPage): Taken {
    heard += 1;
    silences = 0;
    if (page.cutBytes > 0) {
      problems.add('page cut');
    }
    const { servers, unwanted } = sift(page.servers, seen, accept);
    const progress = servers.length + unwanted > 0;
    dropped += unwanted;
    const kept = servers.slice(0, maxServers - found);
    found += kept.length;
    if (kept.length < servers.length) {
      return { servers: kept, end: { complete: false, reason: 'limit' } };
    }
    // A page that brings nothing new may be a late copy of an earlier one: its last address is no place to go on from.
    const last = page.servers.at(-1);
    seed = progress && last !== undefined ? addressOfKey(last) : seed;
    return { servers: kept, end: endAfter(page, progress) };
  }

  function endAfter(page: MasterPage, progress: boolean): PagingEnd | null {
    if (page.end) {
      return { complete: true, reason: 'end-mark' };
    }
    if (page.servers.length === 0 && page.cutBytes === 0) {
      return { complete: true, reason: 'empty-page' };
    }
    barrenPages = progress ? 0 : barrenPages + 1;
    if (barrenPages > 1) {
      return { complete: false, reason: 'no-progress' };
    }
    return heard >= maxPages ? { complete: false, reason: 'limit' } : null;
  }

  return {
    seed: () => seed,
    silences: () => silences,
    counters: () => ({ heard, dropped, problems: [...problems] }),
    take(pages) {
      const servers: ServerAddress[] = [];
      let end: PagingEnd | null = null;
      for (const page of pages) {
        const taken = takePage(page);
        servers.push(...taken.servers);
        end ??= taken.end;
        if (taken.end?.reason === 'limit') {
          return { servers, end: taken.end };
        }
      }
      return { servers, end };
    },
    silent() {
      silences += 1;
      return silences > retries ? { complete: false, reason: 'silence' } : null;
    },
  };
}

/** The servers of a page that were not seen before, and how many more were not but are unwanted. */
function sift(
  page: readonly number[],
  seen: AddressSet,
  accept: PagingOptions['accept'],
): { servers: ServerAddress[]; unwanted: number } {
  const servers: ServerAddress[] = [];
  let unwanted = 0;
  for (const key of page) {
    if (!addAddress(seen, key)) {
      continue;
    }
    const server = addressOfKey(key);
    if (isNowhere(key, server.port) || !accept(server)) {
      unwanted += 1;
    } else {
      servers.push(server);
    }
  }
  return { servers, unwanted };
}

/** What is the address of no server, whatever the policy says. */
function isNowhere(key: number, port: number): boolean {
  const first = Math.floor(key / 0x100 ** 5);
  return port === 0 || first === 0 || first >= 224;
}
