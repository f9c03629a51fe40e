import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withWatch } from '#monitor/watchChange.ts';
import type { Watch } from '#store/guildDocument.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const OTHER_GUILD = '100000000000000002';
const KEY = 'a2s/192.0.2.7:27015';
const BY = '400000000000000002';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add();
  tower.says(online([player('Ann')]));
  await tower.monitor.round();
});
afterEach(() => tower.dispose());

const change = (how: (watch: Watch) => Partial<Watch>) =>
  tower.store.guilds.update(GUILD, (guild) =>
    withWatch(guild, 'watch1', (watch) => ({ ...watch, ...how(watch) })),
  );

/** As /watch pause does it. */
async function pause(): Promise<void> {
  const watch = await tower.watch();
  await change(() => ({ paused: { since: tower.clock.now(), by: BY } }));
  await tower.monitor.reread(watch === undefined ? [] : [watch]);
  await tower.monitor.settled();
  await tower.pass(3_000);
}

/** As /watch resume does it. */
async function resume(): Promise<void> {
  const watch = await tower.watch();
  if (watch !== undefined) {
    await tower.monitor.reread([watch]);
    await change(() => ({ paused: null }));
    await tower.monitor.reread();
    await tower.monitor.post(GUILD, { ...watch, paused: null });
  }
}

async function goesDown(): Promise<void> {
  tower.says(offline());
  await tower.minutes(1);
  await tower.pass(15_000);
}

const lastShown = () => {
  const view = tower.discord.seen.at(-1);
  return [view?.watch.paused?.by, view?.snapshot.state, view?.lastSeen?.name];
};

describe('a paused watch', () => {
  it('asks nothing and tells nothing, and its message says since when and by whom', async () => {
    await pause();
    expect(lastShown()).toEqual([BY, 'offline', 'Valley']);
    tower.world.asked.length = 0;
    await goesDown();
    await tower.minutes(5);
    expect(tower.world.asked).toEqual([]);
    expect(tower.said()).toEqual([]);
    expect(lastShown()).toEqual([BY, 'offline', 'Valley']);
  });

  it('stays so over a restart', async () => {
    await pause();
    await tower.restart();
    tower.world.asked.length = 0;
    await tower.minutes(3);
    expect(tower.world.asked).toEqual([]);
    expect(lastShown()).toEqual([BY, 'offline', 'Valley']);
  });

  it('is no matter to others who watch the same server', async () => {
    await tower.add({ id: 'theirs', roleId: null }, OTHER_GUILD);
    await tower.minutes(1);
    await pause();
    await goesDown();
    expect(tower.discord.sent.map(({ guildId, news }) => [guildId, news.kind])).toEqual([
      [OTHER_GUILD, 'down'],
    ]);
    const shown = tower.discord.seen.filter(({ watch }) => watch.id === 'watch1').at(-1);
    expect(shown?.watch.paused?.by).toBe(BY);
    tower.says(online([player('Bo')]));
    await resume();
    await tower.minutes(1);
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['down', 'up']);
    expect(tower.discord.sent.map(({ guildId }) => guildId)).toEqual([OTHER_GUILD, OTHER_GUILD]);
  });

  it('is not told what waited when it was paused, then or later', async () => {
    await change(() => ({ graceMs: 10 * MINUTE }));
    await goesDown();
    await pause();
    await resume();
    await tower.minutes(30);
    expect(tower.said()).toEqual([]);
  });

  it('in a name of a channel is paused too', async () => {
    const channelName = { channelId: '200000000000000005', template: '{state} {online}/{max}' };
    await change(() => ({ channelName }));
    await tower.minutes(1);
    await pause();
    expect(tower.discord.renames.map(({ name }) => name)).toEqual(['🟢 1/20', '⏸️ –/20']);
  });
});

describe('a watch that is resumed', () => {
  it('begins anew: what was down before is not told as back, and the outage ended for the history', async () => {
    await goesDown();
    expect(tower.said()).toEqual(['down']);
    const lastLook = tower.clock.now();
    await pause();
    await tower.minutes(60);
    tower.says(online([player('Zoe')]));
    await resume();
    await tower.minutes(3);
    await tower.pass(15_000);
    expect(tower.said()).toEqual(['down']);
    expect(await tower.store.incidents.of(KEY)).toMatchObject([{ until: lastLook }]);
    expect((await tower.store.servers.get(KEY))?.availability.state).toBe('up');
  });

  it('does not call down what it finds down, nor back what comes back then', async () => {
    await pause();
    await tower.minutes(60);
    tower.says(offline());
    await resume();
    await tower.minutes(2);
    await tower.pass(15_000);
    tower.says(online([player('Ann')]));
    await tower.minutes(3);
    expect(tower.said()).toEqual([]);
  });

  it('tells the next outage as ever', async () => {
    await pause();
    await tower.minutes(60);
    await resume();
    await tower.minutes(2);
    await goesDown();
    expect(tower.said()).toEqual(['down']);
  });
});

it('a server that was paused to the end is forgotten with its watch', async () => {
  await pause();
  expect(await tower.store.servers.get(KEY)).not.toBeNull();
  await tower.monitor.forget(GUILD, 'watch1');
  expect(await tower.store.servers.get(KEY)).toBeNull();
});
