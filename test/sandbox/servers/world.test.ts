import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { decodeInfo } from '#codec/a2s/info.ts';
import { decodePlayers } from '#codec/a2s/players.ts';
import { decodeRules, ruleValues } from '#codec/a2s/rules.ts';
import { decodeFragment, joinFragments } from '#codec/a2s/split.ts';
import { decodeGoldsrcInfo } from '#codec/goldsrc/info.ts';
import {
  decodeFragment as decodeGoldsrcFragment,
  joinFragments as joinGoldsrcFragments,
} from '#codec/goldsrc/split.ts';
import type { SimulatedServer } from '#sandbox/servers/simulatedServer.ts';
import { startSimulatedWorld, type World } from '#sandbox/servers/world.ts';

const START = Date.UTC(2026, 10, 30);
const MINUTE = 60_000;
const INFO = Buffer.from('ffffffff54536f7572636520456e67696e6520517565727900', 'hex');
const PLAYERS = Buffer.from('ffffffff55ffffffff', 'hex');
const RULES = Buffer.from('ffffffff56ffffffff', 'hex');

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

async function worldAt(clock: { at: number }, options: { still?: boolean; seed?: number } = {}) {
  const world = await startSimulatedWorld({
    seed: options.seed ?? 42,
    now: () => clock.at,
    still: options.still ?? true,
  });
  open.push(world);
  return world;
}

function find(world: World, id: string): SimulatedServer {
  const server = world.servers().find((one) => one.id === id);
  if (server === undefined) {
    throw new Error(`no server ${id}`);
  }
  return server;
}

/** A client that sends raw bytes and waits for `count` datagrams; null when they do not come within `ms`. */
async function createClient(port: number) {
  const socket: Socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  open.push(socket);
  const ask = (request: Uint8Array, count = 1, ms = 400): Promise<Buffer[] | null> =>
    new Promise((resolve) => {
      const got: Buffer[] = [];
      const end = (answer: Buffer[] | null) => {
        clearTimeout(timer);
        socket.off('message', collect);
        resolve(answer);
      };
      const collect = (datagram: Buffer) => got.push(datagram) === count && end(got);
      const timer = setTimeout(() => end(null), ms);
      socket.on('message', collect);
      socket.send(request, port, '127.0.0.1');
    });
  const one = async (request: Uint8Array): Promise<Buffer> => {
    const answer = await ask(request);
    if (answer?.[0] === undefined) {
      throw new Error('the server stayed silent');
    }
    return answer[0];
  };
  const challenged = async (request: Uint8Array): Promise<Buffer> => {
    const challenge = await one(request);
    expect(challenge.subarray(0, 5).toString('hex')).toBe('ffffffff41');
    const bare = request.length === 9 ? request.subarray(0, 5) : request;
    return Buffer.concat([bare, challenge.subarray(5, 9)]);
  };
  return { ask, one, challenged };
}

const payload = (datagram: Uint8Array) => datagram.subarray(4);

test('ARK tells info at once, its free slots in keywords and rules, and lets a connection be nameless', async () => {
  const clock = { at: START };
  const world = await worldAt(clock);
  world.join('ark');
  const client = await createClient(find(world, 'ark').port);

  const info = decodeInfo(payload(await client.one(INFO)));
  expect(info).toMatchObject({
    folder: 'ark_survival_evolved',
    gameId: 346110n,
    players: 7,
    maxPlayers: 70,
    version: '1.0.0.0',
  });
  expect(info.name).toMatch(/ - \(v[\d.]+\)$/);
  expect(Buffer.byteLength(info.name)).toBeLessThanOrEqual(63);
  expect(info.keywords).toContain(',NUMOPENPUBCONN:64,');
  expect(Buffer.byteLength(info.keywords ?? '')).toBeLessThanOrEqual(127);

  const names = decodePlayers(payload(await client.one(await client.challenged(PLAYERS)))).entries;
  expect(names.map(({ name }) => name)).toEqual([
    '@everyone **x** https://discord.gg/x',
    '123',
    'Дмитрий',
    'DodoWhisperer',
    '🔥Blaze🔥',
    '123',
    '',
  ]);
  const rules = ruleValues(decodeRules(payload(await client.one(await client.challenged(RULES)))));
  expect(rules).toMatchObject({ NUMOPENPUBCONN: '64', SESSIONISPVE_i: '1', DayTime_s: '1204' });

  clock.at += 21 * MINUTE;
  const later = ruleValues(decodeRules(payload(await client.one(await client.challenged(RULES)))));
  expect(later).toMatchObject({ NUMOPENPUBCONN: '63', DayTime_s: '1206' });
});

