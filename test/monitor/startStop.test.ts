import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { offline, online, player } from './snapshots.ts';
import { MINUTE, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add();
});
afterEach(async () => {
  vi.useRealTimers();
  await tower.dispose();
});

/** The server answers when the test says so; the query core gives up when it is told to. */
function heldServer(): { answer: (snapshot: Snapshot) => void } {
  const held = Promise.withResolvers<Snapshot>();
  tower.world.servers.set('192.0.2.7:27015', () => held.promise);
  return { answer: held.resolve };
}

describe('starting', () => {
  it('asks at once and then by the schedule', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    tower.monitor.start('*/10 * * * * *');
    await expect.poll(() => tower.discord.statuses.size).toBe(1);
    await tower.monitor.settled();
    expect(tower.world.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(() => tower.world.asked).toHaveLength(2);
    await tower.monitor.settled();
    await tower.monitor.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tower.world.asked).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never has two rounds at a time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { answer } = heldServer();
    tower.monitor.start('*/10 * * * * *');
    await expect.poll(() => tower.world.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(tower.world.asked).toHaveLength(1);
    answer(online([player('Ann')]));
    await tower.monitor.settled();
  });

  it('takes the shortest time between two rounds, and knows when it has to wait for long', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    vi.setSystemTime(new Date(2026, 10, 30, 22, 59, 30));
    tower.monitor.start('* 8-22 * * *');
    const { intervalMs, thirdDueAt } = tower.monitor.pulse();
    expect(intervalMs).toBe(MINUTE);
    expect(thirdDueAt).toBe(new Date(2026, 11, 1, 8, 2).getTime());
  });

  it('refuses a line that is no schedule', () => {
    expect(() => tower.monitor.start('every now and then')).toThrow();
  });
});

describe('stopping', () => {
  it('takes in what is being answered, and sends nothing new', async () => {
    await tower.monitor.round();
    const { answer } = heldServer();
    await tower.pass(MINUTE);
    const round = tower.monitor.round();
    await expect.poll(() => tower.world.asked.length).toBe(2);
    const stopping = tower.monitor.stop();
    answer(online([player('Ann'), player('Bob')]));
    await Promise.all([stopping, round]);
    const server = await tower.store.servers.get('a2s/192.0.2.7:27015');
    expect(server?.roster?.players.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
    expect(tower.said()).toEqual([]);
    expect(await tower.store.outbox.all()).toHaveLength(1);
    expect(tower.clock.waiting()).toBe(0);
  });

  it('breaks off what takes longer than the time given, and counts it as nothing', async () => {
    await tower.monitor.round();
    const before = await tower.store.servers.get('a2s/192.0.2.7:27015');
    tower.world.servers.set(
      '192.0.2.7:27015',
      () => new Promise((_, reject) => tower.world.whenAborted(reject)),
    );
    await tower.pass(MINUTE);
    const round = tower.monitor.round();
    await expect.poll(() => tower.world.asked.length).toBe(2);
    let stopped = false;
    const stopping = tower.monitor.stop({ graceMs: 3_000 }).then(() => {
      stopped = true;
    });
    await tower.clock.pass(2_999, async () => {});
    expect(stopped).toBe(false);
    await tower.clock.pass(1, async () => {});
    await Promise.all([stopping, round]);
    expect(await tower.store.servers.get('a2s/192.0.2.7:27015')).toEqual(before);
    expect(tower.listening.events()).not.toContain('observation');
  });

  it('plans no further question when the last one was a miss', async () => {
    await tower.monitor.round();
    const { answer } = heldServer();
    await tower.pass(MINUTE);
    const round = tower.monitor.round();
    await expect.poll(() => tower.world.asked.length).toBe(2);
    const stopping = tower.monitor.stop();
    answer(offline());
    await Promise.all([stopping, round]);
    expect(tower.clock.waiting()).toBe(0);
  });

  it('leaves no timer: neither to ask again nor to send later', async () => {
    await tower.monitor.round();
    tower.discord.answers.push(async () => ({
      kind: 'later',
      notBefore: tower.clock.now() + MINUTE,
      reason: '429',
    }));
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
    tower.says(online([]));
    await tower.minutes(1);
    expect(tower.clock.waiting()).toBeGreaterThan(0);
    await tower.monitor.stop();
    expect(tower.clock.waiting()).toBe(0);
  });
});
