import { beforeEach, describe, expect, it } from 'vitest';
import type { Asked } from '#sandbox/discord/asked.ts';
import type { Post } from '#sandbox/discord/message.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { HOSTILE_NAMES, offlineSnapshot, onlineSnapshot, player } from '#test/discord/pictures.ts';
import { personOf, wishOf } from '#test/store/examples.ts';
import { ADDRESS, ask, OTHER_ADDRESS, watchServer } from './asking.ts';

const MINUTE = 60_000;

let crow: Crowsnest;
beforeEach(async () => {
  crow = await startCrowsnest();
});

type Who = { as?: string; in?: string; locale?: string };

const partsOf = ({ message }: Post) => message.components.flatMap((row) => row.components ?? []);
const labelsOf = (post: Post) => partsOf(post).map(({ label }) => label);
const wordsOf = ({ message }: Post): string =>
  [
    message.content,
    ...message.embeds.flatMap(({ title, description, fields }) => [
      title,
      description,
      ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
    ]),
  ]
    .filter(Boolean)
    .join('\n');

/** The status message of #status, as Pip sees it. */
const status = (): Post => {
  const post = crow.discord.people.messages('#status').at(-1);
  if (post === undefined) {
    throw new Error('there is no status message');
  }
  return post;
};
const direct = (as = 'pip') => crow.discord.people.messages('@Crowsnest', as);

const start = (post: Post, label: string, who: Who = {}) => {
  const part = partsOf(post).find((one) => one.label === label);
  if (part === undefined) {
    throw new Error(`no button ${label} among ${labelsOf(post).join(', ')}`);
  }
  return crow.discord.people.click({
    ...{ as: 'pip', in: '#status', ...who },
    ...{ messageId: post.message.id, customId: part.custom_id ?? '' },
  });
};

/** What comes of it: another message, or the same one changed. */
async function seen(asked: Asked, post: Post): Promise<Post> {
  const before = post.edits;
  const { callback } = await asked.acknowledged();
  if (callback !== 6) {
    return asked.reply();
  }
  await expect.poll(() => asked.posts()[0]?.edits).toBeGreaterThan(before);
  return asked.posts()[0] ?? post;
}

/** Pip presses a button, and sees what comes of it. */
const press = (post: Post, label: string, who: Who = {}): Promise<Post> =>
  seen(start(post, label, who), post);

/** Pip presses a button, fills in the form that opens, and sees what comes of it. */
async function fill(post: Post, label: string, wanted: string, who: Who = {}): Promise<Post> {
  const from = start(post, label, who);
  await from.modal();
  const form = { as: 'pip', in: '#status', ...who, from, values: { wanted } };
  return seen(crow.discord.people.submitModal(form), post);
}

const list = (who: Who = {}): Promise<Post> =>
  crow.discord.people
    .runCommand({ as: 'pip', in: '@Crowsnest', command: '/my list', ...who })
    .reply();

const stored = () => crow.store.people.all();

/** A minute later, with so many on the server. */
async function playing(count: number): Promise<void> {
  const players = Array.from({ length: count }, (_, n) => player(`P${n}`));
  const online = { online: count, max: 20, bots: 0, connecting: null };
  crow.servers.set(
    ADDRESS,
    onlineSnapshot({ players: online, roster: { state: 'complete', players } }),
  );
  crow.clock.advance(MINUTE);
  await crow.monitor.round();
}