test('CS2 challenges even info, hides every name until told otherwise, and never answers rules', async () => {
  const world = await worldAt({ at: START });
  const client = await createClient(find(world, 'cs2').port);

  const info = decodeInfo(payload(await client.one(await client.challenged(INFO))));
  expect(info).toMatchObject({ appId: 730, map: 'de_mirage', players: 8, maxPlayers: 24 });

  const ask = await client.challenged(PLAYERS);
  const hidden = decodePlayers(payload(await client.one(ask))).entries;
  expect(hidden).toHaveLength(8);
  expect(hidden.every(({ name, score }) => name === '' && score === 0)).toBe(true);
  expect(hidden.every(({ seconds }) => (seconds ?? 0) > 0)).toBe(true);

  world.hideNames('cs2', false);
  expect(decodePlayers(payload(await client.one(ask))).entries[0]?.name).toBe('flick');
  expect(await client.ask(RULES, 1, 150)).toBeNull();
});

test('TF2 fills up with bots and sends its rules in three fragments with a size', async () => {
  const world = await worldAt({ at: START });
  const client = await createClient(find(world, 'tf2').port);

  const info = decodeInfo(payload(await client.one(await client.challenged(INFO))));
  expect(info).toMatchObject({ appId: 440, players: 8, bots: 3, tv: { name: 'Crowsnest TV' } });
  const players = decodePlayers(payload(await client.one(await client.challenged(PLAYERS))));
  expect(players.entries.map(({ name }) => name)).toContain('**Bold** _Move_');
  expect(players.entries).toHaveLength(8);

  const datagrams = await client.ask(await client.challenged(RULES), 3);
  const fragments = (datagrams ?? []).map((datagram) => decodeFragment(datagram, 'with-size'));
  expect(fragments.map(({ total, index, size }) => [total, index, size])).toEqual([
    [3, 0, 1248],
    [3, 1, 1248],
    [3, 2, 1248],
  ]);
  const rules = ruleValues(decodeRules(joinFragments(fragments)));
  expect(rules).toMatchObject({ tf_gamemode_payload: '1', sv_gravity: '800' });
  expect(Object.keys(rules).length).toBeGreaterThan(120);
});

test('Counter-Strike 1.6 answers as GoldSrc does: 6D with a mod block, its own fragments, old requests', async () => {
  const world = await worldAt({ at: START });
  const { port } = find(world, 'cs16');
  const client = await createClient(port);

  const datagram = await client.one(INFO);
  expect(datagram[4]).toBe(0x6d);
  expect(decodeGoldsrcInfo(payload(datagram))).toMatchObject({
    address: `127.0.0.1:${port}`,
    name: 'Воронье Гнездо | Dust2 24/7 | Crowsnest',
    map: 'de_dust2',
    mod: { link: 'http://www.counter-strike.net/', version: 1 },
    players: 7,
    problems: [],
  });
  const fragments = await client.ask(await client.challenged(RULES), 2);
  const rules = joinGoldsrcFragments((fragments ?? []).map((one) => decodeGoldsrcFragment(one)));
  expect(ruleValues(decodeRules(rules))).toMatchObject({ amx_nextmap: 'de_dust2' });
  expect((await client.one(Buffer.from('ffffffff69', 'hex'))).toString('hex')).toBe('ffffffff6a00');
  expect((await client.one(Buffer.from('ffffffff57', 'hex'))).subarray(0, 5).toString('hex')).toBe(
    'ffffffff41',
  );
});

