import { beforeEach, describe, expect, test } from 'vitest';
import type { WebListsServer } from '#sandbox/lists/webLists.ts';
import { readFindRequest } from '#snapshot/findRequest.ts';
import type { ServerFinder } from '#snapshot/serverFinder.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import { arkSnapshot, offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { openListFinder } from './listFinder.ts';

type Typed = Partial<Parameters<typeof readFindRequest>[0]> & { source: string };

let web: WebListsServer;
let finder: ServerFinder;
let time = 0;
let asked: { target: Target; parts: readonly string[]; manner: string | undefined }[] = [];
let answer: (target: Target) => Snapshot = () => offlineSnapshot();

beforeEach(async () => {
  time = Date.now();
  asked = [];
  answer = () => offlineSnapshot();
  ({ web, finder } = await openListFinder({
    takeSnapshot: async (target, parts, _, manner) => {
      asked.push({ target, parts, manner });
      return answer(target);
    },
    steamKey: 'local-steam-key',
    now: () => time,
  }));
});

const look = (typed: Typed) => {
  const request = readFindRequest({
    game: null,
    map: null,
    name: null,
    region: null,
    notEmpty: false,
    notFull: false,
    noPassword: false,
    tags: [],
    pve: null,
    cluster: null,
    ...typed,
  });
  if (request === null) {
    throw new Error(`${typed.source} is no source`);
  }
  return finder.find(request, AbortSignal.timeout(10_000));
};

async function found(typed: Typed) {
  const outcome = await look(typed);
  if (!outcome.ok) {
    throw new Error(outcome.message);
  }
  return outcome.list;
}

describe('somebody looks for servers', () => {
  test('on the list of open.mp: most players first, a name without a wildcard is a part of it', async () => {
    const list = await found({ source: 'openmp', name: 'pier 1', notEmpty: true });
    const counts = list.servers.map(({ players }) => players ?? -1);
    expect(counts.length).toBeGreaterThan(5);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(counts.at(-1)).toBeGreaterThan(0);
    expect(list.servers.every(({ name }) => name?.startsWith('Pier 1'))).toBe(true);
    expect(list).toMatchObject({ source: 'openmp', complete: true, total: counts.length });
  });

  test('by cluster and mode on the list of ARK: Survival Ascended, whose servers nobody asks', async () => {
    const list = await found({ source: 'asa-unofficial', pve: true, cluster: 'Harbour1' });
    expect(list.total).toBeGreaterThan(5);
    expect(list.servers.every(({ pve, cluster }) => pve === true && cluster === 'harbour1')).toBe(
      true,
    );
    expect(asked).toEqual([]);
    const pvp = await found({ source: 'asa-unofficial', pve: false, cluster: 'harbour1' });
    expect(pvp.total).toBe(0);
  });

  test('by a map with a wildcard', async () => {
    const list = await found({ source: 'asa-official', map: 'scorched*' });
    expect(new Set(list.servers.map(({ map }) => map))).toEqual(new Set(['ScorchedEarth_WP']));
  });

  test('of one game in Steam’s list: Steam is asked for the application', async () => {
    const list = await found({ source: 'steam', game: 'counterstrike2', noPassword: true });
    expect(list.total).toBe(10);
    expect(web.requests.at(-1)?.query).toContain(encodeURIComponent('\\appid\\730'));
  });
});

test('a game that Steam’s list does not know finds nothing, rather than everything', async () => {
  expect((await found({ source: 'steam', game: 'minecraft' })).total).toBe(0);
  expect((await found({ source: 'steam', game: 'cstrike' })).total).toBe(10);
});

describe('the first of the servers are asked themselves', () => {
  test('twenty at most, as polls are, without a knock at their neighbours', async () => {
    await found({ source: 'steam' });
    expect(asked).toHaveLength(20);
    expect(new Set(asked.map(({ manner }) => manner))).toEqual(new Set(['listed']));
    expect(new Set(asked.map(({ parts }) => parts.join()))).toEqual(new Set(['info']));
  });

  test('what they answer wins over the list, and who is full after all is left out', async () => {
    const full = '198.51.100.33';
    answer = ({ host }) =>
      onlineSnapshot({
        name: `Fresh ${host}`,
        players: { online: host === full ? 16 : 3, max: 16, bots: 0, connecting: null },
      });
    const list = await found({ source: 'steam', notFull: true });
    const hosts = list.servers.map(({ address }) => address);
    expect(asked.map(({ target }) => target.host)).toContain(full);
    expect(hosts).not.toContain(full);
    const fresh = list.servers.filter((server) => server.asked === 'answered');
    expect(fresh).toHaveLength(19);
    expect(fresh[0]).toMatchObject({ players: 3, name: expect.stringContaining('Fresh') });
  });

  test('a silent one stays on the list and is called silent', async () => {
    const list = await found({ source: 'openmp', name: 'Pier 25' });
    expect(list.servers).toMatchObject([{ name: expect.any(String), asked: 'silent' }]);
  });

  test('official servers of ARK tell their mode and cluster only when asked for them', async () => {
    answer = () => arkSnapshot();
    const { ark } = arkSnapshot();
    const pve = ark?.pvp === false;
    const list = await found({ source: 'ark-official', pve, cluster: ark?.cluster ?? '' });
    expect(list.total).toBe(12);
    expect(asked[0]).toMatchObject({
      target: { host: '203.0.113.10', port: null, game: 'ase' },
      parts: ['info', 'rules'],
    });
    answer = () => offlineSnapshot();
    expect((await found({ source: 'ark-official', pve })).total).toBe(0);
  });
});

describe('a list that was found', () => {
  test('is kept for a quarter of an hour; its later pages are asked when somebody turns to them', async () => {
    const list = await found({ source: 'steam' });
    asked = [];
    const later = await finder.kept(list.id, 20, AbortSignal.timeout(5_000));
    expect(asked).toHaveLength(10);
    expect(later?.servers[20]?.asked).toBe('silent');
    await finder.kept(list.id, 20, AbortSignal.timeout(5_000));
    expect(asked).toHaveLength(10);
    time += 15 * 60_000 + 1;
    expect(await finder.kept(list.id, 0, AbortSignal.timeout(5_000))).toBeNull();
  });
});

describe('a source that fails', () => {
  test('is its own error, never an empty list', async () => {
    web.fail('openmp', { kind: 'status', status: 503 });
    expect(await look({ source: 'openmp' })).toMatchObject({ ok: false, source: 'openmp' });
    web.fail('asa-official', { kind: 'html' });
    expect(await look({ source: 'asa-official' })).toMatchObject({ ok: false, fault: 'bad-reply' });
    expect(await look({ source: 'registered' })).toMatchObject({
      ok: false,
      fault: 'source-failed',
    });
  });
});

test.each([
  ['a word that is no list', 'steem'],
  ['a port that is none', 'master.example:99999'],
])('%s is no source', (_, source) => {
  expect(() => look({ source })).toThrow(/is no source/);
});

test('what a filter cannot hold is taken out of what was typed', async () => {
  const list = await found({ source: 'openmp', name: 'Pier\\notempty\\1\u0000' });
  expect(list.total).toBe(0);
});