describe('the bell under a status message', () => {
  it('is there, in the language of the guild, and what it opens only its presser sees, in the own one', async () => {
    await watchServer(crow);
    expect(labelsOf(status())).toEqual(['Notify me']);
    const bell = await press(status(), 'Notify me', { locale: 'ru' });
    expect(bell.visibleTo).not.toBeNull();
    expect(wordsOf(bell)).toContain('О чём написать вам');
    expect(labelsOf(bell)[0]).toBe('Когда поднимется');
    expect(await stored()).toEqual([]);
    expect(direct()).toEqual([]);
    expectCalm(crow);
  });

  it('comes to a message that was there before, with its next edit', async () => {
    await watchServer(crow);
    const { message } = status();
    await crow.discord.state.posts
      .get(message.channel_id)
      ?.find((post) => post.message === message);
    await crow.store.guilds.update(crow.guildId, (guild) => ({
      ...guild,
      watches: guild.watches.map((watch) => ({ ...watch, bell: false })),
    }));
    crow.clock.advance(MINUTE);
    await crow.monitor.round();
    expect(labelsOf(status())).toEqual([]);
    await ask(crow, '/watch edit', { server: ADDRESS, bell: true });
    crow.clock.advance(MINUTE);
    await crow.monitor.round();
    expect(status().message.id).toBe(message.id);
    expect(labelsOf(status())).toEqual(['Notify me']);
  });

  it('can be left off', async () => {
    await watchServer(crow);
    expect(await ask(crow, '/watch edit', { server: ADDRESS, bell: false })).toContain('no bell');
    crow.clock.advance(MINUTE);
    await crow.monitor.round();
    expect(labelsOf(status())).toEqual([]);
    expectCalm(crow);
  });

  it('of a board asks first which server is meant', async () => {
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Dustbowl');
    await ask(crow, '/board make', { channel: 'status' });
    crow.clock.advance(MINUTE);
    await crow.monitor.round();
    const which = await press(status(), 'Notify me');
    const menu = partsOf(which)[0];
    expect(menu?.options?.map(({ label }) => label)).toEqual([
      'Evening Payload (203.0.113.5:27015)',
      'Dustbowl (203.0.113.5:27016)',
    ]);
    const chosen = crow.discord.people.choose({
      ...{ as: 'pip', in: '#status', messageId: which.message.id },
      ...{ customId: menu?.custom_id ?? '', values: [menu?.options?.[1]?.value ?? ''] },
    });
    const bell = await seen(chosen, which);
    expect(wordsOf(bell)).toContain('Dustbowl');
    await press(bell, 'When it goes down');
    expect(await stored()).toMatchObject([
      { wishes: [{ server: expect.stringContaining('Dustbowl') }] },
    ]);
    expectCalm(crow);
  });
});

