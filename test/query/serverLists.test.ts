import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ListError } from '#query/listError.ts';
import { collectList } from '#query/listRow.ts';
import { parseListSource } from '#query/listSource.ts';
import { type ListRequest, openServerLists, type ServerListsOptions } from '#query/serverLists.ts';
import { makeListData } from '#sandbox/lists/listData.ts';
import { startWebLists, type WebListsServer } from '#sandbox/lists/webLists.ts';
import { createHttpClient } from '#transport/http.ts';
import { createResolver } from '#transport/resolver.ts';
import { openUdpSockets, type UdpSockets } from '#transport/udpSockets.ts';
import { openScriptedMaster } from './scriptedMaster.ts';

let web: WebListsServer;
let sockets: UdpSockets;
let time = 1_800_000_000_000;
const now = () => time;
beforeEach(async () => {
  web = await startWebLists({ now });
  sockets = openUdpSockets({ sockets: 1 });
});
afterEach(async () => {
  sockets.close();
  await web.close();
});

const MINUTE = 60_000;
const open = (options: Partial<ServerListsOptions> = {}) =>
  openServerLists({
    sockets,
    resolver: createResolver({ now }),
    http: createHttpClient({ userAgent: 'crowsnest-test' }),
    steamKey: 'local-steam-key',
    allowPrivate: true,
    urls: web.urls,
    now,
    ...options,
  });

function source(name: string) {
  const parsed = parseListSource(name);
  if (parsed === null) {
    throw new Error(`${name} is no source`);
  }
  return parsed;
}
const read = (lists: ReturnType<typeof open>, name: string, request: ListRequest = {}) =>
  collectList(lists.list(source(name), request));

async function errorOf(reading: Promise<unknown>): Promise<ListError> {
  const error = await reading.catch((each: unknown) => each);
  if (error instanceof ListError) {
    expect(error.message).not.toContain('local-steam-key');
    return error;
  }
  throw error;
}

describe('sources as people type them', () => {
  test.each([
    ['steam', { kind: 'steam' }],
    ['ASA-official', { kind: 'asa-official' }],
    ['ms.example.org', { kind: 'master', host: 'ms.example.org', port: 27010 }],
    ['ms.example.org:27013', { kind: 'master', host: 'ms.example.org', port: 27013 }],
    ['203.0.113.5', { kind: 'master', host: '203.0.113.5', port: 27010 }],
    ['localhost', { kind: 'master', host: 'localhost', port: 27010 }],
    ['stem', null],
    ['host:0', null],
    ['a b', null],
    ['', null],
  ])('%s', (text, expected) => expect(parseListSource(text)).toEqual(expected));
});

describe('the list of Steam', () => {
  test('is asked with the filter in its documented form, and never with a zero byte', async () => {
    const { rows, end } = await read(open(), 'steam', {
      filter: 'type\\d\\appid\\440\\secure\\0\\foo\\1\\empty\\1',
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ appId, players }) => appId === 440 && (players ?? 0) > 0)).toBe(true);
    expect(end).toMatchObject({ complete: true, reason: 'whole', problems: ['unknown key: foo'] });
    const query = new URLSearchParams(web.requests[0]?.query);
    expect(query.get('filter')).toBe('\\dedicated\\1\\appid\\440\\empty\\1');
  });

  test('without a key, with a wrong one, and when it was asked too often, is three different errors', async () => {
    expect(await errorOf(read(open({ steamKey: null }), 'steam'))).toMatchObject({
      kind: 'no-key',
      source: 'steam',
    });
    const wrong = await errorOf(read(open({ steamKey: 'wrong' }), 'steam'));
    expect([wrong.kind, wrong.message]).toEqual([
      'forbidden',
      expect.stringContaining('STEAM_API_KEY'),
    ]);
    web.fail('steam', { kind: 'status', status: 429, retryAfterSeconds: 60 });
    const limited = await errorOf(read(open(), 'steam'));
    expect([limited.kind, limited.message]).toEqual([
      'limited',
      expect.stringContaining('not an empty list. It asks to wait 60 s'),
    ]);
  });

  test('that has nothing is an empty list', async () => {
    const { rows, end } = await read(open(), 'steam', { filter: '\\map\\nowhere' });
    expect([rows, end.complete]).toEqual([[], true]);
  });

  test('is collapsed here, because Steam then gives nothing', async () => {
    const [first] = (await read(open(), 'steam')).rows;
    const more = [27015, 27016, 27014].map((port) => ({
      addr: `198.51.100.200:${port}`,
      steamid: '1',
      name: 'many',
      appid: 10,
      gamedir: 'cstrike',
      version: '1',
      product: 'cstrike',
      region: -1,
      players: 0,
      max_players: 8,
      bots: 0,
      map: 'x',
      secure: true,
      dedicated: true,
      os: 'l',
    }));
    web.serve({ steam: more });
    const { rows } = await read(open(), 'steam', { filter: '\\collapse_addr_hash\\1' });
    expect(first).toBeDefined();
    expect(rows.map(({ port }) => port)).toEqual([27014]);
  });

  test('of a region is sorted out here', async () => {
    const lists = open();
    const all = await read(lists, 'steam');
    const europe = await read(lists, 'steam', { region: 3 });
    expect(europe.rows.length).toBeGreaterThan(0);
    expect(europe.rows.length).toBeLessThan(all.rows.length);
    expect(web.requests).toHaveLength(1);
  });
});

