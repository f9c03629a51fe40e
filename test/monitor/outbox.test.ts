import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendOutcome } from '#monitor/statusView.ts';
import type { Notice } from '#store/noticeDocument.ts';
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
  refused: true,
});

/** No answer: nobody knows whether Discord took it. */
const noAnswer =
  (arrives: boolean) =>
  async (notice: Notice): Promise<SendOutcome> => {
    if (arrives) {
      tower.discord.take(notice);
    }
    return { kind: 'later', notBefore: tower.clock.now() + 10 * MINUTE, reason: 'timeout' };
  };

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

  it('so long that an hour passes: a server that is still down is told then', async () => {
    tower.discord.answers.push(inMinutes(59.5), inMinutes(30));
    await goDown(VALLEY);
    await tower.minutes(91);
    expect(arrived()).toEqual(['valley down']);
  });

  it('so long that a "joined" is no news any more: dropped, with a line in the log', async () => {
    tower.discord.answers.push(inMinutes(9.5), inMinutes(5));
    await tower.monitor.round();
    tower.says(online([player('Ann'), player('Bob', 5)]));
    await tower.minutes(20);
    expect(arrived()).toEqual([]);
    expect(dropped()).toEqual(['expired']);
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('so long that the outage is over: "was down from X to Y", without a ping', async () => {
    tower.discord.answers.push(inMinutes(30));
    await goDown(VALLEY);
    const since = tower.clock.now() - 15_000;
    await tower.minutes(8);
    await comeBack(VALLEY);
    expect(tower.discord.sent).toMatchObject([
      { roleId: null, news: { kind: 'outage', since, until: tower.clock.now() - 5_000 } },
    ]);
    await tower.minutes(40);
    expect(arrived()).toEqual(['valley outage']);
    expect((await tower.watch())?.told).toBeUndefined();
  });
});

describe('when Discord does not answer', () => {
  it('for longer than it knows a nonce, the notice that arrived is found and not sent again', async () => {
    tower.discord.answers.push(noAnswer(true));
    await goDown(VALLEY);
    await tower.minutes(15);
    expect(arrived()).toEqual(['valley down']);
    expect(tower.discord.looked).toHaveLength(1);
    expect((await tower.watch())?.told).toMatchObject({ among: 'alone' });
    await comeBack(VALLEY);
    expect(arrived()).toEqual(['valley down', 'valley up']);
  });

  it('and the notice did not arrive, it is looked for and sent', async () => {
    tower.discord.answers.push(noAnswer(false));
    await goDown(VALLEY);
    await tower.minutes(15);
    expect(arrived()).toEqual(['valley down']);
    expect(tower.discord.looked).toHaveLength(1);
  });

  it('and the process is killed: the next one looks before it sends', async () => {
    tower.discord.answers.push(noAnswer(true));
    await goDown(VALLEY);
    await tower.restart();
    await tower.minutes(15);
    expect(arrived()).toEqual(['valley down']);
    expect(tower.discord.looked).toHaveLength(1);
  });
});

describe('a channel that can not be written to', () => {
  const noAccess: SendOutcome = {
    kind: 'parked',
    trouble: 'permission',
    facts: ['SendMessages'],
  };

  it('parks its notices with the reason, and they go when somebody has done something about it', async () => {
    tower.discord.answers.push(noAccess);
    await goDown(VALLEY);
    expect((await tower.watch())?.noticeTrouble).toMatchObject({
      kind: 'permission',
      facts: ['SendMessages'],
      failures: 1,
    });
    await tower.minutes(2);
    expect(arrived()).toEqual([]);
    await tower.monitor.retry(GUILD);
    await tower.monitor.settled();
    expect(arrived()).toEqual(['valley down']);
    expect((await tower.watch())?.noticeTrouble).toBeNull();
  });

  it('is tried again by itself after five minutes, then after an hour', async () => {
    tower.discord.answers.push(noAccess, noAccess);
    await goDown(VALLEY);
    await tower.pass(5 * MINUTE);
    expect(tower.discord.ids).toHaveLength(2);
    await tower.pass(59 * MINUTE);
    expect(tower.discord.ids).toHaveLength(2);
    await tower.pass(1 * MINUTE);
    expect(arrived()).toEqual(['valley down']);
  });

  it('keeps the notices in the store over a restart', async () => {
    tower.discord.answers.push(noAccess);
    await goDown(VALLEY);
    await tower.restart();
    await tower.minutes(6);
    expect(arrived()).toEqual(['valley down']);
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
    tower.discord.answers.push(noAnswer(false));
    await goDown(VALLEY);
    await comeBack(VALLEY);
    expect(arrived()).toEqual(['valley up']);
    await tower.minutes(15);
    expect(arrived()).toEqual(['valley up']);
  });

  it('disturbs nobody when the process was killed while "down" was waiting', async () => {
    await island();
    tower.discord.answers.push(inMinutes(10));
    await goDown(VALLEY);
    await goDown(ISLAND);
    await tower.restart();
    await comeBack(ISLAND);
    await tower.minutes(10);
    expect(arrived()).toEqual(['valley down']);
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
    await tower.pass(25 * 60 * MINUTE);
    await tower.monitor.round();
    expect(arrived()).toEqual([]);
    expect(dropped()).toEqual(['expired']);
  });

  it('and is old is looked at again first: a server that is back when somebody looks again pings nobody', async () => {
    tower.discord.answers.push(inMinutes(1));
    await goDown(VALLEY);
    await tower.restart();
    await tower.pass(30 * MINUTE);
    tower.says(online([player('Ann')]));
    await tower.minutes(4);
    expect(arrived()).toEqual([]);
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
