import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createGamedigClient, type GamedigQuery } from '#query/askGamedig.ts';
import { QueryError } from '#query/queryError.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function webServer(host: string, answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Asks an Eco server, whose query is an HTTP document. */
async function askEco(port: number, timeoutMs = 8_000) {
  const client = createGamedigClient();
  const { signal } = new AbortController();
  try {
    return await client.ask({ type: 'eco', address: '127.0.0.1', port, timeoutMs, signal });
  } finally {
    client.close();
  }
}

describe('a game that speaks HTTP', () => {
  it('answers with what it publishes', async () => {
    const info = {
      Description: 'Harbour of Eco',
      OnlinePlayers: 3,
      TotalPlayers: 20,
      GamePort: 3000,
    };
    const port = await webServer('127.0.0.1', (request, response) => {
      response.end(request.url === '/frontpage' ? JSON.stringify({ Info: info }) : '{}');
    });
    expect(await askEco(port)).toMatchObject({ name: 'Harbour of Eco', online: 3 });
  });

  it('can not send the bot elsewhere', async () => {
    let innerAsked = 0;
    const inner = await webServer('127.0.0.7', (_, response) => {
      innerAsked += 1;
      response.end('"a secret of the network the bot runs in"');
    });
    const port = await webServer('127.0.0.1', (_, response) => {
      response.writeHead(302, { location: `http://127.0.0.7:${inner}/latest/meta-data` }).end();
    });
    await expect(askEco(port)).rejects.toMatchObject({ kind: 'bad-reply' });
    expect(innerAsked).toBe(0);
  });

  it('can not fill the memory', async () => {
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024, 'x');
    const port = await webServer('127.0.0.1', (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) {
          sent += piece.length;
        }
        response.once('drain', more);
      };
      more();
    });
    await expect(askEco(port)).rejects.toMatchObject({ kind: 'bad-reply' });
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });
});

describe('a server that is dead', () => {
  it.each(['minecraft', 'mbe', 'vintagestory', 'eco'])('is silent to %s, not odd', async (type) => {
    const port = await webServer('127.0.0.1', () => {});
    servers.pop()?.close();
    const client = createGamedigClient();
    const { signal } = new AbortController();
    const error: unknown = await client
      .ask({ type, address: '127.0.0.1', port, timeoutMs: 800, signal })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(QueryError);
    expect(['timeout', 'refused']).toContain((error as QueryError).kind);
    client.close();
  });
});

it('a question that was given up tries no second time, and the next one waits for its end', async () => {
  const begun: number[] = [];
  const endings: (() => void)[] = [];
  const query: GamedigQuery = () => {
    begun.push(begun.length);
    return new Promise((_, reject) => {
      endings.push(() => reject(new Error('UDP - Timed out after 400ms')));
    });
  };
  const client = createGamedigClient(query);
  const place = { type: 'eco', address: '127.0.0.1', port: 30_000, timeoutMs: 2_000 };
  const stop = new AbortController();
  const first = client.ask({ ...place, signal: stop.signal });
  await Promise.resolve();
  stop.abort();
  await expect(first).rejects.toMatchObject({ kind: 'aborted' });
  const second = client.ask({ ...place, signal: new AbortController().signal });
  await new Promise(setImmediate);
  expect(begun).toHaveLength(1);
  endings[0]?.();
  await expect.poll(() => begun.length).toBe(2);
  client.close();
  await expect(second).rejects.toMatchObject({ kind: 'aborted' });
});
