import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { openQueryCore, type QueryCore, type QueryCoreOptions } from '#snapshot/queryCore.ts';
import type { SnapshotPart } from '#snapshot/snapshot.ts';
import { parseTarget, type Target } from '#snapshot/target.ts';
import { type FakeAnswers, type FakeServer, startFakeServer } from './a2sServer.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    await one.close();
  }
});

async function server(answers: FakeAnswers = {}): Promise<FakeServer> {
  const fake = await startFakeServer(answers);
  open.push(fake);
  return fake;
}

function core(options: Partial<QueryCoreOptions> = {}): QueryCore {
  const made = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 1_000, ...options });
  open.push(made);
  return made;
}

const at = (port: number, game: string | null = null, host = '127.0.0.1'): Target => ({
  host,
  port,
  game,
});
const ALL = ['info', 'players', 'rules'] as const;
const never = () => new Promise<never>(() => {});

describe('one server is asked once, however many want it', () => {
  it('joins calls in flight', async () => {
    const fake = await server({ players: ['Ann', 'Bob'] });
    const queries = core();
    const snapshots = await Promise.all(
      Array.from({ length: 50 }, () => queries.takeSnapshot(at(fake.port), ALL)),
    );
    expect(snapshots.every(({ roster }) => roster.players.length === 2)).toBe(true);
    expect(fake.heard.sort()).toEqual(['info', 'players', 'rules']);
    expect(queries.counters()).toMatchObject({ shared: 49, open: 0 });
  });

  it('gives a fresh answer again, and asks anew when it is three seconds old', async () => {
    const fake = await server();
    let now = 0;
    const queries = core({ now: () => now });
    await queries.takeSnapshot(at(fake.port), ['info']);
    now = 2_999;
    await queries.takeSnapshot(at(fake.port), ['info']);
    expect(fake.heard).toEqual(['info']);
    now = 3_000;
    await queries.takeSnapshot(at(fake.port), ['info']);
    expect(fake.heard).toEqual(['info', 'info']);
  });

  it('asks anew for a part that the fresh answer does not hold, and not for less', async () => {
    const fake = await server();
    const queries = core();
    await queries.takeSnapshot(at(fake.port), ['info', 'players']);
    await queries.takeSnapshot(at(fake.port), ['info']);
    expect(fake.heard).toEqual(['info', 'players']);
    await queries.takeSnapshot(at(fake.port), ALL);
    expect(fake.heard.filter((part) => part === 'rules')).toHaveLength(1);
  });

  it('lets a poll join a person’s question', async () => {
    const fake = await server();
    const queries = core();
    await Promise.all([
      queries.takeSnapshot(at(fake.port), ['info']),
      queries.takeSnapshot(at(fake.port), ['info'], undefined, 'poll'),
    ]);
    expect(fake.heard).toEqual(['info']);
  });

  it('goes on for the others when one caller leaves', async () => {
    const gate = Promise.withResolvers<void>();
    const fake = await server({ before: () => gate.promise });
    const queries = core({ timeoutMs: 5_000 });
    const leaving = new AbortController();
    const first = queries.takeSnapshot(at(fake.port), ['info'], leaving.signal);
    const second = queries.takeSnapshot(at(fake.port), ['info']);
    leaving.abort();
    expect(await first).toMatchObject({ state: 'offline', reason: 'aborted' });
    gate.resolve();
    expect(await second).toMatchObject({ state: 'online', name: 'Test server' });
  });

  it('stops when everybody has left', async () => {
    const fake = await server({ before: never });
    const queries = core({ timeoutMs: 60_000 });
    const leaving = new AbortController();
    const both = [1, 2].map(() => queries.takeSnapshot(at(fake.port), ['info'], leaving.signal));
    leaving.abort();
    expect((await Promise.all(both)).map(({ reason }) => reason)).toEqual(['aborted', 'aborted']);
    await expect.poll(() => queries.counters().open).toBe(0);
  });

  it('ends what is under way when it is closed', async () => {
    const fake = await server({ before: never });
    const queries = core({ timeoutMs: 60_000 });
    const asked = queries.takeSnapshot(at(fake.port), ['info']);
    await expect.poll(() => fake.heard.length).toBe(1);
    await queries.close();
    expect(await asked).toMatchObject({ state: 'offline', reason: 'aborted' });
  });
});

/** A machine on which no other story has a port. */
const ALONE = '127.20.0.1';

/** A server of Valheim, whose query port is one above its game port; it may be next door to the one that was given. */
const nextDoor = (gamePort: (query: number) => number): Promise<FakeServer> =>
  server({ address: ALONE, port: 2457, info: { port: gamePort(2457) } });

const valheim = (port: number): Target => at(port, 'valheim', ALONE);

