import { parseAddress } from '#codec/master/address.ts';
import { documentedFilter } from '#codec/master/filterDocumented.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import { printFilter } from '#codec/master/filterPrint.ts';
import { REGIONS } from '#codec/master/region.ts';
import { checkAddress } from '#transport/addressPolicy.ts';
import type { HttpClient } from '#transport/http.ts';
import type { Resolver } from '#transport/resolver.ts';
import { TransportError } from '#transport/transportError.ts';
import { listensAt } from '#transport/udpListener.ts';
import type { Peer, UdpSockets } from '#transport/udpSockets.ts';
import { ListError } from './listError.ts';
import { listMaster } from './listMaster.ts';
import type { ServerList } from './listRow.ts';
import { type ListSource, listSourceName } from './listSource.ts';
import { createMasterPace } from './masterPace.ts';
import { listRegistered, type ReadRegistered } from './registeredList.ts';
import { type SteamListing, steamListings } from './steamList.ts';
import { createWebDocument, type WebDocument } from './webDocument.ts';
import { createWebLists, LIST_URLS, type ListUrls } from './webList.ts';
import { parseJson } from './webRows.ts';

export type ListRequest = {
  /** Filter text of spec master section 3, for any source: Steam and masters apply it, for the others it is applied here. */
  filter?: string;
  /** Region byte. */
  region?: number;
  /** Rows at most. */
  limit?: number;
  /** The source is a master of Xash3D. */
  xash?: boolean;
  signal?: AbortSignal | undefined;
};

export type ServerLists = {
  /** One shape for every source. Throws ListError, each source its own. */
  list(source: ListSource, request?: ListRequest): ServerList;
  /**
   * What Steam says of the servers of an address, "a.b.c.d" or "a.b.c.d:port", and why it hides one. Steam calls more than
   * one question in about ten minutes abuse: an answer is kept that long. Throws ListError, `bad-request` for a bad address.
   */
  steamListings(address: string, signal?: AbortSignal): Promise<readonly SteamListing[]>;
};

export type ServerListsOptions = {
  sockets: UdpSockets;
  resolver: Resolver;
  http: HttpClient;
  steamKey: string | null;
  /** Ask masters on private addresses, and give out private addresses of their lists. */
  allowPrivate: boolean;
  urls?: ListUrls;
  now?: () => number;
  /** Our own master server, which is asked without spacing. */
  ownMaster?: () => Peer | null;
  /** The servers of our own master server that a filter fits; null when none runs here. */
  registered?: ReadRegistered | null;
};

const LIMIT = 100_000;
const STEAM_ADDRESS_FRESH_MS = 10 * 60_000;
const MOST_KEPT = 256;

/** Opens every kind of list behind one door. */
export function openServerLists(options: ServerListsOptions): ServerLists {
  const { http, steamKey, urls = LIST_URLS, now = Date.now } = options;
  const web = createWebLists({ http, steamKey, urls, now });
  const foreign = createMasterPace();
  const own = createMasterPace({ queries: null });
  const listings = new Map<string, WebDocument<SteamListing[]>>();

  async function* fromMaster(
    source: Extract<ListSource, { kind: 'master' }>,
    request: ListRequest,
  ): ServerList {
    const { filter, notes } = parseFilter(request.filter ?? '');
    const peer = await resolveMaster(source, options, request.signal);
    const ours = options.ownMaster?.() ?? null;
    const isOwn = ours !== null && listensAt(ours, peer);
    const end = yield* listMaster(options.sockets, peer, {
      filter: printFilter(documentedFilter(filter, { keepIgnored: true })),
      region: request.region ?? REGIONS.anywhere,
      pace: isOwn ? own : foreign,
      accept: ({ address, port }) => checkAddress(address, port, options) === null,
      signal: request.signal,
      now,
      maxServers: request.limit ?? LIMIT,
      xash: request.xash ?? false,
    });
    return { ...end, problems: [...notes, ...end.problems] };
  }

  function listingsOf(address: string): WebDocument<SteamListing[]> {
    const url = `${urls.steam}/ISteamApps/GetServersAtAddress/v1/?addr=${address}`;
    const known = listings.get(address);
    const document =
      known ??
      createWebDocument({
        http,
        source: 'steam',
        url,
        freshForMs: STEAM_ADDRESS_FRESH_MS,
        now,
        parse: async (body) => ({
          value: steamListings(await parseJson('steam', body)),
          whole: true,
        }),
      });
    listings.set(address, document);
    const [oldest] = listings.keys();
    if (listings.size > MOST_KEPT && oldest !== undefined) {
      listings.delete(oldest);
    }
    return document;
  }

  return {
    list(source, request = {}) {
      if (source.kind === 'master') {
        return fromMaster(source, request);
      }
      const { filter, notes } = parseFilter(request.filter ?? '');
      const region = request.region === REGIONS.anywhere ? null : (request.region ?? null);
      const { limit = LIMIT, signal } = request;
      if (source.kind === 'registered') {
        return listRegistered(options.registered ?? null, { request, notes, region, limit, now });
      }
      return web.list(source.kind, { filter, notes, region, limit, signal });
    },
    async steamListings(address, signal) {
      if (parseAddress(address) === null) {
        throw new ListError(
          'bad-request',
          'steam',
          `"${address}" is not an address: Steam takes A.B.C.D or A.B.C.D:PORT.`,
        );
      }
      return (await listingsOf(address).read(signal)).value;
    },
  };
}

/** The IPv4 address of a master: its list can hold no other. Throws ListError. */
async function resolveMaster(
  source: Extract<ListSource, { kind: 'master' }>,
  { resolver, allowPrivate }: ServerListsOptions,
  signal?: AbortSignal,
): Promise<Peer> {
  const name = listSourceName(source);
  const found = await resolver.resolve(source.host, signal).catch((cause: unknown) => {
    if (cause instanceof TransportError) {
      const kind = cause.kind === 'aborted' ? 'aborted' : 'unreachable';
      throw new ListError(kind, name, cause.message, { cause });
    }
    throw cause;
  });
  const address = found.find(({ family }) => family === 4)?.address;
  if (address === undefined) {
    throw new ListError(
      'unreachable',
      name,
      `${source.host} has no IPv4 address, and master servers speak no other.`,
    );
  }
  const refusal = checkAddress(address, source.port, { allowPrivate });
  if (refusal !== null) {
    throw new ListError('address-refused', name, refusal.why);
  }
  return { address, port: source.port };
}
