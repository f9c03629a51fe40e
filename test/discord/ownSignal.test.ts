import { getEventListeners, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { REST } from 'discord.js';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRefusalBreaker } from '#discord/refusedRequests.ts';

let server: Server;
let rest: ReturnType<typeof createRefusalBreaker>;
let ending: AbortController;

/** Where nobody ever answers. */
const SILENT = '/channels/silent';

const left = (): number => getEventListeners(ending.signal, 'abort').length;

beforeEach(async () => {
  server = createServer(({ url = '' }, response) => {
    if (!url.endsWith(SILENT)) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const client = new REST({ api: `http://127.0.0.1:${port}`, version: '10' }).setToken('token');
  const log = pino({ level: 'silent' });
  rest = createRefusalBreaker({ rest: client, most: 100, now: Date.now, log });
  ending = new AbortController();
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('requests that all end with one signal, as long as the bot runs', () => {
  it('leave nothing on it when they are done', async () => {
    for (let n = 0; n < 20; n += 1) {
      await rest.get(`/channels/${n}`, { signal: ending.signal });
    }
    expect(left()).toBe(0);
  });

  it('are given up when it is aborted, and leave nothing then either', async () => {
    const asked = rest.get(SILENT, { signal: ending.signal });
    expect(left()).toBe(1);
    ending.abort();
    await expect(asked).rejects.toThrow();
    expect(left()).toBe(0);
  });

  it('are not begun when it was aborted before', async () => {
    ending.abort();
    await expect(rest.get('/channels/1', { signal: ending.signal })).rejects.toThrow();
    expect(left()).toBe(0);
  });
});
