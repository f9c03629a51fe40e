import { expect, onTestFinished, test } from 'vitest';
import { type SampServer, startSampServer } from '#sandbox/servers/sampServer.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import type { Target } from '#snapshot/target.ts';

const rcon = { enabled: true, password: 'pw' };

function openCore(allowPrivateAddresses = true) {
  const core = openQueryCore({ allowPrivateAddresses });
  onTestFinished(() => core.close());
  return core;
}

async function start(family: 'samp' | 'openmp') {
  const server = await startSampServer({
    family,
    now: () => performance.now(),
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