describe('finding the server when the game port was given (spec a2s cases 123, 124)', () => {
  it('takes a neighbour that names the given port as its game port, and says so', async () => {
    const fake = await nextDoor((query) => query - 1);
    const given = fake.port - 1;
    const snapshot = await core().takeSnapshot(valheim(given), ['info']);
    expect(snapshot).toMatchObject({
      state: 'online',
      target: { game: 'valheim', address: ALONE, port: fake.port },
      gamePort: given,
      tried: [
        { protocol: 'a2s', port: given, outcome: 'refused' },
        { protocol: 'source', port: fake.port, outcome: 'answered' },
      ],
    });
    expect(snapshot.detail).toContain(`port ${fake.port} does`);
  });

  it('goes there first the next time', async () => {
    const fake = await nextDoor((query) => query - 1);
    let now = 0;
    const queries = core({ now: () => now });
    await queries.takeSnapshot(valheim(fake.port - 1), ['info']);
    now = 10_000;
    const again = await queries.takeSnapshot(valheim(fake.port - 1), ['info']);
    expect(again.tried).toMatchObject([{ port: fake.port, outcome: 'answered' }]);
  });

  it('does not take the server next door for a dead one', async () => {
    const fake = await nextDoor((query) => query);
    const snapshot = await core().takeSnapshot(valheim(fake.port - 1), ['info']);
    expect(snapshot).toMatchObject({
      state: 'offline',
      reason: 'refused',
      tried: [{ outcome: 'refused' }, { port: fake.port, outcome: 'other-server' }],
    });
    expect(snapshot.detail).toContain('another game port');
  });

  it('a poll stops looking there after three times, then does so once an hour; a person always does', async () => {
    const stranger = await nextDoor((query) => query);
    let now = 0;
    const queries = core({ now: () => now, timeoutMs: 400 });
    const searches = async (manner: 'person' | 'poll') => {
      const before = stranger.heard.length;
      await queries.takeSnapshot(valheim(stranger.port - 1), ['info'], undefined, manner);
      now += 60_000;
      return stranger.heard.length > before;
    };
    const polls: boolean[] = [];
    for (let poll = 0; poll < 5; poll += 1) {
      polls.push(await searches('poll'));
    }
    expect(polls).toEqual([true, true, true, false, false]);
    expect(await searches('person')).toBe(true);
    now += 57 * 60_000;
    expect([await searches('poll'), await searches('poll')]).toEqual([true, false]);
  });

  it('finds it within the one deadline when the given port only keeps silent', async () => {
    const fake = await nextDoor((query) => query - 1);
    await server({ info: null, address: ALONE, port: fake.port - 1 });
    const since = performance.now();
    const snapshot = await core().takeSnapshot(valheim(fake.port - 1), ['info']);
    expect(snapshot.target.port).toBe(fake.port);
    expect(performance.now() - since).toBeLessThan(1_000);
  });
});