describe('why is my server not listed', () => {
  test('Steam says, and is asked once in ten minutes', async () => {
    const lists = open();
    const [listing] = await lists.steamListings('198.51.100.10:27015');
    expect(listing).toMatchObject({ appId: 10, gamePort: 27015, reject: null });
    time += 9 * MINUTE;
    await lists.steamListings('198.51.100.10:27015');
    expect(web.requests).toHaveLength(1);
    time += MINUTE;
    await lists.steamListings('198.51.100.10:27015');
    expect(web.requests).toHaveLength(2);
  });

  test('Steam hides a server and says why', async () => {
    const [hidden] = makeListData(time).steam.map((server) => ({
      ...server,
      reject: 'bad_version',
    }));
    web.serve({ steam: hidden === undefined ? [] : [hidden] });
    expect(await open().steamListings('198.51.100.10')).toMatchObject([{ reject: 'bad_version' }]);
    web.serve({ steam: [] });
    expect(await open().steamListings('198.51.100.10')).toEqual([]);
  });

  test('a text that is no address never reaches Steam', async () => {
    expect((await errorOf(open().steamListings('<1.2.3.4:27015>'))).kind).toBe('bad-request');
    expect(web.requests).toEqual([]);
  });
});

describe('lists of ARK and open.mp', () => {
  test.each([
    ['ark-official', 12],
    ['asa-official', 30],
    ['asa-unofficial', 60],
    ['openmp', 25],
  ])('%s is read whole', async (name, count) => {
    const { rows, end } = await read(open(), name);
    expect(rows).toHaveLength(count);
    expect(end).toEqual({
      complete: true,
      reason: 'whole',
      skipped: 0,
      problems: [],
      readAt: time,
    });
  });

  test('take the same filter as a master', async () => {
    const lists = open();
    const { rows } = await read(lists, 'asa-official', {
      filter: '\\map\\TheIsland_WP\\name_match\\eu-pve*\\empty\\1',
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.every(
        ({ map, ark, players }) => map === 'TheIsland_WP' && ark?.pve === true && players !== 0,
      ),
    ).toBe(true);
    const { rows: open_ } = await read(lists, 'openmp', { filter: '\\password\\0\\full\\1' });
    expect(open_.every(({ password }) => password === false)).toBe(true);
  });

  test('are cut at the wanted number of rows, and say so', async () => {
    const { rows, end } = await read(open(), 'openmp', { limit: 10 });
    expect(rows).toHaveLength(10);
    expect(end).toMatchObject({ complete: false, reason: 'limit' });
  });

  test('are asked for once a minute, then with their validator; an unchanged one is not sent again', async () => {
    const lists = open();
    await Promise.all([read(lists, 'asa-official'), read(lists, 'asa-official')]);
    time += MINUTE - 1;
    await read(lists, 'asa-official');
    expect(web.requests).toHaveLength(1);
    time += 1;
    const { rows, end } = await read(lists, 'asa-official');
    expect([rows.length, end.readAt, web.requests[1]?.status]).toEqual([30, time, 304]);
    expect(web.requests[1]?.headers['if-none-match']).toMatch(/^"[0-9a-f]{40}"$/);
    web.serve({ asaOfficial: '[]' });
    time += MINUTE;
    expect((await read(lists, 'asa-official')).rows).toEqual([]);
  });

  test('that nobody asked for in a quarter of an hour are let go: the next one is read anew', async () => {
    const lists = open();
    await read(lists, 'openmp');
    time += 16 * MINUTE;
    await read(lists, 'ark-official');
    await read(lists, 'openmp');
    expect(web.requests.map(({ list, status }) => [list, status])).toEqual([
      ['openmp', 200],
      ['ark-official', 200],
      ['openmp', 200],
    ]);
  });

  test.each([
    [{ kind: 'status', status: 503 }, 'source-failed'],
    [{ kind: 'status', status: 403 }, 'forbidden'],
    [{ kind: 'status', status: 429 }, 'limited'],
    [{ kind: 'html' }, 'bad-reply'],
    [{ kind: 'cut', bytes: 100 }, 'unreachable'],
  ] as const)('%j is %s, never "no servers"', async (fault, kind) => {
    web.fail('openmp', fault);
    expect(await errorOf(read(open(), 'openmp'))).toMatchObject({ kind, source: 'openmp' });
    // The others are not touched by it.
    expect((await read(open(), 'ark-official')).rows).toHaveLength(12);
  });

  test('that cannot be read again stand as they were, with their age and the reason', async () => {
    const lists = open();
    await read(lists, 'openmp');
    const readAt = time;
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'short', bytes: 900 },
    ] as const) {
      web.fail('openmp', fault);
      time += MINUTE;
      const { rows, end } = await read(lists, 'openmp');
      expect([rows.length, end.readAt, end.problems.length]).toEqual([25, readAt, 1]);
    }
    const asked = web.requests.length;
    time += MINUTE - 1;
    await read(lists, 'openmp');
    expect(web.requests).toHaveLength(asked);
  });

  test('that broke off at the first reading give what came, and say that it is not all', async () => {
    web.fail('asa-official', { kind: 'short', bytes: 3_000 });
    const { rows, end } = await read(open(), 'asa-official');
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.length).toBeLessThan(30);
    expect(end).toMatchObject({ complete: false, reason: 'cut' });
  });

  test('can be given up by one who waits, without taking them from another', async () => {
    const lists = open();
    const gone = read(lists, 'openmp', { signal: AbortSignal.abort() });
    const other = read(lists, 'openmp');
    expect((await errorOf(gone)).kind).toBe('aborted');
    expect((await other).rows).toHaveLength(25);
  });
});

