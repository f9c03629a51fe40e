import { beforeEach, describe, expect, it } from 'vitest';
import type { Post } from '#sandbox/discord/message.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { onlineSnapshot, player } from '#test/discord/pictures.ts';
import { openListFinder } from '#test/snapshot/listFinder.ts';
import { ADDRESS, watchServer } from './asking.ts';

/** Where somebody who has the bot to himself can use it, and the bot is no member. */
const PLACES = { direct: '@Crowsnest', conversation: '@ada', foreign: '#tavern' } as const;

let crow: Crowsnest;

async function open(options: Parameters<typeof startCrowsnest>[0] = {}): Promise<void> {
  crow = await startCrowsnest(options);
  crow.discord.people.foundGuild({
    name: 'Tavern',
    locale: 'pt-BR',
    everyone: [
      ...(['VIEW_CHANNEL', 'SEND_MESSAGES', 'USE_APPLICATION_COMMANDS'] as const),
      ...(['USE_EXTERNAL_APPS', 'MANAGE_GUILD'] as const),
    ],
    bot: null,
    roles: [],
    members: [{ name: 'pip' }, { name: 'ada' }],
    channels: [{ name: 'tavern' }],
  });
  crow.discord.people.installApp('pip', true);
  const players = Array.from({ length: 60 }, (_, n) => player(`P${n}`));
  crow.servers.set(ADDRESS, onlineSnapshot({ roster: { state: 'complete', players } }));
}

const command = (place: string, typed: string, options = {}, locale = 'en-US', as = 'pip') =>
  crow.discord.people.runCommand({ as, in: place, command: typed, options, locale }).reply();

const partsOf = ({ message }: Post) => message.components.flatMap((row) => row.components ?? []);

/** Pip uses a part of an answer; gives what becomes of that answer. */
async function turned(place: string, post: Post, customId = '', words = ''): Promise<Post> {
  const { people } = crow.discord;
  const where = { as: 'pip', in: place, messageId: post.message.id };
  await people.click({ ...where, customId }).acknowledged();
  const shown = () =>
    people.messages(place, 'pip').find(({ message }) => message.id === post.message.id) ?? post;
  await expect.poll(() => JSON.stringify(shown().message)).toContain(words);
  return shown();
}

describe.each(Object.entries(PLACES))('%s', (_, place) => {
  beforeEach(() => open());

  it('has /status, /players and /rules, with pages', async () => {
    const status = await command(place, '/status', { server: ADDRESS });
    expect(status.visibleTo).toBeNull();
    expect(status.message.embeds[0]).toMatchObject({ title: 'Evening Payload' });
    await command(place, '/rules', { server: ADDRESS });
    const players = await command(place, '/players', { server: ADDRESS });
    const on = partsOf(players).at(-1);
    const second = await turned(place, players, on?.custom_id, '`P30`');
    expect(partsOf(second)[1]?.label).toContain('2');
    expectCalm(crow);
  });

  it('explains a bad address in the language of who asks', async () => {
    const { message, visibleTo } = await command(place, '/status', { server: '!!!' }, 'ru');
    expect(visibleTo).not.toBeNull();
    expect(message.embeds[0]?.title).toMatch(/[а-я]/);
    expectCalm(crow);
  });

  it('offers games while typing, and no watched servers, for there are none', async () => {
    const at = { as: 'pip', in: place, command: '/status', text: 'Evening' };
    const { people } = crow.discord;
    await watchServer(crow);
    expect(await people.typeOption({ ...at, option: 'server' })).toEqual([]);
    expect(await people.typeOption({ ...at, option: 'game', text: 'rust' })).not.toEqual([]);
  });

  it('has nothing that belongs to a server that the bot is in', () => {
    const names = crow.discord.people.commandsFor({ as: 'pip', in: place }).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['status', 'players', 'rules', 'find', 'help']));
    expect(names).not.toContain('watch');
    expect(names).not.toContain('rcon');
  });
});

it.each(Object.values(PLACES))(
  '/find works in %s; what is chosen there can not be watched there',
  async (place) => {
    const { finder } = await openListFinder({
      takeSnapshot: async () => onlineSnapshot(),
      steamKey: null,
      now: Date.now,
    });
    await open({ finder });
    const found = await command(place, '/find', { source: 'openmp' });
    expect(found.message.embeds[0]?.title).toMatch(/: open.mp$/);
    const menu = partsOf(found).find(({ type }) => type === 3);
    const shown = await crow.discord.people
      .choose({
        ...{ as: 'pip', in: place, messageId: found.message.id },
        ...{ customId: menu?.custom_id ?? '', values: [menu?.options?.[0]?.value ?? ''] },
      })
      .reply();
    expect(shown.message.embeds[0]?.description).toContain('No answer');
    expect(shown.visibleTo).not.toBeNull();
    expect(partsOf(shown)).toEqual([]);
    expectCalm(crow);
  },
);

it('answers in the language of the person in a conversation, of the guild in a guild', async () => {
  await open();
  const words = async (place: string) =>
    (await command(place, '/status', { server: ADDRESS }, 'ru')).message.embeds[0]?.description;
  expect(await words(PLACES.direct)).toContain('Работает');
  expect(await words(PLACES.conversation)).toContain('Работает');
  expect(await words(PLACES.foreign)).toContain('Online');
  expect(
    (await command('#general', '/status', { server: ADDRESS }, 'ru')).message.embeds[0],
  ).toEqual(expect.objectContaining({ description: expect.stringContaining('Online') }));
});

it('who has not installed it for himself has nothing in a guild without the bot', async () => {
  await open();
  expect(() =>
    crow.discord.people.runCommand({ as: 'ada', in: '#tavern', command: '/status' }),
  ).toThrow(/not installed/);
});

it('holds each person back by itself, and a conversation is nobody else’s', async () => {
  await open({ lookupsPerMinute: 1 });
  const look = (as: string) =>
    command(PLACES.direct, '/status', { server: ADDRESS }, 'en-US', as).then(
      ({ message }) => message.content || message.embeds[0]?.title,
    );
  for (const as of ['pip', 'ada', 'marlow']) {
    crow.discord.people.installApp(as, true);
    expect(await look(as)).toBe('Evening Payload');
    expect(await look(as)).toContain('try again in');
  }
});
