import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { type OpsServer, openOpsServer } from '#ops/opsServer.ts';
import { listeningLog } from '#test/store/storeFolder.ts';

const { log, lines } = listeningLog();
const PAGES = {
  reports: {
    '/healthz': async () => ({ ok: true, why: [] }),
    '/broken': async () => Promise.reject(new Error('out of order')),
  },
  metrics: async () => ({ type: 'text/plain; version=0.0.4', body: 'crowsnest_guilds 3\n' }),
};
const LOOPBACK = { host: '127.0.0.1', port: 0 };

let server: OpsServer | undefined;
afterEach(async () => {
  await server?.close();
});

const ask = async (path: string, method = 'GET') => {
  const response = await fetch(`http://127.0.0.1:${server?.port}${path}`, { method });
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), body: await response.text() };
};

it('serves its pages and nothing else', async () => {
  server = await openOpsServer(LOOPBACK, PAGES, log);
  const health = { status: 200, type: 'application/json' };
  expect(await ask('/healthz')).toEqual({ ...health, body: '{"ok":true,"why":[]}\n' });
  expect(await ask('/healthz?from=probe')).toMatchObject(health);
  expect(await ask('/healthz', 'HEAD')).toEqual({ ...health, body: '' });
  expect(await ask('/metrics')).toMatchObject({ status: 200, body: 'crowsnest_guilds 3\n' });
  expect(await ask('/metrics', 'POST')).toMatchObject({ status: 405 });
  expect(await ask('/constructor')).toMatchObject({
    status: 404,
    body: 'There is /healthz, /broken, /metrics.\n',
  });
});

it('says that a page is broken, and why only in the log', async () => {
  server = await openOpsServer(LOOPBACK, PAGES, log);
  expect(await ask('/broken')).toMatchObject({ status: 500, body: 'See the log.\n' });
  expect(JSON.stringify(lines)).toContain('out of order');
});

it('says so when the port is taken', async () => {
  server = await openOpsServer(LOOPBACK, PAGES, log);
  const taken = { host: '127.0.0.1', port: server.port };
  await expect(openOpsServer(taken, PAGES, log)).rejects.toThrow(/EADDRINUSE/);
});

it('closes although somebody keeps a connection open', async () => {
  server = await openOpsServer(LOOPBACK, PAGES, log);
  const idle = connect(server.port, '127.0.0.1');
  await once(idle, 'connect');
  const gone = once(idle, 'close');
  await server.close();
  await gone;
});