describe('the list of a master', () => {
  test('is asked for through the same door', async () => {
    const master = await openScriptedMaster([{ run: ['10.0.1.0:27015', 3], end: true }]);
    const { rows, end } = await read(open(), `127.0.0.1:${master.port}`, {
      filter: '\\type\\d\\clver\\0.21\\secure\\0',
    });
    await master.close();
    expect(rows.map(({ address }) => address)).toEqual(['10.0.1.0', '10.0.1.1', '10.0.1.2']);
    expect([end.complete, end.problems]).toEqual([true, ['unknown key: clver']]);
    // Documented forms, and the key that only this master may know.
    expect(Buffer.from(master.queries[0] ?? '', 'hex').toString('latin1')).toBe(
      '1\xff0.0.0.0:0\0\\dedicated\\1\\clver\\0.21\0',
    );
  });

  test('on a private address is refused by a public bot, a name without an address is said so', async () => {
    const lists = open({ allowPrivate: false });
    expect((await errorOf(read(lists, '127.0.0.1:27010'))).kind).toBe('address-refused');
    const nowhere = open({ resolver: createResolver({ now, lookup: async () => [] }) });
    expect(await errorOf(read(nowhere, 'nowhere.example.org'))).toMatchObject({
      kind: 'unreachable',
      source: 'nowhere.example.org:27010',
    });
  });
});
