import { createServer } from 'node:http';
import { REST } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { discordFailure } from '#discord/discordFailure.ts';
import { createRefusalBreaker } from '#discord/refusedRequests.ts';
import { listeningLog } from '#test/store/storeFolder.ts';

const MINUTE = 60_000;

/** A Discord that forbids everything, and a REST client that has to stop before it is banned. */
async function forbiddingDiscord() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end('{"code":50013,"message":"Missing Permissions"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const rest = new REST({
    api: `http://127.0.0.1:${port}`,
    version: '10',
    invalidRequestWarningInterval: 2,
  }).setToken('token');
  let time = Date.now();
  const { log, lines } = listeningLog();
  const breaker = createRefusalBreaker({ rest, most: 4, now: () => time, log });
  const ask = async (path: `/${string}`) => {
    const error = await breaker.get(path).catch((thrown: unknown) => thrown);
    return discordFailure(error);
  };
  return { seen, ask, lines, pass: (ms: number) => (time += ms) };
}

/** discord.js counts for the whole process, ten minutes at a time: what was refused before is long ago. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a Discord that refuses request after request', () => {
  it('is left alone for the rest of its ten minutes, before it bans, and that is told once', async () => {
    const { seen, ask, lines, pass } = await forbiddingDiscord();
    for (let n = 0; n < 4; n += 1) {
      expect(await ask(`/channels/${n}`)).toMatchObject({ kind: 'forbidden' });
    }
    const refused = await ask('/channels/5');
    expect(refused).toMatchObject({ kind: 'rate-limited' });
    expect(refused.kind === 'rate-limited' && refused.retryAfterMs).toBeGreaterThan(9 * MINUTE);
    await ask('/channels/6');
    expect(seen).toHaveLength(4);
    expect(lines).toMatchObject([
      { level: 40, count: 2 },
      { level: 50, count: 4 },
    ]);
    pass(10 * MINUTE + 1);
    expect(await ask('/channels/7')).toMatchObject({ kind: 'forbidden' });
    expect(seen).toHaveLength(5);
  });
});
