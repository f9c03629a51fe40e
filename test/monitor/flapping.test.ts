import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offline, online } from './snapshots.ts';
import { GUILD, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add();
  await tower.monitor.round();
});
afterEach(() => tower.dispose());

async function goDown(): Promise<void> {
  tower.says(offline());
  await tower.minutes(1);
  await tower.pass(15_000);
}
/** Back, with the same map and somebody on it for long: no restart. */
async function comeBack(): Promise<void> {
  tower.says(online([]));
  await tower.minutes(1);
  await tower.pass(5_000);
}
async function comeAndGo(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await goDown();
    await comeBack();
  }
}

describe('a server that goes down and comes back again and again', () => {
  it('is told twice each, then once that it flaps, then nothing more', async () => {
    await comeAndGo(7);
    expect(tower.said()).toEqual(['down', 'up', 'down', 'up', 'flapping']);
    expect(tower.discord.sent[4]).toMatchObject({
      roleId: '300000000000000001',
      news: { kind: 'flapping', times: 3 },
    });
  });

  it('and stays up for a quarter of an hour is told as steady, once, without a ping', async () => {
    await comeAndGo(4);
    const backAt = tower.clock.now() - 5_000;
    await tower.minutes(14);
    expect(tower.said()).toHaveLength(5);
    await tower.minutes(10);
    expect(tower.said().slice(5)).toEqual(['steady']);
    expect(tower.discord.sent[5]).toMatchObject({ roleId: null, news: { state: 'up' } });
    expect(tower.clock.now()).toBeGreaterThan(backAt);
  });

  it('and stays down is told as down for good; then its return is told', async () => {
    await comeAndGo(4);
    await goDown();
    await tower.minutes(17);
    expect(tower.discord.sent[5]?.news).toMatchObject({ kind: 'steady', state: 'down' });
    expect((await tower.watch())?.told).toBeDefined();
    await comeBack();
    expect(tower.said().at(-1)).toBe('up');
    expect((await tower.watch())?.told).toBeUndefined();
  });

  it('is known to flap after a restart of the bot', async () => {
    await comeAndGo(3);
    await tower.restart();
    await comeAndGo(2);
    expect(tower.said()).toEqual(['down', 'up', 'down', 'up', 'flapping']);
  });

  it('is in the history with every outage, told or not', async () => {
    await comeAndGo(4);
    const incidents = await tower.store.incidents.of('a2s/192.0.2.7:27015');
    expect(incidents).toHaveLength(4);
    expect(incidents[0]).toMatchObject({
      name: 'Valley',
      cause: 'timeout',
      watches: [{ guildId: GUILD, watchId: 'watch1' }],
    });
    expect(incidents.every(({ since, until }) => until !== null && until > since)).toBe(true);
  });
});
