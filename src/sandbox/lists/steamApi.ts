import { parseAddress } from '#codec/master/address.ts';
import { compileFilter, type ServerFacts, searchable } from '#codec/master/filterMatch.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import type { SteamServer } from './listData.ts';

/** A status and the document that goes with it. */
export type ApiAnswer = { status: number; body: string };

const DEFAULT_LIMIT = 100;

/** IGameServersService/GetServerList: needs a key, applies the filter, says nothing at all when the list is empty. */
export function getServerList(
  query: URLSearchParams,
  { servers, key }: { servers: readonly SteamServer[]; key: string },
): ApiAnswer {
  if (query.get('key') !== key) {
    return { status: 403, body: '<html><head><title>Forbidden</title></head></html>' };
  }
  const { filter } = parseFilter(query.get('filter') ?? '');
  const fits = compileFilter(filter);
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const found = servers.filter((server) => fits(searchable(factsOf(server)))).slice(0, limit);
  const rows = found.map(({ reject: _, ...row }) => row);
  return answer(rows.length === 0 ? {} : { servers: rows });
}

/** ISteamApps/GetServersAtAddress: needs no key, refuses what is no address. */
export function getServersAtAddress(
  query: URLSearchParams,
  servers: readonly SteamServer[],
): ApiAnswer {
  const address = query.get('addr') ?? '';
  if (parseAddress(address) === null) {
    const message = "'addr' param should specify a valid IP or IP:queryport";
    return answer({ success: false, message });
  }
  const found = servers.filter(({ addr }) => addr === address || addr.startsWith(`${address}:`));
  return answer({
    success: true,
    servers: found.map(({ addr, steamid, reject, appid, gamedir, region, secure, gameport }) => ({
      ...{ addr, gmsindex: 65534, steamid, appid, gamedir, region, secure, lan: false },
      ...{ gameport: gameport ?? 0, specport: 0 },
      ...(reject === undefined ? {} : { reject }),
    })),
  });
}

function answer(response: object): ApiAnswer {
  return { status: 200, body: JSON.stringify({ response }) };
}

function factsOf(server: SteamServer): ServerFacts {
  const { address = '', port } = parseAddress(server.addr) ?? {};
  return {
    address,
    port: port ?? 0,
    gamedir: server.gamedir,
    map: server.map,
    type: server.dedicated ? 'd' : 'l',
    os: server.os === 'l' || server.os === 'w' || server.os === 'm' ? server.os : null,
    secure: server.secure,
    password: false,
    players: server.players,
    max: server.max_players,
    tags: server.gametype?.split(',') ?? [],
    version: server.version,
    name: server.name,
    appId: server.appid,
    white: false,
  };
}