describe('a server that cannot be asked is a value with a reason', () => {
  it('silent: timeout, within the deadline', async () => {
    const fake = await server({ info: null });
    const since = performance.now();
    const snapshot = await core({ timeoutMs: 500 }).takeSnapshot(at(fake.port), ALL);
    expect(snapshot).toMatchObject({ state: 'offline', reason: 'timeout', name: null });
    expect(performance.now() - since).toBeLessThan(1_000);
  });

  it('nobody there: refused, at once', async () => {
    const fake = await startFakeServer();
    fake.close();
    const snapshot = await core().takeSnapshot(at(fake.port, 'tf2'), ALL);
    expect(snapshot).toMatchObject({ state: 'offline', reason: 'refused' });
  });

  it('private address: refused before anything is sent, also behind a name', async () => {
    const fake = await server();
    const queries = core({
      allowPrivateAddresses: false,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    for (const host of ['127.0.0.1', '10.0.0.7', 'inside.example.com']) {
      const snapshot = await queries.takeSnapshot({ host, port: fake.port, game: null }, ['info']);
      expect(snapshot).toMatchObject({ state: 'offline', reason: 'address-refused' });
      expect(snapshot.detail).toBeTruthy();
    }
    expect(fake.heard).toEqual([]);
    expect(queries.counters().sent).toBe(0);
  });

  it('a name that does not exist: dns', async () => {
    const queries = core({ lookup: async () => [] });
    const target = { host: 'gone.example.com', port: 27015, game: null };
    expect(await queries.takeSnapshot(target, ['info'])).toMatchObject({
      state: 'offline',
      reason: 'dns',
      target: { address: null, host: 'gone.example.com', port: 27015 },
    });
  });

  it('name servers that never answer: dns, within the deadline', async () => {
    const queries = core({ timeoutMs: 300, lookup: never });
    const target = { host: 'slow.example.com', port: 27015, game: null };
    const since = performance.now();
    expect((await queries.takeSnapshot(target, ['info'])).reason).toBe('dns');
    expect(performance.now() - since).toBeLessThan(800);
  });

  it('neither port nor game: says that one is needed', async () => {
    const target = { host: '127.0.0.1', port: null, game: null };
    const snapshot = await core().takeSnapshot(target, ['info']);
    expect(snapshot).toMatchObject({ state: 'offline', reason: 'unsupported' });
  });
});

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

describe('what is asked', () => {
  it.skipIf(!HAS_IPV6)('a server that listens on IPv6 (spec a2s case 131)', async () => {
    const fake = await server({ address: '::1' });
    const parsed = parseTarget(`[::1]:${fake.port}`);
    const target = parsed.ok ? parsed.target : at(0);
    expect(await core().takeSnapshot(target, ALL)).toMatchObject({
      state: 'online',
      target: { host: '::1', address: '::1', port: fake.port },
      roster: { state: 'complete' },
    });
  });

  it('case 130: a name is looked up as an address and as nothing else, no SRV record', async () => {
    const fake = await server();
    const looked: string[] = [];
    const queries = core({
      lookup: async (name) => {
        looked.push(name);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const target = { host: 'play.example.com', port: fake.port, game: null };
    expect((await queries.takeSnapshot(target, ['info'])).state).toBe('online');
    expect(looked).toEqual(['play.example.com']);
  });

  it('rules as well where the true count stands in them (spec a2s case 91)', async () => {
    const fake = await server({
      info: { gameId: 393380n, players: 104, maxPlayers: 80 },
      players: ['A', 'B'],
      rules: { PlayerCount_i: '77' },
    });
    const snapshot = await core().takeSnapshot(at(fake.port), ['info', 'players']);
    expect(snapshot.players.online).toBe(77);
    // In the same conversation: nothing is asked twice.
    expect(fake.heard).toEqual(['info', 'players', 'rules']);
  });

  it('and keeps what else was answered when they do not come, within the one deadline', async () => {
    const squad = { gameId: 393380n, players: 104, maxPlayers: 80 };
    let infos = 0;
    const fake = await server({
      info: squad,
      players: ['A', 'B'],
      rules: null,
      // It breaks down right after its first answer.
      before: (part) => (part === 'info' && ++infos > 1 ? never() : Promise.resolve()),
    });
    const since = performance.now();
    const snapshot = await core().takeSnapshot(at(fake.port), ['info', 'players']);
    expect(performance.now() - since).toBeLessThan(1_500);
    expect(snapshot).toMatchObject({
      state: 'online',
      players: { online: 104 },
      roster: { state: 'complete' },
    });
    expect(snapshot.problems).toContainEqual(expect.stringMatching(/^rules: asked .* no answer$/));
  });

  it('rarely what is never answered, and says so; what nobody wants is no problem', async () => {
    const fake = await server({ rules: null });
    const queries = core({ freshForMs: 0, timeoutMs: 400 });
    const problemsOf = async (...parts: SnapshotPart[]) =>
      (await queries.takeSnapshot(at(fake.port), parts, undefined, 'poll')).problems;
    await problemsOf('info', 'rules');
    expect(await problemsOf('info', 'rules')).toEqual([
      expect.stringMatching(/^rules: asked \d times, no answer$/),
    ]);
    fake.heard.length = 0;
    expect(await problemsOf('info', 'rules')).toEqual([
      'rules: not answered 2 times in a row, so it is asked rarely',
    ]);
    expect(await problemsOf('info')).toEqual([]);
    expect(fake.heard).toEqual(['info', 'info']);
  });

  it('nothing but info when only info is wanted', async () => {
    const fake = await server();
    const snapshot = await core().takeSnapshot(at(fake.port), ['info']);
    expect(fake.heard).toEqual(['info']);
    expect(snapshot).toMatchObject({
      roster: { state: 'unavailable' },
      rules: { state: 'unavailable' },
    });
  });

  it('another protocol through gamedig, at the checked address', async () => {
    const asked: unknown[] = [];
    const queries = core({
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      gamedig: async (options) => {
        asked.push([options.type, options.address, options.port]);
        return { name: 'Blocks', numplayers: 3, maxplayers: 20, players: [] };
      },
    });
    const target = { host: 'mc.example.com', port: null, game: 'minecraft' };
    expect(await queries.takeSnapshot(target, ALL)).toMatchObject({
      state: 'online',
      protocol: 'minecraft',
      name: 'Blocks',
      target: { game: 'minecraft', host: 'mc.example.com', address: '127.0.0.1', port: 25565 },
      players: { online: 3, max: 20 },
    });
    expect(asked).toEqual([['minecraft', '127.0.0.1', 25565]]);
  });

  it('survives gamedig: its error is a reason', async () => {
    const queries = core({ gamedig: () => Promise.reject(new TypeError('x is not a function')) });
    expect(await queries.takeSnapshot(at(25565, 'minecraft'), ALL)).toMatchObject({
      state: 'offline',
      reason: 'bad-reply',
      tried: [{ protocol: 'minecraft', port: 25565, outcome: 'bad-reply' }],
    });
  });

  it('a fault of ours is thrown, not called "offline"', async () => {
    const fake = await server();
    const target = { ...at(fake.port), encoding: 'no-such-code-page' };
    await expect(core().takeSnapshot(target, ['info'])).rejects.toThrow(RangeError);
  });
});
