import { afterEach, expect, it } from 'vitest';
import { type Health, type HealthServer, openHealth } from '#ops/health.ts';

let server: HealthServer | undefined;
afterEach(async () => {
  await server?.close();
});

const ask = async (path: string): Promise<{ status: number; body: string }> => {
  const response = await fetch(`http://127.0.0.1:${server?.port}${path}`);
  return { status: response.status, body: await response.text() };
};

it('tells a container that the bot is well, then that it is not', async () => {
  let health: Health = { ok: true, facts: { gateway: 'ready', lastRoundSecondsAgo: 12 } };
  server = await openHealth({ host: '127.0.0.1', port: 0 }, () => health);
  expect(await ask('/healthz')).toEqual({
    status: 200,
    body: '{"ok":true,"gateway":"ready","lastRoundSecondsAgo":12}\n',
  });
  health = { ok: false, facts: { gateway: 'lost' } };
  expect((await ask('/healthz')).status).toBe(503);
  expect((await ask('/other')).status).toBe(404);
});

it('says so when the port is taken', async () => {
  server = await openHealth({ host: '127.0.0.1', port: 0 }, () => ({ ok: true, facts: {} }));
  const taken = { host: '127.0.0.1', port: server.port };
  await expect(openHealth(taken, () => ({ ok: true, facts: {} }))).rejects.toThrow(/EADDRINUSE/);
});
