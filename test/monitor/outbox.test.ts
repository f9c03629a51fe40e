import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendOutcome } from '#monitor/statusView.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const [VALLEY, ISLAND] = ['192.0.2.7:27015', '192.0.2.8:27015'];
const OTHER_CHANNEL = '200000000000000009';

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add({ id: 'valley' });
});
afterEach(() => tower.dispose());

const island = (different = {}) =>
  tower.add({
    id: 'island',
    target: { host: '192.0.2.8', port: 27015, game: null, encoding: null },
    ...different,
  });

/** Discord's answer: not now, try again in so many minutes. */
const inMinutes = (count: number) => async (): Promise<SendOutcome> => ({
  kind: 'later',
  notBefore: tower.clock.now() + count * MINUTE,
  reason: '429',
});

/** Each notice that arrived, as "watch kind". */
const arrived = () => tower.discord.sent.map(({ watchId, news }) => `${watchId} ${news.kind}`);
const dropped = () =>
  tower.listening.lines.filter(({ msg }) => String(msg).includes('dropped')).map(({ why }) => why);

/** This server goes silent and is found down. */
async function goDown(address: string): Promise<void> {
  await tower.monitor.round();
  tower.says(offline(), address);
  await tower.minutes(1);
  await tower.pass(15_000);
}

async function comeBack(address: string): Promise<void> {
  tower.says(online([player('Ann')]), address);
  await tower.minutes(1);
  await tower.pass(5_000);
}

describe('when Discord asks to wait', () => {
  it('the notice waits, in the store too, and is sent then and not before', async () => {
    tower.discord.answers.push(inMinutes(5));
    await goDown(VALLEY);
    const [waiting] = await tower.store.outbox.all();
    expect(waiting).toMatchObject({ failures: 1, watchId: 'valley' });
    await tower.pass((waiting?.notBefore ?? 0) - tower.clock.now() - 1);
    expect(arrived()).toEqual([]);
    await tower.pass(1);
    expect(arrived()).toEqual(['valley down']);
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('the notices behind it in that channel wait too, others go', async () => {
    await island();
    await island({ id: 'third', noticeChannelId: OTHER_CHANNEL });
    tower.discord.answers.push(inMinutes(5));
    await goDown(VALLEY);
    await goDown(ISLAND);
    expect(arrived()).toEqual(['third down']);
    await tower.minutes(6);
    expect(arrived()).toEqual(['third down', 'valley down', 'island down']);
  });

  it('so long that it is no news any more: dropped after an hour, with a line in the log', async () => {
    tower.discord.answers.push(inMinutes(59.5), inMinutes(30));
    await goDown(VALLEY);
    await tower.minutes(91);
    expect(arrived()).toEqual([]);
    expect(dropped()).toEqual(['expired']);
    expect(await tower.store.outbox.all()).toEqual([]);
  });
});

describe('a server that is back before "down" was sent', () => {
  it('disturbs nobody: neither is sent', async () => {
    await island();
    tower.discord.answers.push(inMinutes(10));
    await goDown(VALLEY);
    await goDown(ISLAND);
    await comeBack(ISLAND);
    await tower.minutes(10);
    expect(arrived()).toEqual(['valley down']);
    expect(dropped()).toEqual(['over-before-told', 'over-before-told']);
  });

  it('is told as back, with the whole outage, when "down" may have arrived', async () => {
    tower.discord.answers.push(inMinutes(10));
    await goDown(VALLEY);
    await comeBack(VALLEY);
    expect(arrived()).toEqual(['valley up']);
    await tower.minutes(15);
    expect(arrived()).toEqual(['valley up']);
  });

  it('is told as back when the process was killed while "down" was waiting', async () => {
    await island();
    tower.discord.answers.push(inMinutes(10));
    await goDown(VALLEY);
    await goDown(ISLAND);
    await tower.restart();
    await comeBack(ISLAND);
    await tower.minutes(10);
    expect(arrived()).toEqual(['valley down', 'island up']);
  });
});

describe('a "down" that can not arrive', () => {
  it('is followed by no "up"', async () => {
    tower.discord.answers.push({ kind: 'dropped', reason: 'channel gone' });
    await goDown(VALLEY);
    await comeBack(VALLEY);
    await tower.minutes(3);
    expect(arrived()).toEqual([]);
    expect(dropped()).toEqual(['channel gone', 'never-told']);
  });
});

describe('what waited when the process was killed', () => {
  it('is sent first, before anything is asked again', async () => {
    tower.discord.answers.push(inMinutes(1));
    await goDown(VALLEY);
    await tower.restart();
    await tower.pass(MINUTE);
    const askedBefore = tower.world.asked.length;
    tower.world.servers.set(VALLEY, async () => {
      await expect.poll(arrived).toEqual(['valley down']);
      return offline();
    });
    await tower.monitor.round();
    expect(tower.world.asked.length).toBe(askedBefore + 1);
  });

  it('and is no news any more is not sent', async () => {
    tower.discord.answers.push(inMinutes(1));
    await goDown(VALLEY);
    await tower.restart();
    await tower.pass(61 * MINUTE);
    await tower.monitor.round();
    expect(arrived()).toEqual([]);
    expect(dropped()).toEqual(['expired']);
  });

  it('for a guild of another process is left to that one', async () => {
    const elsewhere = '100000000000000099';
    const [mine] = (await tower.store.guilds.get(GUILD)).watches;
    await tower.store.guilds.update(elsewhere, (guild) => ({
      ...guild,
      watches: mine === undefined ? [] : [mine],
    }));
    await goDown(VALLEY);
    const [told] = tower.discord.sent;
    const theirs = { ...tower.discord.sent[0], id: 'theirs', guildId: elsewhere };
    expect(told).toBeDefined();
    await tower.store.outbox.put({ ...told, ...theirs } as NonNullable<typeof told>);
    await tower.restart();
    await tower.minutes(2);
    expect(arrived()).toEqual(['valley down']);
    expect(await tower.store.outbox.all()).toMatchObject([{ guildId: elsewhere }]);
  });
});

describe('a watch that is removed', () => {
  it('takes its waiting notices with it', async () => {
    tower.discord.answers.push(inMinutes(5));
    await goDown(VALLEY);
    await tower.monitor.forget(GUILD, 'valley');
    expect(await tower.store.outbox.all()).toEqual([]);
    await tower.minutes(10);
    expect(arrived()).toEqual([]);
  });

  it('while its notice is on its way leaves nothing behind', async () => {
    const held = Promise.withResolvers<SendOutcome>();
    tower.discord.answers.push(() => held.promise);
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(1);
    const passing = tower.pass(15_000);
    await expect.poll(() => tower.discord.ids.length).toBe(1);
    await tower.monitor.forget(GUILD, 'valley');
    held.resolve({ kind: 'later', notBefore: tower.clock.now() + MINUTE, reason: '429' });
    await passing;
    expect(await tower.store.outbox.all()).toEqual([]);
  });
});

it('a sender that says "later" and means now is not asked without end', async () => {
  const now: SendOutcome = { kind: 'later', notBefore: 0, reason: '503' };
  tower.discord.answers.push(now, now, now);
  await goDown(VALLEY);
  expect(tower.discord.ids).toHaveLength(1);
  await tower.pass(3_000);
  expect(arrived()).toEqual(['valley down']);
});

it('a sender that fails in an unforeseen way is a line in the log, and the notice waits a minute', async () => {
  tower.discord.answers.push(() => Promise.reject(new TypeError('oops')));
  await goDown(VALLEY);
  expect(arrived()).toEqual([]);
  await tower.minutes(1);
  expect(arrived()).toEqual(['valley down']);
});
