import { beforeEach, describe, expect, it } from 'vitest';
import type { Post } from '#sandbox/discord/message.ts';
import type { WebListsServer } from '#sandbox/lists/webLists.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { openListFinder } from '#test/snapshot/listFinder.ts';
import { openToAll, watchesOf } from './asking.ts';

type Options = Record<string, string | boolean>;

let web: WebListsServer;
let crow: Crowsnest;
/** What a server says when the search asks it; silence when it is not here. */
let answers: Map<string, Snapshot>;
let time = 0;

beforeEach(async () => {
  answers = new Map();
  time = Date.now();
  const lists = await openListFinder({
    takeSnapshot: async ({ host }) => answers.get(host) ?? offlineSnapshot(),
    steamKey: null,
    now: () => time,
  });
  ({ web } = lists);
  crow = await startCrowsnest({ finder: lists.finder });
});

const look = (options: Options, as = 'ada', locale = 'en-US'): Promise<Post> =>
  crow.discord.people.runCommand({ as, in: '#general', command: '/find', options, locale }).reply();

const partsOf = ({ message }: Post) => message.components.flatMap((row) => row.components ?? []);
const menuOf = (post: Post) => partsOf(post).find(({ type }) => type === 3);
const linesOf = ({ message }: Post): string[] =>
  (message.embeds[0]?.description ?? '').split('\n').filter((line) => /^\d+\./.test(line));

const press = (post: Post, customId: string | undefined, as = 'ada') =>
  crow.discord.people.click({
    ...{ as, in: '#general', messageId: post.message.id, customId: customId ?? '' },
  });

/** Ada presses, and sees the message become another one. */
async function turn(post: Post, customId: string | undefined, becomes: RegExp): Promise<Post> {
  await press(post, customId).acknowledged();
  const shown = () =>
    crow.discord.people
      .messages('#general', 'ada')
      .find(({ message }) => message.id === post.message.id) ?? post;
  await expect.poll(() => JSON.stringify(shown().message)).toMatch(becomes);
  return shown();
}

const choose = (post: Post, place: number, as = 'ada') => {
  const menu = menuOf(post);
  const value = menu?.options?.[place]?.value ?? '';
  return crow.discord.people.choose({
    ...{ as, in: '#general', messageId: post.message.id },
    ...{ customId: menu?.custom_id ?? '', values: [value] },
  });
};

describe('/find shows a list to everybody', () => {
  it('in pages of ten, most players first, with a menu of those on the page', async () => {
    const post = await look({ source: 'openmp' });
    expect(post.visibleTo).toBeNull();
    expect(post.message.embeds[0]).toMatchObject({
      title: 'Servers: open.mp',
      footer: { text: '25 servers' },
    });
    const players = linesOf(post).map((line) => Number(/\*\*(\d+)\/128\*\*/.exec(line)?.[1]));
    expect(players).toHaveLength(10);
    expect(players).toEqual(players.toSorted((one, other) => other - one));
    expect(menuOf(post)?.options).toHaveLength(10);

    const on = partsOf(post).findLast(({ type }) => type === 2);
    const turned = await turn(post, on?.custom_id, /11\. /);
    expect(linesOf(turned)[9]).toMatch(/^20\. /);
    expectCalm(crow);
  });

  it('in the language of the guild’s people, with what was asked for', async () => {
    const post = await look({
      ...{ source: 'asa-unofficial', mode: 'pve', cluster: 'harbour1', no_password: true },
    });
    expect(linesOf(post).length).toBeGreaterThan(4);
    for (const line of linesOf(post)) {
      expect(line).toMatch(/PvE · harbour1/);
      expect(line).not.toContain('🔒');
    }
    expectCalm(crow);
  });

  it('says so when nothing on it fits, which is not a failure', async () => {
    const post = await look({ source: 'openmp', name: 'no such pier' });
    expect(post.message.embeds[0]?.description).toBe(
      'The list was read, and no server on it fits.',
    );
    expect(menuOf(post)).toBeUndefined();
    expectCalm(crow);
  });

  it('and turns pages for the one who asked, for nobody else', async () => {
    const post = await look({ source: 'openmp' });
    const on = partsOf(post).findLast(({ type }) => type === 2);
    const refused = await press(post, on?.custom_id, 'pip').reply();
    expect(refused.message.content).toMatch(/^Only <@\d+> can turn these pages/);
    expect(linesOf(post)[0]).toMatch(/^1\. /);
  });

  it('for a quarter of an hour: after that its buttons say what to do', async () => {
    const post = await look({ source: 'openmp' });
    const on = partsOf(post).findLast(({ type }) => type === 2);
    time += 16 * 60_000;
    const turned = await turn(post, on?.custom_id, /I no longer keep this list/);
    expect(linesOf(turned)).toEqual([]);
    expectCalm(crow);
  });
});

