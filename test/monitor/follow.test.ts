import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Follow } from '#store/followDocument.ts';
import { offline } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;

beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

const any = { game: null, map: null, name: null, region: null, pve: null, cluster: null } as const;

const followOf = (over: Partial<Follow> = {}): Follow => ({
  id: 'harbour1',
  question: { source: 'registered', ...any, noPassword: false, tags: [] },
  channelId: '200000000000000001',
  noticeChannelId: '200000000000000002',
  roleId: '300000000000000001',
  message: null,
  trouble: null,
  noticeTrouble: null,
  createdAt: tower.clock.now(),
  ...over,
});

const payload = { name: 'Payload', port: 27015 };
const dust = { name: 'Dust', port: 27016 };
const arena = { name: 'Arena', port: 27017 };

const begin = (...servers: { name: string; port: number }[]) => {
  tower.lists.servers = servers;
  return tower.monitor.follow(GUILD, followOf());
};
const shown = () => tower.discord.follows.get('harbour1');
const told = () =>
  tower.discord.sent.map(({ news }) =>
    [news.kind, news.name, news.kind === 'delisted' ? news.why : ''].filter(Boolean).join(' '),
  );

test('what is on the list at the beginning is shown and is no news', async () => {
  expect((await begin(payload, dust)).kind).toBe('posted');
  await tower.minutes(3);
  expect(shown()).toBe('Dust,Payload||');
  expect(told()).toEqual([]);
});

test('a server that comes is announced once, with the role, and stands on the board', async () => {
  await begin(payload);
  tower.lists.servers = [payload, dust];
  await tower.minutes(5);
  expect(shown()).toBe('Dust,Payload||');
  expect(told()).toEqual(['listed Dust']);
  expect(tower.discord.sent[0]?.roleId).toBe('300000000000000001');
});

test('our own list is read a second after it changed, without waiting for a round', async () => {
  await begin(payload);
  tower.lists.servers = [payload, dust];
  tower.monitor.listChanged();
  tower.monitor.listChanged();
  await tower.pass(1_000);
  expect(told()).toEqual(['listed Dust']);
  expect(tower.lists.reads).toBe(2);
});

test('a server that says goodbye is gone at once and pings nobody', async () => {
  await begin(payload, dust);
  tower.lists.servers = [payload];
  tower.lists.farewells.set('192.0.2.9:27016', 'quit');
  await tower.minutes(1);
  expect(shown()).toBe('Payload||');
  expect(told()).toEqual(['delisted Dust quit']);
  expect(tower.discord.sent[0]?.roleId).toBeNull();
});

test('followed again by an import soon after a wipe: the next round posts its message, the list is not read for it', async () => {
  const question = { ...followOf().question, source: 'steam' };
  tower.lists.servers = [payload];
  await tower.monitor.follow(GUILD, followOf({ question }));
  await tower.minutes(1);
  await tower.monitor.unfollow(GUILD, 'harbour1');
  const again = followOf({ id: 'harbour2', question });
  await tower.store.guilds.update(GUILD, (guild) => ({ ...guild, follows: [again] }));
  const { reads } = tower.lists;
  await tower.minutes(1);
  expect(tower.discord.follows.get('harbour2')).toBe('Payload||');
  expect(tower.lists.reads).toBe(reads);
  expect(told()).toEqual([]);
});

test('our own list is known however its name was typed', async () => {
  tower.lists.servers = [payload, dust];
  const question = { ...followOf().question, source: 'Registered' };
  await tower.monitor.follow(GUILD, followOf({ question }));
  tower.lists.servers = [payload];
  tower.lists.farewells.set('192.0.2.9:27016', 'quit');
  tower.monitor.listChanged();
  await tower.pass(1_000);
  expect(told()).toEqual(['delisted Dust quit']);
});

test('a server that falls silent is missing first, and gone after minutes; a restart is no news', async () => {
  await begin(payload, dust, arena);
  tower.lists.servers = [payload, arena];
  await tower.minutes(1);
  expect(shown()).toBe('Arena,Payload|(Dust)|');
  tower.lists.servers = [payload, dust, arena];
  await tower.minutes(1);
  expect(shown()).toBe('Arena,Dust,Payload||');
  tower.lists.servers = [payload, arena];
  await tower.minutes(4);
  expect(told()).toEqual([]);
  await tower.minutes(2);
  expect(told()).toEqual(['delisted Dust silent']);
  expect(shown()).toBe('Arena,Payload||');
});

test('a list that can not be read, or only in part, loses nobody and says so', async () => {
  await begin(payload, dust);
  tower.lists.servers = null;
  await tower.minutes(30);
  expect(shown()).toBe('Dust,Payload||timeout');
  tower.lists.servers = [payload];
  tower.lists.complete = false;
  await tower.minutes(30);
  expect(shown()).toBe('Payload||');
  expect(told()).toEqual([]);
});

test('when all are missing at once it is rather the list: it takes a quarter of an hour', async () => {
  await begin(payload, dust, arena);
  tower.lists.servers = [];
  await tower.minutes(14);
  expect(told()).toEqual([]);
  tower.lists.servers = [payload, dust, arena];
  await tower.minutes(2);
  expect(told()).toEqual([]);
  tower.lists.servers = [];
  await tower.minutes(18);
  expect(told()).toHaveLength(3);
});

test('while the bot can not see, no server is gone', async () => {
  await tower.add();
  await tower.minutes(1);
  await begin(payload, dust, arena);
  tower.references.gateway = false;
  tower.lists.servers = [payload];
  tower.says(offline('timeout'));
  await tower.minutes(10);
  expect(told()).toEqual([]);
});

