import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, smallDisk, type Watchtower, watchtower } from './watchtower.ts';

const ISLAND = { host: '192.0.2.8', port: 27015, game: null, encoding: null };
const [VALLEY_AT, ISLAND_AT] = ['192.0.2.7:27015', '192.0.2.8:27015'];

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

const messages = () => [...tower.discord.statuses.values()];

describe('watches of one channel that ask for it', () => {
  beforeEach(async () => {
    await tower.add({ id: 'valley', board: true });
    await tower.add({ id: 'island', board: true, target: ISLAND });
  });

  it('share one message, which is edited when one of them changes', async () => {
    await tower.minutes(2);
    expect(messages()).toMatchObject([{ shows: 'valley online,island online', writes: 1 }]);
    tower.says(offline(), ISLAND_AT);
    await tower.minutes(1);
    expect(messages()).toMatchObject([{ shows: 'valley online,island offline', writes: 2 }]);
  });

  it('share it with those of the same channel only, and not with one that did not ask', async () => {
    await tower.add({ id: 'alone', target: { ...ISLAND, host: '192.0.2.9' } });
    await tower.add({ id: 'there', board: true, channelId: '200000000000000007' });
    await tower.minutes(2);
    expect(
      messages()
        .map(({ shows }) => shows)
        .toSorted(),
    ).toEqual(['online Ann', 'there online', 'valley online,island online']);
  });

  it('keep it over a restart: nothing is drawn before all of them were asked', async () => {
    await tower.minutes(2);
    await tower.restart();
    await tower.minutes(2);
    expect(messages()).toMatchObject([{ shows: 'valley online,island online', writes: 1 }]);
  });

  it('go on without the one that is removed, and the last one hands its message back', async () => {
    await tower.minutes(2);
    await tower.monitor.forget(GUILD, 'valley');
    await tower.pass(3_000);
    expect(messages()).toMatchObject([{ shows: 'island online' }]);
    const last = await tower.monitor.forget(GUILD, 'island');
    expect(last?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
    expect((await tower.store.guilds.get(GUILD)).boards).toEqual([]);
  });

  it('stand in one message when it had to be posted anew while the disk was full', async () => {
    await tower.minutes(2);
    const disk = smallDisk();
    await tower.restart(disk.over);
    await tower.minutes(1);
    tower.discord.statuses.clear();
    tower.says(offline(), ISLAND_AT);
    disk.full = true;
    await tower.minutes(1);
    disk.full = false;
    await tower.monitor.present(GUILD, '200000000000000001');
    expect(messages()).toMatchObject([{ shows: 'valley online,island offline' }]);
    const [board] = (await tower.store.guilds.get(GUILD)).boards;
    expect(board?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
  });
});

describe('the name of a channel', () => {
  const channelName = {
    channelId: '200000000000000005',
    template: '{state} {online}/{max} {map}',
  };
  const names = () => tower.discord.renames.map(({ name }) => name);

  it('tells the state, the players and the map, and is given only when it changes', async () => {
    await tower.add({ channelName });
    await tower.minutes(3);
    expect(names()).toEqual(['🟢 1/20 valley']);
    tower.says(offline(), VALLEY_AT);
    await tower.minutes(1);
    await tower.pass(15_000);
    expect(names().at(-1)).toBe('🔴 0/20 valley');
  });

  it('that has to wait is the newest one when its time comes; the message goes on meanwhile', async () => {
    await tower.add({ channelName });
    await tower.monitor.round();
    for (const count of [2, 3, 4, 5]) {
      tower.says(online(Array.from({ length: count }, (_, n) => player(`P${n}`))), VALLEY_AT);
      await tower.minutes(1);
    }
    expect(names()).toEqual(['🟢 1/20 valley', '🟢 2/20 valley']);
    expect(messages()).toMatchObject([{ shows: 'online P0,P1,P2,P3,P4' }]);
    await tower.pass(10 * MINUTE);
    expect(names()).toEqual(['🟢 1/20 valley', '🟢 2/20 valley', '🟢 5/20 valley']);
  });
});
