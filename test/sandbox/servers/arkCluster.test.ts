import { expect, onTestFinished, test } from 'vitest';
import { startSimulatedWorld } from '#sandbox/servers/world.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';

test('five maps of one ARK cluster: one host, five ports, PvE and PvP, each in days of its own', async () => {
  const world = await startSimulatedWorld({ seed: 3, now: Date.now, still: true, cluster: true });
  const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 2_000 });
  onTestFinished(async () => {
    await core.close();
    await world.close();
  });
  const maps = world.servers().filter(({ game }) => game === 'ase');
  const seen = await Promise.all(
    maps.map(({ port }) =>
      core.takeSnapshot({ game: 'ase', host: '127.0.0.1', port }, ['rules'], undefined, 'person'),
    ),
  );
  expect(seen.map(({ map, ark, players }) => [map, ark?.pvp, ark?.day, players.online])).toEqual([
    ['TheIsland', false, 1204, 6],
    ['Ragnarok', false, 873, 7],
    ['Aberration_P', true, 311, 4],
    ['Extinction', true, 98, 2],
    ['Genesis', false, 12, 0],
  ]);
  expect(new Set(seen.map(({ ark }) => ark?.cluster))).toEqual(new Set(['crowsnest-cluster']));
  expect(new Set(seen.map(({ gamePort }) => gamePort)).size).toBe(5);
});