test('killed and started again, it knows which servers are new, and tells each once', async () => {
  await begin(payload);
  await tower.restart();
  tower.lists.servers = [payload, dust];
  await tower.minutes(3);
  await tower.restart();
  await tower.minutes(3);
  expect(told()).toEqual(['listed Dust']);
});

test('killed between writing the notice and noting what is known, the server is told once', async () => {
  await begin(payload);
  tower.lists.servers = [payload, dust];
  await tower.restart((store) => ({
    followed: { ...store.followed, set: () => Promise.reject(new Error('killed here')) },
  }));
  await tower.minutes(1);
  expect(told()).toEqual([]);
  await tower.restart();
  await tower.minutes(2);
  expect(told()).toEqual(['listed Dust']);
});

test('what could not be noted while the disk was full is told once it can, and not again later', async () => {
  await begin(payload);
  tower.lists.servers = [payload, dust];
  const disk = { full: true };
  await tower.restart(({ followed }) => ({
    followed: {
      ...followed,
      set: (one) => (disk.full ? Promise.reject(new Error('disk full')) : followed.set(one)),
    },
  }));
  await tower.minutes(2);
  expect(told()).toEqual([]);
  disk.full = false;
  await tower.minutes(1);
  await tower.restart();
  await tower.minutes(1);
  expect(told()).toEqual(['listed Dust']);
});

test('a foreign list is read every five minutes, once for all who ask the same', async () => {
  tower.lists.servers = [payload];
  const question = { ...followOf().question, source: 'openmp' };
  await tower.monitor.follow(GUILD, followOf({ question }));
  await tower.monitor.follow('100000000000000002', followOf({ question }));
  const before = tower.lists.reads;
  await tower.minutes(11);
  expect(tower.lists.reads - before).toBe(2);
});

test('a list of hundreds is not followed, and one that can not be read neither', async () => {
  const many = Array.from({ length: 101 }, (_, n) => ({ name: `S${n}`, port: 27_000 + n }));
  expect(await begin(...many)).toEqual({ kind: 'too-long', total: 101 });
  tower.lists.servers = null;
  expect(await tower.monitor.follow(GUILD, followOf())).toEqual({
    kind: 'unread',
    fault: 'timeout',
  });
  expect((await tower.store.guilds.get(GUILD)).follows).toEqual([]);
});

test('followed no longer: nothing is read, shown or told any more', async () => {
  await begin(payload);
  expect((await tower.monitor.unfollow(GUILD, 'harbour1'))?.message).not.toBeNull();
  tower.lists.servers = [payload, dust];
  const { reads } = tower.lists;
  await tower.minutes(3);
  expect(told()).toEqual([]);
  expect(tower.lists.reads).toBe(reads);
  expect(await tower.store.followed.get(`${GUILD}/harbour1`)).toBeNull();
});

test('followed no longer while its first message is on the way: nothing of it stays', async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await tower.restart(({ followed }) => ({
    followed: {
      ...followed,
      get: async (key) => {
        asked.resolve();
        await held.promise;
        return followed.get(key);
      },
    },
  }));
  const following = begin(payload);
  await asked.promise;
  const ending = tower.monitor.unfollow(GUILD, 'harbour1');
  await expect.poll(async () => (await tower.store.guilds.get(GUILD)).follows).toEqual([]);
  held.resolve();
  expect(await following).toEqual({ kind: 'unchanged' });
  await ending;
  expect(shown()).toBeUndefined();
  expect(await tower.store.followed.get(`${GUILD}/harbour1`)).toBeNull();
});

test('followed again under the same id, it begins anew: what came meanwhile is no news', async () => {
  await tower.restart(({ followed }) => ({
    followed: { ...followed, delete: () => Promise.reject(new Error('killed here')) },
  }));
  await begin(payload);
  await expect(tower.monitor.unfollow(GUILD, 'harbour1')).rejects.toThrow('killed here');
  await tower.restart();
  await tower.pass(60 * MINUTE);
  await begin(payload, dust);
  await tower.minutes(2);
  expect(told()).toEqual([]);
  tower.lists.servers = [payload, dust, arena];
  await tower.minutes(1);
  expect(told()).toEqual(['listed Arena']);
});

test('a list followed while the clock was ahead has news again once that is set right', async () => {
  await begin(payload);
  tower.clock.setBack(24 * 60 * MINUTE);
  tower.lists.servers = [payload, dust];
  await tower.minutes(1);
  tower.lists.servers = [payload, dust, arena];
  await tower.minutes(1);
  expect(told()).toEqual(['listed Dust', 'listed Arena']);
});

test('a guild follows and watches as much as it may together, and a list once in a channel', async () => {
  await tower.add();
  tower.lists.servers = [payload];
  expect((await tower.monitor.follow(GUILD, followOf(), 1)).kind).toBe('full');
  expect((await tower.monitor.follow(GUILD, followOf(), 2)).kind).toBe('posted');
  expect((await tower.monitor.follow(GUILD, followOf({ id: 'harbour2' }), 9)).kind).toBe(
    'duplicate',
  );
  const { source, ...others } = followOf().question;
  const again = followOf({ id: 'harbour3', question: { ...others, source } });
  expect((await tower.monitor.follow(GUILD, again, 9)).kind).toBe('duplicate');
});

test.each([
  ['quit', 'quit'],
  ['none', 'none'],
  [undefined, null],
] as const)(
  'a registered server goes down with goodbye %s: the notice says so',
  async (said, told) => {
    await tower.add();
    await tower.minutes(1);
    if (said !== undefined) {
      tower.lists.farewells.set('192.0.2.7:27015', said);
    }
    tower.says(offline('timeout'));
    await tower.minutes(1);
    await tower.pass(20_000);
    const [down] = tower.discord.sent;
    expect(down?.news).toMatchObject({ kind: 'down', farewell: told });
  },
);
