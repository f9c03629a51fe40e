import { expect, onTestFinished, test } from 'vitest';
import { type SampServer, startSampServer } from '#sandbox/servers/sampServer.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import type { Target } from '#snapshot/target.ts';

const rcon = { enabled: true, password: 'pw' };

function openCore(
  allowPrivateAddresses = true,
  more: Partial<Parameters<typeof openQueryCore>[0]> = {},
) {
  const core = openQueryCore({ allowPrivateAddresses, ...more });
  onTestFinished(() => core.close());
  return core;
}

async function start(family: 'samp' | 'openmp', port = 0) {
  const server = await startSampServer({
    family,
    now: () => performance.now(),
    port,
    settings: { rcon, hostname: 'Vida Real' },
    guests: [{ name: 'Lars_Vegas', score: 27, ping: 30, slot: 0 }],
  });
  onTestFinished(() => server.close());
  return server;
}

const targetOf = ({ address, port }: SampServer, game: string): Target => ({
  host: address,
  port,
  game,
});

test.each([
  ['samp', 'samp'],
  ['openmp', 'openmp'],
  ['samp', 'openmp'],
  ['gtasao', 'samp'],
] as const)('asked for as %s, a server that is %s says what it is', async (game, family) => {
  const server = await start(family);
  const snapshot = await openCore().takeSnapshot(targetOf(server, game), [
    'info',
    'players',
    'rules',
  ]);
  expect(snapshot).toMatchObject({
    state: 'online',
    protocol: family,
    name: 'Vida Real',
    roster: { state: 'complete', players: [{ name: 'Lars_Vegas', score: 27 }] },
  });
});

test('with no game given, a server near 7777 is found by trying, and found at once the next time', async () => {
  const server = await start('openmp', 7777 + Math.floor(Math.random() * 100));
  const core = openCore();
  const target: Target = { host: server.address, port: server.port, game: null };
  const first = await core.takeSnapshot(target, ['info']);
  expect(first).toMatchObject({ state: 'online', name: 'Vida Real' });
  expect(first.tried.map(({ outcome }) => outcome)).toContain('answered');
  const again = await core.takeSnapshot(target, ['info', 'players'], undefined, 'poll');
  expect(again).toMatchObject({ protocol: 'openmp', tried: [{ outcome: 'answered' }] });
});

test('a console command is run once, by the same rules for addresses', async () => {
  const server = await start('samp');
  const target = targetOf(server, 'samp');
  const request = { password: 'pw', command: 'echo hi' };
  expect(await openCore().runConsole(target, request)).toEqual({
    outcome: 'answered',
    lines: ['hi'],
    cut: false,
  });
  expect(await openCore(false).runConsole(target, request)).toMatchObject({
    outcome: 'offline',
    snapshot: { reason: 'address-refused' },
  });
  expect(server.heard.filter(({ opcode }) => opcode === 'x')).toHaveLength(1);
});

test('case 14: of a name with both kinds of addresses the IPv4 one is asked, and IPv6 alone is told as such', async () => {
  const server = await start('samp');
  const v4 = { address: '127.0.0.1', family: 4 } as const;
  const v6 = { address: '::1', family: 6 } as const;
  const target: Target = { host: 'samp.example', port: server.port, game: 'samp' };
  const both = openCore(true, { lookup: async () => [v6, v4] });
  expect(await both.takeSnapshot(target, ['info'])).toMatchObject({ state: 'online' });
  const only6 = openCore(true, { lookup: async () => [v6] });
  expect(await only6.takeSnapshot(target, ['info'])).toMatchObject({
    state: 'offline',
    reason: 'unsupported',
    detail: expect.stringContaining('IPv4'),
  });
});

test('case 14: a name that has moved is looked up again at the next poll', async () => {
  const first = await start('samp');
  let [address, at] = ['127.0.0.2', 0];
  const core = openCore(true, {
    timeoutMs: 400,
    now: () => at,
    lookup: async () => [{ address, family: 4 }],
  });
  const target: Target = { host: 'samp.example', port: first.port, game: 'samp' };
  expect((await core.takeSnapshot(target, ['info'])).state).toBe('offline');
  [address, at] = ['127.0.0.1', 60_000];
  expect((await core.takeSnapshot(target, ['info'])).state).toBe('online');
});
