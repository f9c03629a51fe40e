import type { protocols } from 'gamedig';
import { strictFetch } from '#transport/strictFetch.ts';

/** What gamedig's protocols hand to their base class to fetch something over HTTP. */
type HttpParams = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  json?: unknown;
  searchParams?: Record<string, string | undefined>;
  responseType?: 'json';
};

/** The part of gamedig's base class that is used here. */
type ProtocolCore = {
  options: { address?: string; socketTimeout: number };
  tcpPing(): Promise<void>;
  abortedPromise: Promise<unknown>;
};

/** A game server says little; a directory lists thousands of them. */
const MOST_BYTES = { server: 1024 * 1024, directory: 32 * 1024 * 1024 } as const;

/** Directories whose addresses stand in gamedig's own code; nothing a server says leads there or elsewhere. */
const DIRECTORIES: ReadonlySet<string> = new Set([
  'api.alt-mp.com',
  'api.epicgames.dev',
  'api.scpslgame.com',
  'backend.beammp.com',
  'bp.userr00t.com',
  'brokeprotocol.com',
  'cdn.rage.mp',
  'geneshift.net',
  'masterserver.vintagestory.at',
  'multiplayer.factorio.com',
  'serverlist-rx.totemarts.services',
  'servers.minetest.net',
]);

const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null;

/** Where it may be fetched from: the address that was checked, or a directory. Throws for anything else. */
function placeOf(url: URL, address: string | undefined): keyof typeof MOST_BYTES {
  if (url.hostname === address) {
    return 'server';
  }
  if (DIRECTORIES.has(url.hostname)) {
    return 'directory';
  }
  throw new Error(`Refused: ${url.hostname} is not the server that was asked for`);
}

async function request(core: ProtocolCore, params: HttpParams): Promise<unknown> {
  const url = new URL(params.url);
  for (const [name, value] of Object.entries(params.searchParams ?? {})) {
    if (value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  const place = placeOf(url, core.options.address);
  await core.tcpPing();
  const { status, text } = await strictFetch(url, {
    method: params.method ?? 'GET',
    headers: {
      ...(params.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isRecord(params.headers) ? params.headers : {}),
    },
    body: params.json === undefined ? (params.body ?? null) : JSON.stringify(params.json),
    timeoutMs: core.options.socketTimeout,
    maxBytes: MOST_BYTES[place],
  });
  if (status !== 200) {
    throw new Error(`Bad status code: ${status}`);
  }
  return params.responseType === 'json' ? JSON.parse(text) : text;
}

/**
 * Puts our own door in front of gamedig's HTTP, which follows redirects to any address and reads without end: a server that is
 * asked could otherwise make the bot read documents of the network it runs in. gamedig has no option for that, so the one
 * method all its protocols share is replaced.
 */
export function guardGamedigHttp({ valve }: typeof protocols): void {
  const core = Object.getPrototypeOf(valve).prototype;
  core.request = function guarded(this: ProtocolCore, params: HttpParams) {
    return Promise.race([request(this, params), this.abortedPromise]);
  };
}