test('a challenge is good for all parts, for one client only, and noise is met with silence', async () => {
  const world = await worldAt({ at: START });
  const { port } = find(world, 'tf2');
  const client = await createClient(port);
  const other = await createClient(port);
  const challenge = (await client.challenged(PLAYERS)).subarray(5);

  const info = Buffer.concat([INFO, challenge]);
  expect((await client.one(info))[4]).toBe(0x49);
  expect((await other.one(info))[4]).toBe(0x41);
  expect((await client.one(Buffer.from('ffffffff5500000000', 'hex')))[4]).toBe(0x41);
  for (const noise of ['', 'ff', 'ffffffff', 'ffffffff54', 'ffffffff99', '0011223344']) {
    expect(await client.ask(Buffer.from(noise, 'hex'), 1, 30)).toBeNull();
  }
});

test('taken down it is silent, brought up it answers with an empty roster; restart and lag', async () => {
  const clock = { at: START };
  const world = await worldAt(clock);
  const client = await createClient(find(world, 'ark').port);

  world.takeDown('ark');
  expect(find(world, 'ark')).toMatchObject({ state: 'down', players: [] });
  expect(await client.ask(INFO, 1, 100)).toBeNull();
  clock.at += MINUTE;
  world.bringUp('ark');
  expect(find(world, 'ark')).toMatchObject({ state: 'up', since: START + MINUTE });
  expect(decodeInfo(payload(await client.one(INFO))).players).toBe(0);

  world.fillUp('ark');
  expect(decodeInfo(payload(await client.one(INFO))).players).toBe(70);
  world.empty('ark');
  expect(decodeInfo(payload(await client.one(INFO))).players).toBe(0);

  world.restart('tf2');
  expect(find(world, 'tf2')).toMatchObject({ map: 'pl_badwater', players: [] });

  world.trouble('ark', { lagMs: 120 });
  expect(await client.ask(INFO, 1, 60)).toBeNull();
  expect((await client.ask(INFO, 1, 500))?.length).toBe(1);
  expect(() => world.takeDown('quake')).toThrow(/no simulated server "quake": there are ark, cs2/);
});

test('a world with a life of its own tells its watchers, and two of one seed are the same', async () => {
  const clock = { at: START };
  const one = await worldAt(clock, { still: false, seed: 5 });
  const two = await worldAt(clock, { still: false, seed: 5 });
  const without = ({ port: _, address: __, ...rest }: SimulatedServer) => rest;
  const rosters = new Set<string>();
  let told = 0;
  const stop = one.subscribe(() => {
    told += 1;
  });
  for (let minute = 0; minute < 120; minute += 1) {
    clock.at += MINUTE;
    one.step();
    two.step();
    expect(one.servers().map(without)).toEqual(two.servers().map(without));
    rosters.add(find(one, 'ark').players.join());
  }
  expect(rosters.size).toBeGreaterThan(20);
  expect(told).toBeGreaterThan(60);
  stop();
  clock.at += 60 * MINUTE;
  const before = told;
  one.step();
  expect(told).toBe(before);
});

test('a wanted port is taken when it is free, another one when it is not', async () => {
  const clock = { at: START };
  const first = await worldAt(clock);
  const { port } = find(first, 'ark');
  const second = await startSimulatedWorld({ seed: 1, now: () => clock.at, ports: { ark: port } });
  open.push(second);
  expect(find(second, 'ark').port).not.toBe(port);
  await Promise.all(open.splice(0).map((thing) => thing.close()));
  const third = await startSimulatedWorld({ seed: 1, now: () => clock.at, ports: { ark: port } });
  open.push(third);
  expect(find(third, 'ark').port).toBe(port);
});