describe('what is asked for', () => {
  it('is noted with what to expect, and can be stopped right there', async () => {
    await watchServer(crow);
    const bell = await press(status(), 'Notify me');
    const back = await press(bell, 'When it is back');
    expect(wordsOf(back)).toContain('I will message you once, when it is back.');
    expect(wordsOf(back)).toContain('It is online right now: I mean the next time');
    expect(wordsOf(back)).toMatch(/That holds until <t:\d+:d>/);
    await press(back, 'When it goes down');
    const six = await fill(back, 'When so many play…', '6');
    expect(wordsOf(six)).toContain(
      '6 players or more are on. Again only after there were fewer, and after 40 minutes',
    );
    const ann = await fill(six, 'When somebody joins…', '[CLAN]*');
    expect(wordsOf(ann)).toContain('**4.** when `[CLAN]*` joins · until');
    const fewer = await press(ann, 'Stop 2');
    expect(wordsOf(fewer)).toContain('Stopped: **Evening Payload');
    expect(await stored()).toMatchObject([
      {
        guildName: 'Harbour',
        language: 'en',
        wishes: [
          { occasion: { kind: 'back' } },
          { occasion: { kind: 'players', atLeast: 6 } },
          { occasion: { kind: 'player', pattern: '[CLAN]*' } },
        ],
      },
    ]);
    expect(direct()).toEqual([]);
    expectCalm(crow);
  });

  it.each([
    ['When so many play…', '0', '`0` is no number of players. Write a number from 1 to 10000.'],
    ['When so many play…', 'six', '`six` is no number'],
    ['When somebody joins…', '*', 'would fit nearly everybody'],
    ['When somebody joins…', '\u200b', 'would fit nearly everybody'],
  ])('%s "%s" is explained, and nothing is lost', async (label, wanted, words) => {
    await watchServer(crow);
    const bell = await press(status(), 'Notify me');
    await press(bell, 'When it is back');
    const answer = await fill(bell, label, wanted);
    expect(wordsOf(answer)).toContain(words);
    expect(wordsOf(answer)).toContain('once, when it is back');
    expect(await stored()).toMatchObject([{ wishes: [{}] }]);
    expectCalm(crow);
  });

  it('twice is once, for thirty days from then on', async () => {
    await watchServer(crow);
    const bell = await press(status(), 'Notify me');
    await press(bell, 'When it is back');
    const [first] = await stored();
    crow.clock.advance(MINUTE);
    await press(bell, 'When it is back');
    const [second] = await stored();
    expect(second?.wishes).toHaveLength(1);
    expect(second?.wishes[0]?.id).toBe(first?.wishes[0]?.id);
    expect(second?.wishes[0]?.expiresAt).toBe((first?.wishes[0]?.expiresAt ?? 0) + MINUTE);
  });

  it('is at most twenty-five things', async () => {
    await watchServer(crow);
    const bell = await press(status(), 'Notify me');
    await fill(bell, 'When so many play…', '25');
    const [person] = await stored();
    const [wish] = person?.wishes ?? [];
    const others = Array.from({ length: 24 }, (_, n) =>
      wishOf({ ...wish, id: `wish${n + 1000}`, occasion: { kind: 'players', atLeast: n + 1 } }),
    );
    await crow.monitor.wishes.change(
      person ?? personOf(),
      (before) => before && { ...before, wishes: [...others, ...before.wishes] },
    );
    expect(wordsOf(await press(bell, 'When it is back'))).toContain('You have asked for 25 things');
    expect(wordsOf(await fill(bell, 'When so many play…', '25'))).toContain('I will message you');
    expect((await stored())[0]?.wishes).toHaveLength(25);
    const first = await list();
    expect(labelsOf(first).filter((label) => label?.startsWith('Stop '))).toHaveLength(11);
    const third = await press(await press(first, '▶', { in: '@Crowsnest' }), '▶', {
      in: '@Crowsnest',
    });
    expect(wordsOf(third)).toContain('**25.**');
    const stopped = await press(third, 'Stop 25', { in: '@Crowsnest' });
    expect(wordsOf(stopped)).toContain('**24.**');
    expect(wordsOf(stopped)).not.toContain('**25.**');
    expectCalm(crow);
  });

  it('is told in a direct message that says why it came and stops it', async () => {
    await watchServer(crow);
    await playing(2);
    await fill(
      await press(status(), 'Notify me', { locale: 'pt-BR' }),
      'Quando houver tantos…',
      '6',
      {
        locale: 'pt-BR',
      },
    );
    await playing(2);
    await playing(7);
    const [dm, ...others] = direct();
    expect(others).toEqual([]);
    expect(dm?.message.content).toContain('7 jogadores');
    expect(wordsOf(dm as Post)).toContain('Você me pediu este aviso em <#');
    expect(crow.discord.people.notifications('ada')).toEqual([]);
    const there = { in: '@Crowsnest', locale: 'pt-BR' };
    const stopped = await press(dm as Post, 'Parar este aviso', there);
    expect(wordsOf(stopped)).toContain('Parado: **Evening Payload');
    expect(stopped.visibleTo).not.toBeNull();
    expect(await stored()).toEqual([]);
    expect(wordsOf(await press(dm as Post, 'Parar este aviso', there))).toContain('já foi parado');
    await playing(2);
    crow.clock.advance(60 * MINUTE);
    await playing(9);
    expect(direct().filter((post) => post.visibleTo === null)).toHaveLength(1);
    expectCalm(crow);
  });

  it('waits while Discord lets no message through, and the list says how to mend that', async () => {
    await watchServer(crow);
    await playing(0);
    await fill(await press(status(), 'Notify me'), 'When so many play…', '3');
    await playing(0);
    crow.discord.people.takeDirects('pip', false);
    await playing(4);
    expect(direct()).toEqual([]);
    expect(await stored()).toMatchObject([{ closedSince: crow.clock.now(), wishes: [{}] }]);
    const shown = await list({ in: '#general' });
    expect(wordsOf(shown)).toContain('I cannot message you');
    expect(wordsOf(shown)).toContain('Privacy Settings');
    const still = await press(shown, 'Try again', { in: '#general' });
    expect(wordsOf(still)).toContain('I cannot message you');
    crow.discord.people.takeDirects('pip', true);
    const mended = await press(still, 'Try again', { in: '#general' });
    expect(wordsOf(mended)).toContain('I have just messaged you');
    expect(wordsOf(mended)).not.toContain('Privacy Settings');
    expect(wordsOf(direct()[0] as Post)).toContain('A test, because you asked for one.');
    expect(await stored()).toMatchObject([{ closedSince: null }]);
  });

  it('ends without a word for who left, and the list says why', async () => {
    await watchServer(crow);
    await playing(0);
    await fill(await press(status(), 'Notify me'), 'When so many play…', '3');
    await playing(0);
    crow.discord.people.installApp('pip', true);
    crow.discord.people.leaveGuild('pip');
    await playing(4);
    expect(direct()).toEqual([]);
    expect(wordsOf(await list())).toContain('you left Harbour');
    expectCalm(crow);
  });

  it('ends for who may no longer see the channel of the status', async () => {
    await watchServer(crow);
    await playing(0);
    await fill(await press(status(), 'Notify me'), 'When so many play…', '3');
    await playing(0);
    crow.discord.people.setOverwrite('#status', { for: '@everyone', deny: ['VIEW_CHANNEL'] });
    crow.discord.people.setOverwrite('#status', { for: 'bot', allow: ['VIEW_CHANNEL'] });
    await playing(4);
    expect(direct()).toEqual([]);
    expect(wordsOf(await list())).toContain('you no longer see its channel');
  });
});

