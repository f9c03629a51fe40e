import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '#store/openStore.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

const news = (place: number) => tower.discord.sent[place]?.news;

/** The watched server answered a minute ago and does not any more; the round has just found out. */
async function goesSilent(): Promise<number> {
  await tower.monitor.round();
  tower.says(offline());
  await tower.minutes(1);
  return tower.clock.now();
}

/** Down, and told. */
async function isDown(): Promise<number> {
  const since = await goesSilent();
  await tower.pass(15_000);
  return since;
}

describe('a server that goes down', () => {
  it('is not one whose turn to be asked did not come: nothing is told, nothing changes', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.says(offline('not-asked'));
    await tower.minutes(5);
    expect(tower.said()).toEqual([]);
    expect(tower.discord.seen.at(-1)?.availability).toMatchObject({ state: 'up', misses: 0 });
  });

  it('is asked again after 5 and 10 seconds, then one notice mentions the role', async () => {
    await tower.add();
    const since = await goesSilent();
    await tower.pass(4_999);
    expect(tower.world.asked).toHaveLength(2);
    await tower.pass(1);
    expect(tower.world.asked).toHaveLength(3);
    await tower.pass(9_999);
    expect(tower.said()).toEqual([]);
    await tower.pass(1);
    expect(tower.world.asked).toHaveLength(4);
    expect(tower.discord.sent).toMatchObject([
      {
        guildId: GUILD,
        channelId: '200000000000000002',
        roleId: '300000000000000001',
        news: {
          kind: 'down',
          name: 'Valley',
          address: '192.0.2.7:27015',
          since,
          reason: 'timeout',
        },
      },
    ]);
    await tower.minutes(5);
    expect(tower.said()).toEqual(['down']);
  });

  it('and answers twice again: one notice with the length of the outage', async () => {
    await tower.add();
    const since = await isDown();
    await tower.minutes(10);
    tower.says(online([player('Ann')]));
    await tower.minutes(1);
    const until = tower.clock.now();
    expect(tower.said()).toEqual(['down']);
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['down', 'up']);
    expect(news(1)).toMatchObject({ since, until });
    await tower.minutes(5);
    expect(tower.said()).toEqual(['down', 'up']);
    expect((await tower.watch())?.told).toBeUndefined();
  });

  it('is shown so in its status message at once', async () => {
    await tower.add();
    await isDown();
    const view = tower.discord.seen.at(-1);
    expect(view?.availability.state).toBe('down');
    expect(view?.lastSeen).toMatchObject({ name: 'Valley', map: 'valley', online: 1 });
    expect([...tower.discord.statuses.values()]).toMatchObject([{ shows: 'offline ' }]);
  });

  it('for one lost packet only: nobody is told', async () => {
    await tower.add();
    await goesSilent();
    tower.says(online([player('Ann')]));
    await tower.pass(15_000);
    await tower.minutes(3);
    expect(tower.said()).toEqual([]);
  });

  it('because its name is not known any more: told, with that reason', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.says(offline('dns'));
    await tower.minutes(1);
    await tower.pass(15_000);
    expect(news(0)).toMatchObject({ kind: 'down', reason: 'dns' });
  });

  it('and was never seen up: nobody is told, then or when it comes', async () => {
    await tower.add();
    tower.says(offline());
    await tower.minutes(5);
    tower.says(online([]));
    await tower.minutes(3);
    expect(tower.said()).toEqual([]);
  });

  it('keeps its rhythm of questions when a round comes between', async () => {
    await tower.add();
    await goesSilent();
    await tower.monitor.round();
    expect(tower.world.asked).toHaveLength(2);
  });
});

describe('two guilds that watch one server', () => {
  it('have it asked once and are told both', async () => {
    await tower.add();
    await tower.add({ joins: 'off' }, '100000000000000002');
    await tower.monitor.round();
    expect(tower.world.asked).toHaveLength(1);
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
    expect(tower.discord.sent.map(({ guildId }) => guildId)).toEqual([GUILD, '100000000000000002']);
  });
});

const killed = () => Promise.reject(new Error('killed here'));
const killedBeforeServer = ({ servers }: Store) => ({ servers: { ...servers, set: killed } });
const killedBeforeNoting = ({ guilds, outbox }: Store) => ({
  guilds: { ...guilds, update: killed },
  outbox: { ...outbox, delete: killed },
});

describe('killed and started again', () => {
  it('while the server is down: no second notice, and "up" tells the whole outage', async () => {
    await tower.add();
    const since = await isDown();
    await tower.restart();
    await tower.minutes(30);
    expect(tower.said()).toEqual(['down']);
    await tower.restart();
    tower.says(online([]));
    await tower.minutes(1);
    const until = tower.clock.now();
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['down', 'up']);
    expect(news(1)).toMatchObject({ since, until });
  });

  it('while the server is up: nothing is said, nothing is posted', async () => {
    await tower.add();
    await tower.monitor.round();
    await tower.restart();
    await tower.minutes(3);
    expect(tower.said()).toEqual([]);
    expect(tower.discord.statuses.size).toBe(1);
  });

  it('between two misses: the next one counts on', async () => {
    await tower.add();
    await goesSilent();
    await tower.pass(5_000);
    await tower.restart();
    await tower.monitor.round();
    expect(tower.said()).toEqual(['down']);
  });

  it('between storing the notice and the server: told once, by the next miss', async () => {
    await tower.add();
    await goesSilent();
    await tower.pass(5_000);
    await tower.restart(killedBeforeServer);
    await tower.minutes(1);
    expect(await tower.store.outbox.all()).toHaveLength(1);
    expect(tower.said()).toEqual([]);

    await tower.restart();
    await tower.monitor.round();
    expect(tower.said()).toEqual(['down']);
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('between storing the notice and the server, which then answers: nothing is said', async () => {
    await tower.add();
    await goesSilent();
    await tower.pass(5_000);
    await tower.restart(killedBeforeServer);
    await tower.minutes(1);
    expect(await tower.store.outbox.all()).toHaveLength(1);

    await tower.restart();
    tower.says(online([player('Ann')]));
    await tower.minutes(3);
    expect(tower.said()).toEqual([]);
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('between sending and noting it: sent again under the same id, then "up" is said', async () => {
    await tower.add();
    await goesSilent();
    await tower.pass(5_000);
    await tower.restart(killedBeforeNoting);
    await tower.monitor.round();
    expect(tower.said()).toEqual(['down']);

    await tower.restart();
    await tower.monitor.round();
    expect(tower.discord.ids).toHaveLength(2);
    expect(tower.discord.ids[0]).toBe(tower.discord.ids[1]);
    tower.says(online([]));
    await tower.minutes(1);
    await tower.pass(5_000);
    expect(tower.said()).toEqual(['down', 'up']);
  });
});

it('a fault of ours is no miss of the server, and the other servers are looked at', async () => {
  await tower.add();
  await tower.add({
    id: 'other',
    target: { host: '192.0.2.8', port: 1, game: null, encoding: null },
  });
  await tower.monitor.round();
  tower.world.servers.set('192.0.2.7:27015', () => Promise.reject(new TypeError('oops')));
  await tower.minutes(4);
  expect(tower.said()).toEqual([]);
  expect(tower.listening.events()).toContain('observation');
  expect(tower.world.asked.filter((address) => address === '192.0.2.8:1')).toHaveLength(5);
});
