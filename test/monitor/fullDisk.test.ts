import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withWatch } from '#monitor/watchChange.ts';
import type { Store } from '#store/openStore.ts';
import { offline } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const ISLAND = { host: '192.0.2.8', port: 27015, game: null, encoding: null };
const ISLAND_AT = '192.0.2.8:27015';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

/** A disk on which notices and wishes can not be changed any more. */
const full = ({ outbox, people }: Store): Partial<Store> => {
  const refuse = () => Promise.reject(new Error('the disk is full'));
  return {
    outbox: { ...outbox, delete: refuse },
    people: { ...people, set: refuse, delete: refuse },
  };
};

const complaints = () =>
  tower.listening.lines.filter(({ event }) => event === 'housekeeping').map(({ err }) => err);
const pause = () =>
  tower.store.guilds.update(GUILD, (guild) =>
    withWatch(guild, 'watch1', (watch) => ({
      ...watch,
      paused: { since: tower.clock.now(), by: '400000000000000002' },
    })),
  );

describe('while the disk is full, servers are asked as ever', () => {
  it('though a wish that has expired can not be ended', async () => {
    await tower.add();
    await tower.ask({ kind: 'back' }, { expiresAt: tower.clock.now() + MINUTE / 2 });
    await tower.restart(full);
    await tower.minutes(3);
    expect(tower.world.asked).toHaveLength(3);
    expect(tower.monitor.pulse().roundEndedAt).toBe(tower.clock.now());
    expect(complaints()).toHaveLength(3);
    await tower.restart();
    await tower.minutes(1);
    expect(await tower.wishes()).toEqual([]);
  });

  it('though a notice of a paused watch can not be dropped; the watch shows that it is paused', async () => {
    await tower.add();
    await tower.minutes(1);
    await tower.restart(full);
    await tower.add({ id: 'island', target: ISLAND });
    await tower.minutes(1);
    const later = { kind: 'later' as const, reason: '503' };
    tower.discord.answers.push({ ...later, notBefore: tower.clock.now() + 60 * MINUTE });
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
    await pause();
    tower.world.asked.length = 0;
    await tower.minutes(1);
    expect(tower.world.asked).toEqual([ISLAND_AT]);
    expect(complaints()).toHaveLength(1);
    expect(tower.discord.seen.map(({ watch }) => watch.paused !== null)).toContain(true);
  });

  it('though what was left over from before can not be taken out', async () => {
    await tower.add();
    await tower.minutes(1);
    const parked = { kind: 'parked' as const, trouble: 'permission' as const, facts: [] };
    tower.discord.answers.push(parked);
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
    expect(await tower.store.outbox.all()).toHaveLength(1);
    tower.clock.forgetTimers();
    await tower.pass(7 * 24 * 60 * MINUTE);
    await tower.restart(full);
    tower.world.asked.length = 0;
    await tower.minutes(1);
    expect(tower.world.asked).toHaveLength(1);
  });
});

it('a notice that is sent but can not be taken out leaves no timer behind at the end', async () => {
  await tower.add();
  await tower.minutes(1);
  await tower.restart(full);
  tower.says(offline());
  await tower.minutes(1);
  await tower.pass(15_000);
  expect(tower.said()).toEqual(['down']);
  await tower.monitor.stop();
  expect(tower.clock.waiting()).toBe(0);
});
