import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offline, online, player } from './snapshots.ts';
import { MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add();
  await tower.monitor.round();
});
afterEach(() => tower.dispose());

/** It goes down, and people are told; gives the time of the first miss. */
async function isDown(): Promise<number> {
  tower.says(offline());
  await tower.minutes(1);
  const since = tower.clock.now();
  await tower.pass(15_000);
  return since;
}

/** Nobody looks for so long; the bot is started again in the end. */
async function nobodyLooksFor(ms: number): Promise<void> {
  await tower.restart();
  await tower.pass(ms);
}

const news = (place: number) => tower.discord.sent.at(place)?.news;

describe('time in which nobody looked', () => {
  it('is not told as an outage: it was down 30 days ago and is up now', async () => {
    const since = await isDown();
    const from = tower.clock.now();
    await nobodyLooksFor(30 * DAY);
    tower.says(online([player('Ann')]));
    await tower.monitor.round();
    const to = tower.clock.now();
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['down', 'up']);
    expect(news(1)).toMatchObject({ since, unwatched: { from, to } });
    const [outage] = await tower.store.incidents.of('a2s/192.0.2.7:27015');
    expect(outage).toMatchObject({ since, until: from });
  });

  it('is named when the outage lasted on both sides of it', async () => {
    await isDown();
    const from = tower.clock.now();
    await nobodyLooksFor(HOUR);
    await tower.monitor.round();
    const to = tower.clock.now();
    await tower.minutes(3);
    tower.says(online([player('Ann')]));
    await tower.minutes(1);
    await tower.pass(5_000);
    expect(news(-1)).toMatchObject({ kind: 'up', unwatched: { from, to } });
  });

  it('does not make one lost answer an outage of eight hours', async () => {
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(5_000);
    await nobodyLooksFor(8 * HOUR);
    await tower.monitor.round();
    expect(tower.said()).toEqual([]);
    tower.says(online([player('Ann')]));
    await tower.pass(5_000);
    await tower.minutes(2);
    expect(tower.said()).toEqual([]);
  });

  it('does not begin an outage: one that is found after it began with the first miss after it', async () => {
    tower.says(offline());
    await tower.minutes(1);
    await nobodyLooksFor(8 * HOUR);
    const back = tower.clock.now();
    await tower.monitor.round();
    await tower.pass(15_000);
    expect(news(-1)).toMatchObject({ kind: 'down', since: back });
  });

  it('does not count as half of a return', async () => {
    await isDown();
    await tower.minutes(1);
    tower.says(online([]));
    await tower.monitor.round();
    await nobodyLooksFor(HOUR);
    await tower.monitor.round();
    expect(tower.said()).toEqual(['down']);
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['down', 'up']);
  });

  it('is no matter while a bot is started anew within a minute or two', async () => {
    const since = await isDown();
    await nobodyLooksFor(2 * MINUTE);
    tower.says(online([]));
    await tower.monitor.round();
    const until = tower.clock.now();
    await tower.pass(5_000);
    expect(news(-1)).toMatchObject({ kind: 'up', since, until, unwatched: null });
  });
});