describe('the servers themselves are asked', () => {
  it('and what they say is shown, and who is silent', async () => {
    web.serve({
      openmp: JSON.stringify([
        { ip: '203.0.113.1:7777', hn: 'Old name', pc: 1, pm: 50 },
        { ip: '203.0.113.2:7777', hn: 'Gone', pc: 9, pm: 50 },
      ]),
    });
    const players = { online: 33, max: 50, bots: null, connecting: null };
    answers.set('203.0.113.1', onlineSnapshot({ name: 'New name', players }));
    const lines = linesOf(await look({ source: 'openmp' }));
    expect(lines[0]).toMatch(/^1\. \*\*New name\*\* · \*\*33\/50\*\*/);
    expect(lines[1]).toMatch(/^2\. \*\*Gone\*\*.*no answer$/);
  });
});

describe('a list that cannot be read', () => {
  it.each([
    ['steam', /has not set a key for Steam/],
    ['registered', /No game server can register here.*`MASTER_LISTEN`/],
    ['openmp', /out of order/],
    ['asa-official', /no list of servers/],
  ])('%s: says why, and never that there are no servers', async (source, words) => {
    web.fail('openmp', { kind: 'status', status: 503 });
    web.fail('asa-official', { kind: 'html' });
    const { message } = await look({ source });
    expect(message.embeds[0]?.title).toMatch(/^The list could not be read: /);
    expect(message.embeds[0]?.description).toMatch(words);
    expect(message.embeds[0]?.description).not.toMatch(/no server on it/);
    expectCalm(crow);
  });

  it('because it is none: told to the asker alone', async () => {
    const post = await look({ source: 'steem' });
    expect(post.visibleTo).not.toBeNull();
    expect(post.message.embeds[0]?.description).toContain('`steem` is no list I know');
  });

  it('in part: says that some are missing', async () => {
    const [page] = [JSON.stringify([{ ip: '203.0.113.1:7777', hn: 'Pier', pc: 1, pm: 50 }])];
    web.serve({ openmp: `${page.slice(0, -1)},{"ip":"203.0.113.2:7777"}]` });
    web.fail('openmp', { kind: 'short', bytes: page.length + 3 });
    const { message } = await look({ source: 'openmp' });
    expect(message.embeds[0]?.description).toContain('The list broke off');
  });
});

describe('a server that is chosen from the menu', () => {
  beforeEach(() => {
    web.serve({
      openmp: JSON.stringify([{ ip: '203.0.113.1:7777', hn: 'Pier', pc: 1, pm: 50 }]),
    });
    crow.servers.set('203.0.113.1:7777', onlineSnapshot({ name: 'Pier' }));
  });

  it('is shown to the chooser alone, whoever that is', async () => {
    const post = await look({ source: 'openmp' });
    const status = await choose(post, 0, 'pip').reply();
    expect(status.visibleTo).not.toBeNull();
    expect(status.message.embeds[0]).toMatchObject({ title: 'Pier' });
    expect(linesOf(post)).toHaveLength(1);
    expect(partsOf(status)).toEqual([]);
    expectCalm(crow);
  });

  it('is watched in this channel at the press of a button by those who may', async () => {
    const status = await choose(await look({ source: 'openmp' }), 0).reply();
    const [button] = partsOf(status);
    expect(button).toMatchObject({ label: 'Watch it in this channel' });
    await turn(status, button?.custom_id, /"Watching Pier"/);
    expect(await watchesOf(crow)).toMatchObject([
      { target: { host: '203.0.113.1', port: 7777, game: 'openmp' }, joins: 'off', roleId: null },
    ]);
    const [watch] = await watchesOf(crow);
    expect(watch?.channelId).toBe(watch?.noticeChannelId);
    const posted = crow.discord.people.messages('#general').map(({ message }) => message.id);
    expect(posted).toContain(watch?.message?.id);
    expectCalm(crow);
  });

  it('is not watched twice in one channel', async () => {
    const post = await look({ source: 'openmp' });
    for (const words of [/"Watching Pier"/, /already has a status message/]) {
      const status = await choose(post, 0).reply();
      await turn(status, partsOf(status)[0]?.custom_id, words);
    }
    expect(await watchesOf(crow)).toHaveLength(1);
  });
});

it('offers the lists while one types, in the typer’s language, and takes a master server as typed', async () => {
  openToAll(crow);
  const offered = (text: string, locale = 'en-US') =>
    crow.discord.people.typeOption({
      ...{ as: 'pip', in: '#general', command: '/find', option: 'source', text, locale },
    });
  expect(await offered('')).toHaveLength(6);
  expect((await offered(''))[0]).toMatchObject({ value: 'registered' });
  expect(await offered('неофиц', 'ru')).toMatchObject([{ value: 'asa-unofficial' }]);
  expect(await offered('ms.example.com:27010')).toEqual([
    { value: 'ms.example.com:27010', name: 'ms.example.com:27010' },
  ]);
});
