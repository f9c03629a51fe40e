import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { watchOf } from '#test/store/examples.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, smallDisk, type Watchtower, watchtower } from './watchtower.ts';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
});
afterEach(() => tower.dispose());

const messages = () => [...tower.discord.statuses.values()];
const minute = (hh: number) => hh * 60;

describe('a status message', () => {
  it('is posted once, saved, and edited only when something changed', async () => {
    await tower.add();
    await tower.minutes(3);
    expect(messages()).toMatchObject([{ shows: 'online Ann', writes: 1 }]);
    tower.says(online([player('Ann'), player('Bob')]));
    await tower.minutes(3);
    expect(messages()).toMatchObject([{ shows: 'online Ann,Bob', writes: 2 }]);
    expect((await tower.watch())?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
  });

  it('is written every ten minutes though nothing changed', async () => {
    await tower.add();
    await tower.monitor.round();
    await tower.minutes(31);
    expect(messages()).toMatchObject([{ writes: 4 }]);
  });

  it('that somebody deleted is posted again, once, and the new id saved', async () => {
    await tower.add();
    await tower.monitor.round();
    tower.discord.statuses.clear();
    tower.says(online([player('Bob')]));
    await tower.minutes(5);
    expect(messages()).toMatchObject([{ shows: 'online Bob', writes: 1 }]);
    expect((await tower.watch())?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
  });

  it('is the same one after the process was killed and started again', async () => {
    await tower.add();
    await tower.monitor.round();
    await tower.restart();
    tower.says(online([]));
    await tower.minutes(1);
    expect(messages()).toMatchObject([{ shows: 'online ', writes: 2 }]);
  });

  it('whose id could not be saved is not posted a second time', async () => {
    await tower.add();
    const disk = smallDisk();
    disk.full = true;
    await tower.restart(disk.over);
    await tower.minutes(3);
    expect(messages()).toHaveLength(1);
    disk.full = false;
    tower.says(online([]));
    await tower.minutes(2);
    expect(messages()).toMatchObject([{ shows: 'online ' }]);
    expect((await tower.watch())?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
  });

  it('of a server that is slow to be written shows the newest state, not each one', async () => {
    await tower.add();
    await tower.monitor.round();
    const shown: (string | undefined)[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await tower.restart();
    const { ports } = tower.discord;
    const { publishStatus } = ports;
    ports.publishStatus = async (guildId, view) => {
      shown.push(view.snapshot.roster.players[0]?.name);
      await held;
      return publishStatus(guildId, view);
    };
    await tower.restart();
    const rounds: Promise<void>[] = [];
    for (const name of ['Bob', 'Cid', 'Dan']) {
      await tower.clock.pass(MINUTE, async () => {});
      tower.says(online([player(name)]));
      const checked = tower.clock.now();
      rounds.push(tower.monitor.round());
      await expect.poll(() => tower.monitor.pulse().roundEndedAt).toBe(checked);
    }
    letGo();
    await Promise.all(rounds);
    await tower.pass(2_000);
    expect(shown).toEqual(['Bob', 'Dan']);
  });
});

describe('a channel that is lost', () => {
  beforeEach(async () => {
    await tower.add();
    await tower.monitor.round();
    tower.discord.lost.add('200000000000000001');
    tower.says(online([]));
  });
  const tries = () => tower.listening.lines.filter(({ trouble }) => trouble === 'channel-gone');

  it('keeps its configuration; it is tried again after 5 minutes, 1 hour and 6 hours', async () => {
    await tower.minutes(1);
    expect(tries()).toHaveLength(1);
    await tower.minutes(4);
    expect(tries()).toHaveLength(1);
    await tower.minutes(1);
    expect(tries()).toHaveLength(2);
    await tower.minutes(minute(1) - 1);
    expect(tries()).toHaveLength(2);
    await tower.minutes(1);
    expect(tries()).toHaveLength(3);
    await tower.minutes(minute(6));
    expect(tries()).toHaveLength(4);
    expect(await tower.watch()).toMatchObject({
      target: { host: '192.0.2.7' },
      trouble: { kind: 'channel-gone', failures: 4 },
    });
  });

  it('heals when it is there again', async () => {
    await tower.minutes(1);
    tower.discord.lost.clear();
    await tower.minutes(5);
    expect((await tower.watch())?.trouble).toBeNull();
    expect(messages()).toMatchObject([{ shows: 'online ' }]);
  });

  it('heals in the next round when we hear that it is there again', async () => {
    await tower.minutes(7);
    tower.discord.lost.clear();
    await tower.monitor.retry(GUILD);
    await tower.minutes(1);
    expect((await tower.watch())?.trouble).toBeNull();
  });
});

describe('a new watch', () => {
  it('has its message posted at once, saved, and nobody is announced', async () => {
    await tower.monitor.round();
    const outcome = await tower.monitor.post(GUILD, watchOf());
    expect(outcome).toMatchObject({ kind: 'posted', pinned: true });
    expect((await tower.watch())?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
    await tower.minutes(2);
    expect(messages()).toHaveLength(1);
    expect(tower.said()).toEqual([]);
  });

  it('is not posted twice when a round comes at the same time', async () => {
    const posting = tower.monitor.post(GUILD, watchOf());
    await Promise.all([posting, tower.monitor.round(), tower.monitor.round()]);
    expect(messages()).toHaveLength(1);
  });

  it('of a server that is offline is kept, shown, and asked again soon', async () => {
    tower.says(offline());
    await tower.monitor.post(GUILD, watchOf());
    await tower.pass(15_000);
    expect(tower.world.asked).toHaveLength(3);
    expect(tower.discord.seen.at(-1)?.availability.state).toBe('down');
    expect(tower.said()).toEqual([]);
  });

  it('is told of what happens from then on, before the next round too', async () => {
    await tower.monitor.post(GUILD, watchOf());
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
    expect(tower.said()).toEqual(['down']);
  });

  it('in a channel that refuses is kept with its trouble', async () => {
    tower.discord.lost.add('200000000000000001');
    expect(await tower.monitor.post(GUILD, watchOf())).toMatchObject({ kind: 'trouble' });
    expect((await tower.watch())?.trouble?.kind).toBe('channel-gone');
  });
});

it('a guild that nobody set up leaves nothing in the store, whatever is heard and asked of it', async () => {
  await tower.monitor.retry(GUILD);
  await tower.monitor.present(GUILD, '200000000000000001');
  expect(await tower.monitor.forget(GUILD, 'watch1')).toBeNull();
  expect(await tower.monitor.unfollow(GUILD, 'harbour1')).toBeNull();
  expect(await tower.store.guilds.ids()).toEqual([]);
});

describe('a watch that is removed', () => {
  it.each([
    ['answers', online([])],
    ['is silent', offline()],
  ])('while its server is being asked, which %s: nothing of it stays', async (_, said) => {
    await tower.add();
    await tower.monitor.round();
    const held = Promise.withResolvers<Snapshot>();
    tower.world.servers.set('192.0.2.7:27015', () => held.promise);
    await tower.pass(MINUTE);
    const round = tower.monitor.round();
    await expect.poll(() => tower.world.asked.length).toBe(2);
    const removing = tower.monitor.forget(GUILD, 'watch1');
    await expect.poll(async () => (await tower.store.guilds.get(GUILD)).watches).toEqual([]);
    held.resolve(said);
    await Promise.all([removing, round]);
    expect(await tower.store.servers.get('a2s/192.0.2.7:27015')).toBeNull();
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('is given as it was last, and its server is forgotten', async () => {
    await tower.add();
    await tower.monitor.round();
    const removed = await tower.monitor.forget(GUILD, 'watch1');
    expect(removed?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
    expect((await tower.store.guilds.get(GUILD)).watches).toEqual([]);
    expect(await tower.store.servers.get('a2s/192.0.2.7:27015')).toBeNull();
    const asked = tower.world.asked.length;
    await tower.minutes(2);
    expect(tower.world.asked).toHaveLength(asked);
  });

  it('gives its message too when that was posted while the disk was full', async () => {
    await tower.add();
    const disk = smallDisk();
    disk.full = true;
    await tower.restart(disk.over);
    await tower.monitor.round();
    disk.full = false;
    const removed = await tower.monitor.forget(GUILD, 'watch1');
    expect(removed?.message?.id).toBe([...tower.discord.statuses.keys()][0]);
  });

  it('leaves the server to the others who watch it', async () => {
    await tower.add();
    await tower.add({}, '100000000000000002');
    await tower.monitor.round();
    await tower.monitor.forget(GUILD, 'watch1');
    expect(await tower.store.servers.get('a2s/192.0.2.7:27015')).not.toBeNull();
    expect(await tower.monitor.forget(GUILD, 'watch1')).toBeNull();
  });

  it('is not written to any more', async () => {
    await tower.add();
    await tower.monitor.round();
    let finish: (snapshot: Snapshot) => void = () => {};
    tower.world.servers.set(
      '192.0.2.7:27015',
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await tower.pass(MINUTE);
    const round = tower.monitor.round();
    await expect.poll(() => tower.world.asked.length).toBe(2);
    const removing = tower.monitor.forget(GUILD, 'watch1');
    await expect.poll(async () => (await tower.store.guilds.get(GUILD)).watches.length).toBe(0);
    finish(online([player('Zed')]));
    await Promise.all([round, removing]);
    expect(messages()).toMatchObject([{ shows: 'online Ann', writes: 1 }]);
  });
});
