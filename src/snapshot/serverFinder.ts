import { parseRegion } from '#codec/master/region.ts';
import { ListError, type ListFault } from '#query/listError.ts';
import { collectList, type ListEnd } from '#query/listRow.ts';
import { listSourceName } from '#query/listSource.ts';
import type { ServerLists } from '#query/serverLists.ts';
import { findFilter } from './findFilter.ts';
import type { FindRequest } from './findRequest.ts';
import {
  askableTarget,
  byPlayers,
  type FoundServer,
  fitsRequest,
  foundServer,
  withAnswer,
} from './foundServer.ts';
import type { QueryCore } from './queryCore.ts';
import type { SnapshotPart } from './snapshot.ts';
import { type SteamVisibility, steamVisibility } from './steamVisibility.ts';

export type { ListFault };

/** Servers that were found, most players first. */
export type FoundList = {
  /** Names the list as long as it is kept. */
  id: string;
  /** The source, as it is typed. */
  source: string;
  servers: readonly FoundServer[];
  /** How many fit; more than `servers` when the list was too long to keep. */
  total: number;
  complete: boolean;
  reason: ListEnd['reason'];
  /** When the source was read, ms since 1970. */
  readAt: number;
};

/** A source that could not be read is never an empty list. */
export type FindOutcome =
  | { ok: true; list: FoundList }
  | { ok: false; source: string; fault: ListFault; message: string };

/** What is on a list now, most players first; `total` is more than there are `servers` when it was too long. */
export type ListReading = Omit<FoundList, 'id' | 'source'>;
export type ReadOutcome = { ok: true; list: ListReading } | { ok: false; fault: ListFault };

export type ServerFinder = {
  /** Reads the list and asks the first of its servers themselves. Rejects only for a fault of ours. */
  find(request: FindRequest, signal: AbortSignal): Promise<FindOutcome>;
  /** Reads the list and asks nobody: at most `most` of its servers. Nothing is kept. Rejects only for a fault of ours. */
  read(request: FindRequest, most: number, signal: AbortSignal): Promise<ReadOutcome>;
  /** A list that was found within a quarter of an hour, with the servers from `start` on asked; null when it is no longer kept. */
  kept(id: string, start: number, signal: AbortSignal): Promise<FoundList | null>;
  /** Whether Steam shows the server of a numeric address; Steam is asked once in ten minutes for all servers of an address. */
  onSteam(
    server: { address: string; port: number; gamePort: number | null },
    signal: AbortSignal,
  ): Promise<SteamVisibility>;
};

/** Rows of a foreign master: it is asked every four seconds for a page of them (spec master section 4). */
const MOST_OF_A_MASTER = 1_000;
const MOST_SERVERS = 250;
/** Strangers' servers that one search asks, at once, and for how long, ms. */
const ASKED = { most: 20, atOnce: 5, withinMs: 6_000 };
const ASKED_LATER = 10;
const KEPT = { most: 100, forMs: 15 * 60_000 };

type Kept = { list: FoundList; request: FindRequest; at: number };

const readingOf = (
  fitting: readonly FoundServer[],
  most: number,
  { complete, reason, readAt }: ListEnd,
): ListReading => ({
  servers: fitting.slice(0, most),
  total: fitting.length,
  ...{ complete, reason, readAt },
});

/** Looks for servers in lists, and at the servers themselves. */
export function createServerFinder(options: {
  lists: ServerLists;
  takeSnapshot: QueryCore['takeSnapshot'];
  newId: () => string;
  now: () => number;
}): ServerFinder {
  const { lists, takeSnapshot, newId, now } = options;
  const kept = new Map<string, Kept>();

  function keep(found: Kept): FoundList {
    const { id } = found.list;
    kept.delete(id);
    kept.set(id, found);
    for (const [old, { at }] of kept) {
      if (kept.size > KEPT.most || now() - at > KEPT.forMs) {
        kept.delete(old);
      }
    }
    return found.list;
  }

  /** The servers with their own answers, where there was time for them. */
  async function ask(
    servers: readonly FoundServer[],
    request: FindRequest,
    signal: AbortSignal,
  ): Promise<FoundServer[]> {
    const isArk = request.pve !== null || request.cluster !== null;
    const parts: SnapshotPart[] = isArk ? ['info', 'rules'] : ['info'];
    const within = AbortSignal.any([signal, AbortSignal.timeout(ASKED.withinMs)]);
    const answers = [...servers];
    const waiting = servers.entries();
    const work = async (): Promise<void> => {
      for (const [at, found] of waiting) {
        const target = found.asked === 'no' ? askableTarget(found) : null;
        if (target !== null) {
          const wanted = { ...target, game: target.game ?? 'source' };
          answers[at] = withAnswer(found, await takeSnapshot(wanted, parts, within, 'listed'));
        }
      }
    };
    await Promise.all(Array.from({ length: ASKED.atOnce }, work));
    return answers;
  }

  /** The servers of the list, and where its reading ended. */
  async function listed(request: FindRequest, signal: AbortSignal) {
    const { source, region } = request;
    const { rows, end } = await collectList(
      lists.list(source, {
        filter: findFilter(request),
        signal,
        ...(region === null ? {} : { region: parseRegion(region) ?? 0xff }),
        ...(source.kind === 'master' ? { limit: MOST_OF_A_MASTER } : {}),
      }),
    );
    return { servers: rows.map((row) => foundServer(row, source)), end };
  }

  async function search(request: FindRequest, signal: AbortSignal): Promise<FoundList> {
    const { servers: all, end } = await listed(request, signal);
    const candidates = all.filter(fitsRequest(request, { untold: true })).sort(byPlayers);
    const fits = fitsRequest(request, { untold: false });
    const asked = await ask(candidates.slice(0, ASKED.most), request, signal);
    const fitting = [...asked, ...candidates.slice(ASKED.most)].filter(fits).sort(byPlayers);
    const source = listSourceName(request.source);
    return { id: newId(), source, ...readingOf(fitting, MOST_SERVERS, end) };
  }

  return {
    async find(request, signal) {
      try {
        const list = await search(request, signal);
        return { ok: true, list: keep({ list, request, at: now() }) };
      } catch (error) {
        if (error instanceof ListError) {
          const { kind: fault, source, message } = error;
          return { ok: false, source, fault, message };
        }
        throw error;
      }
    },
    async read(request, most, signal) {
      try {
        const { servers, end } = await listed(request, signal);
        const fitting = servers.filter(fitsRequest(request, { untold: false })).sort(byPlayers);
        return { ok: true, list: readingOf(fitting, most, end) };
      } catch (error) {
        if (error instanceof ListError) {
          return { ok: false, fault: error.kind };
        }
        throw error;
      }
    },
    async onSteam(server, signal) {
      try {
        return steamVisibility(await lists.steamListings(server.address, signal), server);
      } catch (error) {
        if (error instanceof ListError) {
          return { state: 'failed', fault: error.kind };
        }
        throw error;
      }
    },
    async kept(id, start, signal) {
      const found = kept.get(id);
      if (found === undefined || now() - found.at > KEPT.forMs) {
        return null;
      }
      const { servers } = found.list;
      const page = await ask(servers.slice(start, start + ASKED_LATER), found.request, signal);
      const list = { ...found.list, servers: servers.toSpliced(start, page.length, ...page) };
      return keep({ ...found, list });
    },
  };
}
