import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendOutcome } from '#monitor/statusView.ts';
import { withoutWishes, withRenewed } from '#monitor/wishChange.ts';
import type { Notice } from '#store/noticeDocument.ts';
import { watchOf } from '#test/store/examples.ts';
import { offline, online, player } from './snapshots.ts';
import { GUILD, MINUTE, PIP, ROWAN, type Watchtower, watchtower } from './watchtower.ts';

const DAY_MS = 1440 * MINUTE;
const BACK = { kind: 'back' } as const;
const DOWN = { kind: 'down' } as const;
const six = { kind: 'players', atLeast: 6 } as const;
const ann = { kind: 'player', pattern: 'Ann*' } as const;

let tower: Watchtower;
beforeEach(async () => {
  tower = await watchtower();
  await tower.add();
});
afterEach(() => tower.dispose());

async function goDown(address = '192.0.2.7:27015'): Promise<void> {
  tower.says(offline(), address);
  await tower.minutes(1);
  await tower.pass(15_000);
}

async function comeBack(address = '192.0.2.7:27015'): Promise<void> {
  tower.says(online([]), address);
  await tower.minutes(1);
  await tower.pass(5_000);
}

/** Discord puts off the next `times` messages for so long. */
function discordIsBusy(minutes: number, times: number): void {
  const notBefore = tower.clock.now() + minutes * MINUTE;
  for (let n = 0; n < times; n += 1) {
    tower.discord.answers.push({ kind: 'later', notBefore, reason: '429', refused: true });
  }
}

const crowd = (count: number) =>
  online(Array.from({ length: count }, (_, n) => player(`P${n}`, null)));

const whose = { personId: PIP, guildId: GUILD };
const person = async (personId = PIP) => (await tower.monitor.wishes.ofPerson(personId))[0];

/** The next message to a person does not get there; channels hear theirs. */
function loses(why: 'closed' | 'left' | 'hidden'): void {
  const answer = async (notice: Notice): Promise<SendOutcome> =>
    notice.person === null
      ? { kind: 'sent', messageId: tower.discord.take(notice) }
      : { kind: 'unheard', why, hidden: [notice.person.placeId] };
  tower.discord.answers.push(answer, answer);
}

describe('"tell me when it is back"', () => {
  it('is told once, to who asked and to nobody else, and then never again', async () => {
    await tower.monitor.round();
    await goDown();
    await tower.ask(BACK);
    await tower.minutes(10);
    expect(tower.heard()).toEqual([]);
    await comeBack();
    expect(tower.heard()).toEqual(['up']);
    expect(tower.heard(ROWAN)).toEqual([]);
    expect(tower.said()).toEqual(['down', 'up']);
    expect(await person()).toBeUndefined();
    await goDown();
    await comeBack();
    expect(tower.heard()).toEqual(['up']);
  });

  it('is told in the language and the direct channel of who asked', async () => {
    await tower.monitor.round();
    await goDown();
    await tower.ask(BACK);
    await comeBack();
    const [dm] = tower.discord.sent.filter((notice) => notice.person !== null);
    expect(dm).toMatchObject({
      channelId: '600000000000000007',
      roleId: null,
      person: { id: PIP, language: 'en', placeId: watchOf().channelId },
    });
  });

  it('is told though nobody ever saw the server up', async () => {
    tower.says(offline());
    await tower.minutes(3);
    await tower.ask(BACK);
    await comeBack();
    expect(tower.heard()).toEqual(['up']);
    expect(tower.said()).toEqual([]);
  });

  it('is told when it was only doubted, to who asked meanwhile', async () => {
    await tower.monitor.round();
    await tower.ask(BACK, {}, ROWAN);
    tower.says(offline());
    await tower.minutes(1);
    await tower.ask(BACK);
    tower.says(online([]));
    await tower.pass(5_000);
    expect(tower.heard()).toEqual(['up']);
    expect(tower.heard(ROWAN)).toEqual([]);
    expect(tower.said()).toEqual([]);
  });

  it('is told though the server comes and goes too often for the channel', async () => {
    await tower.monitor.round();
    for (let n = 0; n < 3; n += 1) {
      await goDown();
      await comeBack();
    }
    await goDown();
    await tower.ask(BACK);
    const before = tower.said().length;
    await comeBack();
    expect(tower.heard()).toEqual(['up']);
    expect(tower.said()).toHaveLength(before);
  });

  it('survives a restart, and what could not be sent before it arrives once after it', async () => {
    await tower.monitor.round();
    await goDown();
    await tower.ask(BACK);
    await tower.restart();
    await tower.monitor.round();
    // Discord takes both, and the process dies before it hears of either.
    const takesAndDies = async (notice: Notice): Promise<SendOutcome> => {
      tower.discord.take(notice);
      throw new Error('killed');
    };
    tower.discord.answers.push(takesAndDies, takesAndDies);
    await comeBack();
    await tower.restart();
    await tower.minutes(3);
    expect(tower.heard()).toEqual(['up']);
    expect(tower.said()).toEqual(['down', 'up']);
    expect(await person()).toBeUndefined();
    expect(await tower.store.outbox.all()).toEqual([]);
  });

  it('waits while Discord says not now', async () => {
    await tower.monitor.round();
    await goDown();
    await tower.ask(BACK);
    discordIsBusy(5, 2);
    await comeBack();
    expect(tower.heard()).toEqual([]);
    await tower.minutes(5);
    expect(tower.heard()).toEqual(['up']);
  });
});

