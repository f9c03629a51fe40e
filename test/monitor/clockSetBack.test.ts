import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextStep } from '#monitor/outboxPlan.ts';
import { steadyClock } from '#monitor/steadyClock.ts';
import { noticeOf, watchOf } from '#test/store/examples.ts';
import { offline, online, player } from './snapshots.ts';
import { MINUTE, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add();
  await tower.monitor.round();
});
afterEach(() => tower.dispose());

describe('a clock that is set back by an hour', () => {
  it('delays no question, no notice and no status message', async () => {
    await tower.minutes(2);
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(2_000);
    tower.clock.setBack(60 * MINUTE);
    await tower.pass(3_000);
    expect(tower.world.asked).toHaveLength(5);
    await tower.pass(10_000);
    expect(tower.said()).toEqual(['down']);
    await tower.pass(2_000);
    expect([...tower.discord.statuses.values()]).toMatchObject([{ shows: 'offline ' }]);
  });

  it('keeps no server out of the rounds that waits to be asked again', async () => {
    tower.says(offline());
    await tower.minutes(1);
    tower.clock.setBack(60 * MINUTE);
    tower.says(online([player('Ann')]));
    await tower.pass(5_000);
    const before = tower.world.asked.length;
    await tower.minutes(3);
    expect(tower.world.asked).toHaveLength(before + 3);
  });

  it('keeps back no notice that was made before', () => {
    const now = tower.clock.now();
    const later = now + 60 * MINUTE;
    const times = { createdAt: later, notBefore: later, expiresAt: later + MINUTE };
    const notice = noticeOf({ ...times, triedAt: null, failures: 0 });
    const step = nextStep([notice], { now, watchOf: () => watchOf(), isWanted: () => true });
    expect(step).toEqual({ do: 'send', notice });
  });
});

describe('a steady clock', () => {
  it('goes on where another one jumps back', () => {
    let time = 100;
    const steady = steadyClock(() => time);
    time = 150;
    expect(steady()).toBe(150);
    time = 20;
    expect(steady()).toBe(150);
    time = 25;
    expect(steady()).toBe(155);
  });
});
