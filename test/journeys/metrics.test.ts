import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bot } from '#bot.ts';
import { beginStory, findDown, type HarbourStory } from './harbourStory.ts';

let story: HarbourStory;
let bot: Bot;

beforeEach(async () => {
  story = await beginStory();
  story.environment.HTTP_LISTEN = '127.0.0.1:0';
  bot = await story.startBot();
});
afterEach(() => story.close());

const ask = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${bot.opsPort}${path}`);
  return { status: response.status, text: await response.text() };
};

/** The sum of all values of a metric whose labels fit. */
async function shown(name: string, labels: Record<string, string> = {}): Promise<number> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return (await ask('/metrics')).text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

it('an operator sees a night go by: rounds, queries, messages, an outage, a limit, a lost connection', async () => {
  const { discord, world } = story;
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    text: expect.stringContaining('The first round has not begun yet.'),
  });
  const server = world.servers().find(({ id }) => id === 'tf2')?.address ?? '';
  await story.ada('/watch add', { server, notices: 'alerts' });
  await bot.monitor.round();
  expect((await ask('/readyz')).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  expect(await shown('crowsnest_rounds_total', { result: 'ok' })).toBe(1);
  expect(await shown('crowsnest_watches')).toBe(1);
  const online = { protocol: 'source', result: 'online' };
  expect(await shown('crowsnest_queries_total', { ...online, asker: 'poll' })).toBeGreaterThan(0);
  expect(await shown('crowsnest_queries_total', { ...online, asker: 'person' })).toBe(1);
  const posted = { kind: 'status', outcome: 'posted' };
  expect(await shown('crowsnest_status_writes_total', posted)).toBe(1);
  expect(
    await shown('crowsnest_discord_requests_total', { method: 'POST', status: '200' }),
  ).toBeGreaterThan(0);
  const stored = { operation: 'set', result: 'ok' };
  expect(await shown('crowsnest_store_operation_duration_seconds_count', stored)).toBeGreaterThan(
    0,
  );

  const limit = { kind: 'rateLimit', retryAfter: 0.1, scope: 'shared' } as const;
  discord.faults.add({ route: 'POST /channels/:channel/messages' }, limit);
  world.takeDown('tf2');
  await findDown(story, bot);
  const sent = { to: 'channel', outcome: 'sent' };
  await expect.poll(() => shown('crowsnest_notices_total', sent)).toBe(1);
  expect(await shown('crowsnest_queries_total', { result: 'timeout' })).toBeGreaterThan(0);
  expect(await shown('crowsnest_discord_rate_limited_total', { scope: 'shared' })).toBe(1);

  discord.faults.gateway.refuseConnections = true;
  discord.gateway.drop();
  await expect.poll(() => shown('crowsnest_gateway_up')).toBe(0);
  expect((await ask('/healthz')).status).toBe(503);
  expect((await ask('/readyz')).status).toBe(503);
});