describe('"tell me when it goes down"', () => {
  it('is told at each outage until it is stopped', async () => {
    await tower.monitor.round();
    await tower.ask(DOWN);
    await goDown();
    await comeBack();
    await tower.minutes(90);
    await goDown();
    expect(tower.heard()).toEqual(['down', 'down']);
    await comeBack();
    await tower.monitor.wishes.change(
      whose,
      (before) => before && withoutWishes(before, () => true),
    );
    await tower.minutes(90);
    await goDown();
    expect(tower.heard()).toEqual(['down', 'down']);
    expect(await tower.store.people.all()).toEqual([]);
  });

  it('is not told of a restart that is over within the grace time of the watch', async () => {
    await tower.store.guilds.update(GUILD, (guild) => ({
      ...guild,
      watches: guild.watches.map((watch) => ({ ...watch, graceMs: 5 * MINUTE })),
    }));
    await tower.monitor.round();
    await tower.ask(DOWN);
    await goDown();
    await comeBack();
    await tower.minutes(10);
    expect(tower.heard()).toEqual([]);
    await goDown();
    await tower.minutes(5);
    expect(tower.heard()).toEqual(['down']);
  });

  it('is not told any more when it was over before Discord took it', async () => {
    await tower.monitor.round();
    await tower.ask(DOWN);
    discordIsBusy(30, 2);
    await goDown();
    await comeBack();
    await tower.minutes(40);
    expect(tower.heard()).toEqual([]);
    expect(await tower.wishes()).toHaveLength(1);
  });

  it('tells of the servers of one address in one message', async () => {
    const island = { host: '192.0.2.7', port: 27016, game: null, encoding: null };
    await tower.add({ id: 'island', target: island });
    await tower.monitor.round();
    await tower.ask(DOWN);
    await tower.ask(DOWN, { watchId: 'island' });
    tower.says(offline(), '192.0.2.7:27016');
    await goDown();
    expect(tower.heard()).toEqual(['host-down']);
    const [dm] = tower.discord.sent.filter((notice) => notice.person !== null);
    expect(dm?.covers.map((part) => part.person?.wishId)).toEqual(['wish0001', 'wish0002']);
  });

  it('says once of a server that goes down too often that it does, and then that it stays down', async () => {
    await tower.monitor.round();
    await tower.ask(DOWN);
    for (let n = 0; n < 5; n += 1) {
      await goDown();
      await comeBack();
    }
    await goDown();
    expect(tower.heard()).toEqual(['down', 'down', 'flapping']);
    await tower.minutes(16);
    expect(tower.heard()).toEqual(['down', 'down', 'flapping', 'steady']);
  });
});

describe('"tell me when so many play"', () => {
  it('is told when the sixth comes, and not again for forty minutes', async () => {
    tower.says(crowd(2));
    await tower.monitor.round();
    await tower.ask(six);
    await tower.minutes(1);
    tower.says(crowd(6));
    await tower.minutes(1);
    expect(tower.heard()).toEqual(['players']);
    tower.says(crowd(3));
    await tower.minutes(1);
    tower.says(crowd(7));
    await tower.minutes(1);
    expect(tower.heard()).toEqual(['players']);
    tower.says(crowd(3));
    await tower.minutes(40);
    tower.says(crowd(7));
    await tower.restart();
    await tower.minutes(1);
    expect(tower.heard()).toEqual(['players', 'players']);
    expect(tower.said().filter((kind) => kind === 'players')).toEqual([]);
  });

  it('is not told of those who were there when it was asked', async () => {
    tower.says(crowd(8));
    await tower.monitor.round();
    await tower.ask(six);
    await tower.minutes(5);
    expect(tower.heard()).toEqual([]);
  });

  it('holds for each person by itself, whoever was told before', async () => {
    tower.says(crowd(2));
    await tower.monitor.round();
    await tower.ask(six);
    await tower.minutes(1);
    tower.says(crowd(6));
    await tower.minutes(1);
    tower.says(crowd(2));
    await tower.ask(six, {}, ROWAN);
    await tower.minutes(1);
    tower.says(crowd(6));
    await tower.minutes(1);
    expect(tower.heard()).toEqual(['players']);
    expect(tower.heard(ROWAN)).toEqual(['players']);
  });
});

