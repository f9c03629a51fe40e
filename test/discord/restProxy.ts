import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Headers that belong to one connection. */
const OWN = ['connection', 'host', 'keep-alive', 'transfer-encoding', 'content-length'];
const SECOND_MS = 1000;

/** A proxy between several processes and Discord's API that counts what all of them ask. */
export type RestProxy = {
  /** For DISCORD_API_URL. */
  apiUrl: string;
  /** When it passed requests on (ms). */
  passed: readonly number[];
  /** So many it answered 429 itself. */
  refused: () => number;
  close(): Promise<void>;
};

/**
 * Passes on so many requests a second to `apiUrl`. Of those that are too many it either holds each until its time has come, or says
 * 429 by itself, with nothing but how long to wait. What needs no token is not counted.
 */
export async function startRestProxy(options: {
  apiUrl: string;
  perSecond: number;
  tooMany: 'hold' | 'refuse';
}): Promise<RestProxy> {
  const { apiUrl, perSecond, tooMany } = options;
  const passed: number[] = [];
  let refused = 0;

  /** How long until one more may pass (ms). */
  const waitMs = (): number => {
    const first = passed[passed.length - perSecond];
    return first === undefined ? 0 : Math.max(0, first + SECOND_MS - performance.now());
  };

  async function mayPass(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.headers.authorization === undefined) {
      return true;
    }
    for (let wait = waitMs(); wait > 0; wait = waitMs()) {
      if (tooMany === 'refuse') {
        refused += 1;
        const retryAfter = Math.ceil(wait / SECOND_MS);
        response.writeHead(429, { 'Retry-After': String(retryAfter) }).end();
        return false;
      }
      await pause(wait);
    }
    passed.push(performance.now());
    return true;
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    if (!(await mayPass(request, response))) {
      return;
    }
    const headers = Object.entries(request.headers).filter(([name]) => !OWN.includes(name));
    const answer = await fetch(`${apiUrl}${request.url?.replace(/^\/api/, '')}`, {
      method: request.method ?? 'GET',
      headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const back = [...answer.headers].filter(([name]) => !OWN.includes(name));
    response.writeHead(answer.status, Object.fromEntries(back));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    passed,
    refused: () => refused,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