describe('/my list', () => {
  it('is the same in a direct message, in a guild and where the bot is not', async () => {
    await watchServer(crow);
    crow.discord.people.installApp('pip', true);
    await press(await press(status(), 'Notify me'), 'When it goes down');
    for (const place of ['@Crowsnest', '#general', '@ada']) {
      const shown = await list({ in: place });
      expect(shown.visibleTo).not.toBeNull();
      expect(wordsOf(shown)).toMatch(/\*\*1\.\*\* \*\*Evening Payload.*Harbour\nwhen it goes down/);
    }
    expect(wordsOf(await list({ as: 'ada' }))).toContain('Nothing. Press 🔔');
    expectCalm(crow);
  });

  it('keeps all of it longer, and stops all of it', async () => {
    await watchServer(crow);
    const bell = await press(status(), 'Notify me');
    await press(bell, 'When it goes down');
    await press(bell, 'When it is back');
    crow.clock.advance(20 * 1440 * MINUTE);
    const renewed = await press(await list(), 'Keep all for 30 days', { in: '@Crowsnest' });
    expect(wordsOf(renewed)).toMatch(/All of it holds until <t:\d+:d> now/);
    const [person] = await stored();
    expect(person?.wishes.map(({ expiresAt }) => expiresAt)).toEqual(
      Array.from({ length: 2 }, () => crow.clock.now() + 30 * 1440 * MINUTE),
    );
    const none = await press(renewed, 'Stop everything', { in: '@Crowsnest' });
    expect(wordsOf(none)).toContain('I will not message you about anything');
    expect(await stored()).toEqual([]);
  });
});

describe('/my forget', () => {
  it('says what is kept, and deletes it when that is wanted', async () => {
    await watchServer(crow);
    const forget = () =>
      crow.discord.people
        .runCommand({ as: 'pip', in: '@Crowsnest', command: '/my forget' })
        .reply();
    expect(wordsOf(await forget())).toContain('I keep nothing about you.');
    await press(await press(status(), 'Notify me'), 'When it goes down');
    await press(await press(status(), 'Notify me', { as: 'ada' }), 'When it goes down', {
      as: 'ada',
    });
    const shown = await forget();
    expect(wordsOf(shown)).toContain('because you asked me to tell you 1 thing');
    expect(await stored()).toHaveLength(2);
    await press(shown, 'Delete it all', { in: '@Crowsnest' });
    const pip = [...crow.discord.state.users.values()].find(({ username }) => username === 'pip');
    const [left, ...others] = await stored();
    expect(others).toEqual([]);
    expect(left?.personId).not.toBe(pip?.id);
    expectCalm(crow);
  });
});

it('a bell whose server is watched no more says so', async () => {
  await watchServer(crow);
  const post = status();
  const bell = await press(post, 'Notify me');
  await crow.desk.monitor.forget(
    crow.guildId,
    (await crow.store.guilds.get(crow.guildId)).watches[0]?.id ?? '',
  );
  await crow.desk.watches.load(crow.guildId);
  expect(wordsOf(await press(post, 'Notify me'))).toContain('no longer watched here');
  expect(wordsOf(await press(bell, 'When it is back'))).toContain('no longer watched here');
  expect(await stored()).toEqual([]);
});

it('servers and players of any name mention nobody and break nothing', async () => {
  for (const [n, name] of HOSTILE_NAMES.entries()) {
    await watchServer(crow, `203.0.113.9:${27_100 + n}`, name);
    const bell = await press(status(), 'Notify me');
    await fill(bell, 'When somebody joins…', `x${name}`.slice(0, 60));
    await press(bell, 'When it goes down');
  }
  const shown = await list();
  await press(await press(shown, '▶', { in: '@Crowsnest' }), 'Stop 11', { in: '@Crowsnest' });
  expectCalm(crow);
  expect(crow.discord.people.notifications('ada')).toEqual([]);
});

it('offline first: what is asked while nobody answers', async () => {
  crow.servers.set(ADDRESS, offlineSnapshot());
  await ask(crow, '/watch add', { server: ADDRESS, notices: 'alerts' });
  const back = await press(await press(status(), 'Notify me'), 'When it is back');
  expect(wordsOf(back)).toContain('I will message you once, when it is back.');
  expect(wordsOf(back)).not.toContain('It is online right now');
});