describe('"tell me when NAME joins"', () => {
  it('is told who came, each of them once in forty minutes, and once though two wishes fit', async () => {
    tower.says(online([]));
    await tower.monitor.round();
    await tower.ask(ann);
    await tower.ask({ kind: 'player', pattern: 'annika' });
    await tower.minutes(1);
    tower.says(online([player('Annika', 1), player('Bob', 1)]));
    await tower.minutes(1);
    tower.says(online([player('Bob', 70)]));
    await tower.minutes(1);
    tower.says(online([player('Annika', 1), player('Bob', 140)]));
    await tower.minutes(1);
    expect(tower.discord.sent.filter((one) => one.person).map(({ news }) => news)).toMatchObject([
      { kind: 'named-player', player: 'Annika' },
    ]);
  });
});

describe('who can not be told', () => {
  it('takes no messages: the wishes wait, nothing is tried again, until the person asks again', async () => {
    await tower.monitor.round();
    await tower.ask(DOWN);
    await tower.ask(six);
    loses('closed');
    const tries = tower.discord.ids.length;
    await goDown();
    expect(tower.discord.ids.slice(tries)).toHaveLength(2);
    expect(await person()).toMatchObject({ closedSince: expect.any(Number), wishes: [{}, {}] });
    await comeBack();
    await tower.minutes(90);
    await goDown();
    expect(tower.heard()).toEqual([]);
    await comeBack();
    await tower.ask(DOWN);
    await tower.minutes(90);
    await goDown();
    expect(tower.heard()).toEqual(['down']);
  });

  it('left the guild: all wishes there end, and it is known why', async () => {
    await tower.monitor.round();
    await tower.ask(DOWN);
    await tower.ask(six);
    loses('left');
    await goDown();
    expect(await person()).toMatchObject({
      wishes: [],
      ended: [
        { why: 'left', occasion: DOWN, server: 'Valley' },
        { why: 'left', occasion: six },
      ],
    });
  });

  it('sees the channel no more: what was asked at its servers ends, and nothing is told', async () => {
    const island = { host: '192.0.2.8', port: 27015, game: null, encoding: null };
    await tower.add({ id: 'island', target: island, channelId: '200000000000000009' });
    await tower.monitor.round();
    await tower.ask(DOWN);
    await tower.ask(DOWN, { watchId: 'island' });
    loses('hidden');
    await goDown();
    expect(tower.heard()).toEqual([]);
    expect(await person()).toMatchObject({
      wishes: [{ watchId: 'island' }],
      ended: [{ why: 'hidden' }],
    });
  });
});

describe('what ends a wish', () => {
  it('the watch is removed, with what waits to be told', async () => {
    await tower.monitor.round();
    await goDown();
    await tower.ask(BACK);
    await tower.monitor.forget(GUILD, 'watch1');
    await tower.minutes(1);
    expect(await person()).toMatchObject({ wishes: [], ended: [{ why: 'watch-gone' }] });
    await tower.pass(8 * DAY_MS);
    await tower.monitor.round();
    expect(await tower.store.people.all()).toEqual([]);
  });

  it('thirty days go by', async () => {
    await tower.ask(DOWN, { expiresAt: tower.clock.now() + 3 * MINUTE });
    await tower.ask(six, { expiresAt: tower.clock.now() + 3 * MINUTE });
    await tower.minutes(2);
    expect(await tower.wishes()).toHaveLength(2);
    await tower.minutes(1);
    expect(await person()).toMatchObject({
      wishes: [],
      ended: [{ why: 'expired' }, { why: 'expired' }],
    });
    await goDown();
    expect(tower.heard()).toEqual([]);
  });

  it('not when it was renewed in time', async () => {
    await tower.monitor.round();
    await tower.ask(DOWN, { expiresAt: tower.clock.now() + 3 * MINUTE });
    const later = tower.clock.now() + 60 * MINUTE;
    await tower.monitor.wishes.change(whose, (before) => before && withRenewed(before, later));
    await tower.minutes(10);
    await goDown();
    expect(tower.heard()).toEqual(['down']);
  });

  it('is stopped while it waits to be sent', async () => {
    await tower.monitor.round();
    await tower.ask(DOWN);
    discordIsBusy(5, 2);
    await goDown();
    await tower.monitor.wishes.change(
      whose,
      (before) => before && withoutWishes(before, () => true),
    );
    await tower.minutes(10);
    expect(tower.heard()).toEqual([]);
    expect(await tower.store.outbox.all()).toEqual([]);
  });
});

it('who wants to be forgotten is: nothing that is stored names that person, not even what waits', async () => {
  tower.says(crowd(2));
  await tower.monitor.round();
  await tower.ask(six);
  await tower.ask(DOWN);
  await tower.minutes(1);
  discordIsBusy(30, 3);
  tower.says(crowd(7));
  await tower.minutes(1);
  const { store } = tower;
  const stored = async () =>
    JSON.stringify([
      await store.people.all(),
      await store.outbox.all(),
      await store.guilds.get(GUILD),
      await store.servers.get('a2s/192.0.2.7:27015'),
    ]);
  expect((await store.outbox.all()).some(({ person: whom }) => whom?.id === PIP)).toBe(true);
  await tower.monitor.forgetPerson(PIP);
  expect(await stored()).not.toContain(PIP);
  await tower.minutes(40);
  expect(tower.heard()).toEqual([]);
});
