import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ListData, makeListData } from './listData.ts';
import { type ApiAnswer, getServerList, getServersAtAddress } from './steamApi.ts';

/** The lists that are served, by what they are called in the bot. */
type ServedList =
  | 'steam'
  | 'steam-address'
  | 'ark-official'
  | 'asa-official'
  | 'asa-unofficial'
  | 'openmp';

/** What a list does instead of answering. */
type ListFault =
  | { kind: 'status'; status: number; retryAfterSeconds?: number }
  /** An error page with status 200. */
  | { kind: 'html' }
  /** Never answers. */
  | { kind: 'silence' }
  /** Breaks the connection behind so many bytes. */
  | { kind: 'cut'; bytes: number }
  /** Ends in good order behind so many bytes. */
  | { kind: 'short'; bytes: number };

type ServedRequest = {
  list: ServedList | null;
  path: string;
  query: string;
  headers: IncomingMessage['headers'];
  status: number;
};

export type WebListsServer = {
  readonly url: string;
  /** Where each source finds its lists here. */
  readonly urls: { steam: string; ark: string; asa: string; openmp: string };
  readonly requests: readonly ServedRequest[];
  /** Puts other data in place. */
  serve(data: Partial<ListData>): void;
  /** A fault until it is taken away with null. */
  fail(list: ServedList, fault: ListFault | null): void;
  close(): Promise<void>;
};

const PATHS: Readonly<Record<string, ServedList>> = {
  '/IGameServersService/GetServerList/v1/': 'steam',
  '/ISteamApps/GetServersAtAddress/v1/': 'steam-address',
  '/officialservers.ini': 'ark-official',
  '/servers/asa/officialserverlist.json': 'asa-official',
  '/servers/asa/unofficialserverlist.json': 'asa-unofficial',
  '/servers': 'openmp',
};

/**
 * Serves the lists of Steam, ARK and open.mp from this machine, with their validators and switchable faults. `steamKey` is
 * the one key that Steam takes here.
 */
export async function startWebLists({
  port = 0,
  steamKey = 'local-steam-key',
  now = Date.now,
}: {
  port?: number;
  steamKey?: string;
  now?: () => number;
} = {}): Promise<WebListsServer> {
  let data = makeListData(now());
  const faults = new Map<ServedList, ListFault>();
  const requests: ServedRequest[] = [];

  function answerTo(list: ServedList, query: URLSearchParams): ApiAnswer {
    switch (list) {
      case 'steam':
        return getServerList(query, { servers: data.steam, key: steamKey });
      case 'steam-address':
        return getServersAtAddress(query, data.steam);
      case 'ark-official':
        return { status: 200, body: data.arkOfficial };
      case 'asa-official':
        return { status: 200, body: data.asaOfficial };
      case 'asa-unofficial':
        return { status: 200, body: data.asaUnofficial };
      case 'openmp':
        return { status: 200, body: data.openmp };
    }
  }

  const server = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const list = PATHS[pathname] ?? null;
    const { headers } = request;
    const served = { list, path: pathname, query: search, headers, status: 404 };
    requests.push(served);
    if (list === null) {
      response.writeHead(404).end();
      return;
    }
    const fault = faults.get(list);
    const answer = answerTo(list, searchParams);
    served.status = fault === undefined ? writeAnswer(request, response, answer) : 0;
    if (fault !== undefined) {
      writeFault(response, fault, answer);
    }
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url,
    urls: { steam: url, ark: url, asa: url, openmp: url },
    requests,
    serve(changed) {
      data = { ...data, ...changed };
    },
    fail(list, fault) {
      if (fault === null) {
        faults.delete(list);
      } else {
        faults.set(list, fault);
      }
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Gives the status: 304 when the asker has this document already. */
function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body }: ApiAnswer,
): number {
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`;
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return 304;
  }
  response.writeHead(status, { etag, 'content-length': Buffer.byteLength(body) }).end(body);
  return status;
}

function writeFault(response: ServerResponse, fault: ListFault, { body }: ApiAnswer): void {
  switch (fault.kind) {
    case 'status': {
      const { status, retryAfterSeconds: wait } = fault;
      response.writeHead(status, wait === undefined ? {} : { 'retry-after': String(wait) }).end();
      return;
    }
    case 'html':
      response.writeHead(200).end('<!doctype html><title>Back soon</title>');
      return;
    case 'cut': {
      const half = Buffer.from(body).subarray(0, fault.bytes);
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
      response.write(half, () => response.destroy());
      return;
    }
    case 'short':
      response.writeHead(200).end(Buffer.from(body).subarray(0, fault.bytes));
      return;
    case 'silence':
  }
}
