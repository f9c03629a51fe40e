import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebLists, type WebListsServer } from '#sandbox/lists/webLists.ts';

let lists: WebListsServer;
beforeEach(async () => {
  lists = await startWebLists({ now: () => 1_800_000_000_000 });
});
afterEach(() => lists.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${lists.url}${path}`, { headers });
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    text: await response.text(),
  };
};
const STEAM = '/IGameServersService/GetServerList/v1/';

test('Steam wants its key, applies the filter and has an odd way to say "none"', async () => {
  expect((await get(STEAM)).status).toBe(403);
  const filter = encodeURIComponent('\\appid\\440\\empty\\1');
  const { response } = JSON.parse(
    (await get(`${STEAM}?key=local-steam-key&filter=${filter}`)).text,
  );
  expect(response.servers.length).toBeGreaterThan(3);
  expect(new Set(response.servers.map(({ appid }: { appid: number }) => appid))).toEqual(
    new Set([440]),
  );
  expect(
    (await get(`${STEAM}?key=local-steam-key&filter=${encodeURIComponent('\\map\\x')}`)).text,
  ).toBe('{"response":{}}');
});

test('Steam says what it knows of an address', async () => {
  const path = '/ISteamApps/GetServersAtAddress/v1/?addr=';
  const { response } = JSON.parse((await get(`${path}198.51.100.10`)).text);
  expect(response).toMatchObject({
    success: true,
    servers: [{ addr: '198.51.100.10:27015', appid: 10 }],
  });
  expect(JSON.parse((await get(`${path}<x>`)).text).response.success).toBe(false);
});

test('a document that has not changed is not sent again', async () => {
  const first = await get('/servers');
  expect([first.status, JSON.parse(first.text)]).toEqual([
    200,
    expect.arrayContaining([expect.objectContaining({ pm: 128 })]),
  ]);
  const again = await get('/servers', { 'if-none-match': first.etag ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
  lists.serve({ openmp: '[]' });
  expect((await get('/servers', { 'if-none-match': first.etag ?? '' })).text).toBe('[]');
});

test('faults come and go', async () => {
  lists.fail('openmp', { kind: 'status', status: 503 });
  expect((await get('/servers')).status).toBe(503);
  lists.fail('openmp', { kind: 'html' });
  expect((await get('/servers')).text).toContain('<!doctype html>');
  lists.fail('openmp', { kind: 'cut', bytes: 10 });
  await expect(get('/servers')).rejects.toThrow();
  lists.fail('openmp', null);
  expect((await get('/servers')).status).toBe(200);
  expect((await get('/elsewhere')).status).toBe(404);
});
