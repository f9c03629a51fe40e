import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpClient, type HttpGetOptions } from '#transport/http.ts';
import { TransportError } from '#transport/transportError.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list?key=SECRET`;
}

const http = createHttpClient({ userAgent: 'crowsnest-test' });
async function read(url: string, options: HttpGetOptions = {}): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await http.get(url, options)).body) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
async function errorOf(reading: Promise<unknown>): Promise<TransportError> {
  const error = await reading.catch((each: unknown) => each);
  if (error instanceof TransportError) {
    // What stands in a query, such as a key, is in no message.
    expect(error.message).not.toContain('SECRET');
    return error;
  }
  throw error;
}

describe('a web document', () => {
  test('comes with its status and validators, whoever asks says so', async () => {
    let agent: string | undefined;
    const url = await serve((request, response) => {
      agent = request.headers['user-agent'];
      response
        .writeHead(429, { etag: '"a"', 'last-modified': 'Mon', 'retry-after': '30' })
        .end('wait');
    });
    const answer = await http.get(url);
    expect(answer).toMatchObject({
      status: 429,
      etag: '"a"',
      lastModified: 'Mon',
      retryAfterMs: 30_000,
    });
    answer.discard();
    expect(agent).toBe('crowsnest-test');
  });

  test('is given piece by piece, before it is whole', async () => {
    let finish = () => {};
    const url = await serve((_, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const pieces = (await http.get(url)).body[Symbol.asyncIterator]();
    expect(Buffer.from((await pieces.next()).value ?? []).toString()).toBe('first');
    finish();
    expect(Buffer.from((await pieces.next()).value ?? []).toString()).toBe('last');
    expect((await pieces.next()).done).toBe(true);
  });

  test('is not called silent while its reader is busy with a piece', async () => {
    let finish = () => {};
    const url = await serve((_, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const read: string[] = [];
    for await (const piece of (await http.get(url, { idleMs: 60 })).body) {
      read.push(Buffer.from(piece).toString());
      finish();
      await setTimeout(read.length === 1 ? 200 : 0);
    }
    expect(read).toEqual(['first', 'last']);
  });
});

describe('what goes wrong is a TransportError', () => {
  test('silence, before the answer and within it', async () => {
    const never = await serve(() => {});
    expect((await errorOf(read(never, { idleMs: 50 }))).kind).toBe('timeout');
    const stalls = await serve((_, response) => void response.write('a'));
    expect((await errorOf(read(stalls, { idleMs: 50 }))).kind).toBe('timeout');
  });

  test('drop after drop, past the deadline', async () => {
    const drips = await serve((_, response) => {
      const timer = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(timer));
    });
    expect((await errorOf(read(drips, { idleMs: 1_000, deadlineMs: 150 }))).kind).toBe('timeout');
  });

  test('nobody there, or a connection that breaks', async () => {
    const error = await errorOf(read('http://127.0.0.1:1/list?key=SECRET'));
    expect([error.kind, error.message]).toEqual([
      'unreachable',
      expect.stringContaining('127.0.0.1:1/list'),
    ]);
    const breaks = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    expect((await errorOf(read(breaks))).kind).toBe('unreachable');
  });

  test('more than allowed', async () => {
    const long = await serve((_, response) => response.end('x'.repeat(1_000)));
    expect((await errorOf(read(long, { maxBytes: 999 }))).kind).toBe('too-large');
    expect(await read(long, { maxBytes: 1_000 })).toHaveLength(1_000);
  });

  test('given up by the caller, before and while it comes', async () => {
    const stalls = await serve((_, response) => void response.write('a'));
    expect((await errorOf(read(stalls, { signal: AbortSignal.abort() }))).kind).toBe('aborted');
    expect((await errorOf(read(stalls, { signal: AbortSignal.timeout(30) }))).kind).toBe('aborted');
  });
});
