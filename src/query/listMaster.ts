import { setTimeout as pause } from 'node:timers/promises';
import { type After, afterByClock } from '#clock/after.ts';
import type { ServerAddress } from '#codec/master/address.ts';
import type { MasterPage } from '#codec/master/page.ts';
import { encodeMasterQuery } from '#codec/master/query.ts';
import { REGIONS } from '#codec/master/region.ts';
import { TransportError } from '#transport/transportError.ts';
import type { Peer, UdpSockets } from '#transport/udpSockets.ts';
import { ListError } from './listError.ts';
import { blankRow, type ServerList } from './listRow.ts';
import { type MasterInbox, openMasterInbox } from './masterInbox.ts';
import type { MasterPace } from './masterPace.ts';
import { createPaging, type Paging, type PagingEnd } from './masterPaging.ts';

export type ListMasterOptions = {
  /** As printFilter gives it; all servers when empty. */
  filter?: string;
  /** Region byte; anywhere when not given. */
  region?: number;
  /** Shared by all who list: it spaces the queries and keeps two lists of one master apart. */
  pace: MasterPace;
  /** Whether the address policy lets a server of the list be asked. */
  accept: (server: ServerAddress) => boolean;
  signal?: AbortSignal | undefined;
  /** Ms since 1970. */
  now?: () => number;
  after?: After;
  maxServers?: number;
  maxPages?: number;
  /** For the whole list, in ms from its first query on. */
  deadlineMs?: number;
  /** A master of Xash3D: all pages come at once, each with an end mark. */
  xash?: boolean;
};

const MAX_SERVERS = 100_000;
const MAX_PAGES = 5_000;
const DEADLINE_MS = 60 * 60_000;
/** How long a master may be silent before it is asked again. */
const PATIENCE_MS = 2_000;
const RETRIES = 3;
/** Patience doubles with each try, up to this many times the first. */
const MOST_PATIENCE = 4;
/** How long further pages of a Xash3D master are waited for. */
const LINGER_MS = 300;

/**
 * Reads the list of a master server and gives each server once, page by page as they come; the next page is asked for when
 * the rows of this one have been taken. Keeps what came before a master fell silent or went round in circles, and then ends
 * with `complete` false (spec master section 4). Throws ListError `timeout` when nothing came at all, `aborted`.
 */
export async function* listMaster(
  sockets: UdpSockets,
  master: Peer,
  options: ListMasterOptions,
): ServerList {
  const source = `${master.address}:${master.port}`;
  const leave = await options.pace.enter(source, options.signal);
  try {
    throwIfAborted(source, options.signal);
    const inbox = openInbox(sockets, master, source, options);
    try {
      return yield* readPages(inbox, source, options);
    } finally {
      inbox.close();
    }
  } finally {
    leave();
  }
}

function openInbox(
  sockets: UdpSockets,
  master: Peer,
  source: string,
  { xash = false, after = afterByClock }: ListMasterOptions,
): MasterInbox {
  try {
    return openMasterInbox(sockets, master, { xash, after });
  } catch (cause) {
    if (cause instanceof TransportError) {
      throw givenUp(source, cause);
    }
    throw cause;
  }
}

async function* readPages(
  inbox: MasterInbox,
  source: string,
  options: ListMasterOptions,
): ServerList {
  const { accept, now = Date.now, deadlineMs = DEADLINE_MS } = options;
  const { maxServers = MAX_SERVERS, maxPages = MAX_PAGES } = options;
  const paging = createPaging({ accept, maxServers, maxPages, retries: RETRIES });
  const deadline = now() + deadlineMs;
  let end: PagingEnd | null = null;
  while (end === null) {
    const pages = await askOnce(inbox, paging, source, options);
    const taken = paging.take(pages);
    end = pages.length === 0 ? paging.silent() : taken.end;
    if (taken.servers.length > 0) {
      yield taken.servers.map(({ address, port }) => blankRow(address, port));
    }
    if (end === null && now() >= deadline) {
      end = { complete: false, reason: 'limit' };
    }
  }
  const { heard, dropped, problems } = paging.counters();
  if (heard === 0) {
    throw silent(source, inbox.ignored());
  }
  return { ...end, skipped: dropped, problems: withIgnored(problems, inbox), readAt: now() };
}

/** Sends one query when the pace allows and waits for its page; none after silence. */
async function askOnce(
  inbox: MasterInbox,
  paging: Paging,
  source: string,
  options: ListMasterOptions,
): Promise<MasterPage[]> {
  const { filter = '', region = REGIONS.anywhere, pace, signal, xash = false } = options;
  const { now = Date.now } = options;
  const wait = pace.book(source, now()) - now();
  if (wait > 0) {
    await pause(wait, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
  throwIfAborted(source, signal);
  inbox.send(encodeMasterQuery({ form: 'text', region, seed: paging.seed(), filter }));
  const patience = PATIENCE_MS * Math.min(MOST_PATIENCE, 2 ** paging.silences());
  const first = await inbox.next(patience, signal);
  throwIfAborted(source, signal);
  if (first === null) {
    return [];
  }
  return xash ? [first, ...(await linger(inbox, signal))] : [first];
}

async function linger(inbox: MasterInbox, signal?: AbortSignal): Promise<MasterPage[]> {
  const pages: MasterPage[] = [];
  for (;;) {
    const page = await inbox.next(LINGER_MS, signal);
    if (page === null) {
      return pages;
    }
    pages.push(page);
  }
}

function withIgnored(problems: readonly string[], inbox: MasterInbox): readonly string[] {
  const ignored = inbox.ignored();
  return ignored === 0 ? problems : [...problems, `${ignored} datagrams with another header`];
}

function silent(source: string, ignored: number): ListError {
  const heard = ignored === 0 ? 'no answer' : `${ignored} answers, none of them a list`;
  return new ListError(
    'timeout',
    source,
    `${source}: ${heard} after ${1 + RETRIES} tries. Is a master server running on that port?`,
  );
}

function throwIfAborted(source: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw givenUp(source, signal.reason);
  }
}

function givenUp(source: string, cause: unknown): ListError {
  return new ListError('aborted', source, `Reading the list of ${source} was given up.`, { cause });
}
