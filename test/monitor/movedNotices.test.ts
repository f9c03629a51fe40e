import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SendOutcome } from '#monitor/statusView.ts';
import { withWish } from '#monitor/watchWish.ts';
import { offline, online } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const [OLD, NEW] = ['200000000000000002', '200000000000000009'];
const ISLAND = { host: '192.0.2.8', port: 27015, game: null, encoding: null };
const FORBIDDEN: SendOutcome = { kind: 'parked', trouble: 'permission', facts: ['SendMessages'] };

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add();
});
afterEach(() => tower.dispose());

/** As /watch move does it. */
async function moveNotices(watchId = 'watch1'): Promise<void> {
  await tower.store.guilds.update(GUILD, (guild) => {
    const moved = withWish(guild, watchId, { noticeChannelId: NEW }, tower.clock.now());
    return typeof moved === 'string' ? guild : moved;
  });
  await tower.monitor.reread();
  await tower.monitor.retry(GUILD);
  await tower.monitor.settled();
}

async function goDown(...addresses: string[]): Promise<void> {
  for (const address of addresses) {
    tower.says(offline(), address);
  }
  await tower.minutes(1);
  await tower.pass(15_000);
}

const sent = () => tower.discord.sent.map(({ channelId, news }) => [channelId, news.kind]);

it('a notice that could not be told goes to the new channel, and the trouble is over', async () => {
  await tower.minutes(1);
  tower.discord.answers.push(FORBIDDEN);
  await goDown('192.0.2.7:27015');
  expect(sent()).toEqual([]);
  expect((await tower.watch())?.noticeTrouble).toMatchObject({ kind: 'permission' });
  await moveNotices();
  expect(sent()).toEqual([[NEW, 'down']]);
  expect((await tower.watch())?.noticeTrouble).toBeNull();
  expect(await tower.store.outbox.all()).toEqual([]);
});

it('finds its way after a restart too', async () => {
  await tower.minutes(1);
  tower.discord.answers.push(FORBIDDEN);
  await goDown('192.0.2.7:27015');
  await tower.store.guilds.update(GUILD, (guild) => {
    const moved = withWish(guild, 'watch1', { noticeChannelId: NEW }, tower.clock.now());
    return typeof moved === 'string' ? guild : moved;
  });
  await tower.restart();
  await tower.minutes(1);
  expect(sent()).toEqual([[NEW, 'down']]);
});

it('of several in one message each goes where its people want it', async () => {
  await tower.add({ id: 'island', target: ISLAND });
  await tower.minutes(1);
  for (const address of ['192.0.2.7:27015', '192.0.2.8:27015']) {
    tower.says({ ...offline(), target: { ...offline().target, address: '192.0.2.7' } }, address);
  }
  tower.discord.answers.push(FORBIDDEN);
  await tower.minutes(1);
  await tower.pass(15_000);
  expect(sent()).toEqual([]);
  await moveNotices('island');
  expect(sent().toSorted()).toEqual([
    [OLD, 'down'],
    [NEW, 'down'],
  ]);
});

it('the end of an outage is told in the new channel, without a link to a message that is not there', async () => {
  await tower.minutes(1);
  await goDown('192.0.2.7:27015');
  await moveNotices();
  tower.says(online([]));
  await tower.minutes(1);
  await tower.pass(5_000);
  expect(sent()).toEqual([
    [OLD, 'down'],
    [NEW, 'up'],
  ]);
  expect(tower.discord.sent.at(-1)?.answers).toBeNull();
  expect(tower.discord.edits).toEqual([]);
  await tower.pass(10 * MINUTE);
});
