import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { online, player } from './snapshots.ts';
import { MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const HOST = '203.0.113.9';
const PORTS = [27015, 27016, 27017];
const ELSEWHERE = '203.0.113.77';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  for (const port of PORTS) {
    await watch(`port${port}`, HOST, port);
    says(HOST, port, true);
  }
  await watch('elsewhere', ELSEWHERE, 27015);
  says(ELSEWHERE, 27015, true);
  await tower.monitor.round();
});
afterEach(() => tower.dispose());

const watch = (id: string, host: string, port: number) =>
  tower.add({ id, target: { host, port, game: null, encoding: null } });

function says(host: string, port: number, isUp: boolean): void {
  const target = { host, port, game: null, address: host };
  const name = `Server ${port}`;
  const snapshot: Snapshot = isUp
    ? { ...online([player('Ann')]), target, name }
    : { ...blankSnapshot({ host, port, game: null }), target, state: 'offline', reason: 'timeout' };
  tower.says(snapshot, `${host}:${port}`);
}

async function goDown(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    says(HOST, port, false);
  }
  await tower.minutes(1);
  await tower.pass(15_000);
}

async function comeBack(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    says(HOST, port, true);
  }
  await tower.minutes(1);
  await tower.pass(5_000);
}

describe('all servers of one address', () => {
  it('that go down together are one notice with their names, and one when they are back', async () => {
    await goDown(PORTS);
    expect(tower.discord.sent).toMatchObject([
      {
        news: {
          kind: 'host-down',
          address: HOST,
          servers: PORTS.map((port) => ({ name: `Server ${port}`, address: `${HOST}:${port}` })),
        },
      },
    ]);
    expect((await tower.watch())?.told).toMatchObject({ among: 'host' });
    await comeBack(PORTS);
    expect(tower.said()).toEqual(['host-down', 'host-up']);
    expect(tower.discord.edits).toMatchObject([
      { messageId: tower.discord.sent[1]?.answers, notice: { news: { kind: 'host-up' } } },
    ]);
    expect((await tower.watch())?.told).toBeUndefined();
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('of which one comes back first: that one is told by itself, and the first message stays', async () => {
    await goDown(PORTS);
    await comeBack([27015]);
    expect(tower.said()).toEqual(['host-down', 'up']);
    expect(tower.discord.sent[1]).toMatchObject({ news: { address: `${HOST}:27015` } });
    expect(tower.discord.edits).toEqual([]);
  });

  it('that were waiting to be told together are told apart when one is back before', async () => {
    const notBefore = tower.clock.now() + 10 * MINUTE;
    tower.discord.answers.push({ kind: 'later', notBefore, reason: '429', refused: true });
    await goDown(PORTS);
    await comeBack([27015]);
    await tower.minutes(12);
    expect(tower.said()).toEqual(['host-down']);
    expect(tower.discord.sent[0]?.news).toMatchObject({
      servers: [{ name: 'Server 27016' }, { name: 'Server 27017' }],
    });
  });

  it('but one: that is no outage of the address, and each is told', async () => {
    await goDown([27015, 27016]);
    expect(tower.said()).toEqual(['down', 'down']);
  });

  it('killed between merging and sending: told once', async () => {
    const notBefore = tower.clock.now() + 2 * MINUTE;
    tower.discord.answers.push({ kind: 'later', notBefore, reason: '429', refused: true });
    await goDown(PORTS);
    const stored = await tower.store.outbox.all();
    expect(stored).toMatchObject([{ news: { kind: 'host-down' } }]);
    // As if the process had ended before the merged ones were taken out.
    for (const covered of stored[0]?.covers ?? []) {
      await tower.store.outbox.put({ ...covered, covers: [] });
    }
    await tower.restart();
    await tower.minutes(5);
    expect(tower.said()).toEqual(['host-down']);
    expect(await tower.store.outbox.all()).toEqual([]);
  });
});
