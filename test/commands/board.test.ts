import { describe, expect, it } from 'vitest';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { dayOf, packDay } from '#history/packDay.ts';
import { minutesOf } from '#test/history/days.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import {
  ADDRESS,
  ask as askNow,
  OTHER_ADDRESS,
  offered,
  watchesOf,
  watchServer,
} from './asking.ts';

const THIRD_ADDRESS = '203.0.113.5:27017';

/** People type no faster than Discord lets a new message be edited. */
const ask: typeof askNow = async (crow, ...asked) => {
  crow.clock.advance(5_000);
  return askNow(crow, ...asked);
};

/** Three servers with a message each in #status. */
async function threeServers(crow: Crowsnest): Promise<void> {
  await watchServer(crow);
  await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
  await watchServer(crow, THIRD_ADDRESS, 'Night Payload');
}

/** What each message of a channel shows, in its embeds. */
const titles = (crow: Crowsnest, channel = '#status') =>
  crow.discord.people
    .messages(channel)
    .map(({ message }) => message.embeds.map(({ title }) => title));

/** The names on the one message of a channel with rows, from top to bottom. */
const rows = (crow: Crowsnest, channel = '#status') =>
  crow.discord.people
    .messages(channel)
    .flatMap(({ message }) => message.embeds[0]?.description?.match(/\*\*[^*]+\*\*/g) ?? [])
    .map((name) => name.replaceAll('*', ''));

async function oneRound(crow: Crowsnest): Promise<void> {
  crow.clock.advance(60_000);
  await crow.monitor.round();
}

describe('/board make', () => {
  it('puts the servers of a channel into one pinned message at once, and deletes theirs', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    crow.discord.people.say({ as: 'pip', in: '#status', text: 'hello' });
    const answer = await ask(crow, '/board make');
    expect(titles(crow)).toEqual([[], ['Evening Payload', 'Morning Payload', 'Night Payload']]);
    const [pin] = crow.discord.people.pins('#status');
    expect(pin?.embeds).toHaveLength(3);
    expect(answer).toContain(`/${pin?.id})`);
    expect(answer).toContain('2\\. Morning Payload');
    await oneRound(crow);
    expect(titles(crow)).toHaveLength(2);
    expect(await ask(crow, '/watch list')).toContain(`/${pin?.id})`);
    expectCalm(crow);
  });

  it('with a style and a title has rows under the totals', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    crow.servers.set(THIRD_ADDRESS, offlineSnapshot());
    await ask(crow, '/board make', { style: 'compact', title: 'The <@&1> Harbour' });
    expect(titles(crow)).toEqual([['The \\<\\@&1\\> Harbour · 2 of 3 servers online, 6 players']]);
    expect(rows(crow)).toEqual(['Evening Payload', 'Morning Payload', 'Night Payload']);
    expectCalm(crow);
  });

  it('has new servers of the channel join it', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/board make');
    crow.servers.set(OTHER_ADDRESS, onlineSnapshot({ name: 'Morning Payload' }));
    const answer = await ask(crow, '/watch add', { server: OTHER_ADDRESS });
    const [post] = crow.discord.people.messages('#status');
    expect(answer).toContain(`on [the board](https://discord.com/channels/${crow.guildId}/`);
    expect(answer).toContain(`/${post?.message.id})`);
    expect(titles(crow)).toEqual([['Evening Payload', 'Morning Payload']]);
    expectCalm(crow);
  });

  it('says what is in the way, and changes nothing', async () => {
    const crow = await startCrowsnest();
    expect(await ask(crow, '/board make')).toContain('/watch add or /board add');
    await threeServers(crow);
    const before = await watchesOf(crow);
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS'] });
    expect(await ask(crow, '/board make')).toContain('I am missing: **Embed Links**');
    expect(await ask(crow, '/board make', { channel: 'log-books' })).toContain('not a channel');
    expect(await watchesOf(crow)).toEqual(before);
  });
});

describe('/board add', () => {
  it('brings a server of another channel onto the only board there is', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/board make');
    crow.servers.set(OTHER_ADDRESS, onlineSnapshot({ name: 'Morning Payload' }));
    await ask(crow, '/watch add', { server: OTHER_ADDRESS, channel: 'general' });
    const answer = await ask(crow, '/board add', { server: OTHER_ADDRESS }, { in: '#general' });
    expect(answer).toContain(`<#${channelId(crow.discord, 'status')}>`);
    expect(titles(crow)).toEqual([['Evening Payload', 'Morning Payload']]);
    expect(titles(crow, '#general')).toEqual([]);
    expectCalm(crow);
  });

  it('makes a board where there is none, and moves all servers there when asked to', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    await ask(crow, '/board make', { style: 'compact' });
    const [all] = await offered(crow, '/board add', 'server', '');
    expect(all).toEqual({ name: 'all watched servers (3)', value: '*' });
    await ask(crow, '/board add', { server: '*', channel: 'general' });
    expect(titles(crow)).toEqual([]);
    expect(titles(crow, '#general')).toEqual([
      ['Evening Payload', 'Morning Payload', 'Night Payload'],
    ]);
    expect((await crow.store.guilds.get(crow.guildId)).boards).toHaveLength(1);
    expectCalm(crow);
  });

  it('does not show one server twice', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/watch add', { server: ADDRESS, channel: 'general' });
    await ask(crow, '/board make');
    const there = (await watchesOf(crow)).find(({ board }) => !board);
    const answer = await ask(crow, '/board add', { server: there?.id ?? '' });
    expect(answer).toContain('already has a status message');
    expect(titles(crow, '#general')).toHaveLength(1);
  });
});

describe('/board take-off and remove', () => {
  it('give servers messages of their own again, and the board goes with the last one', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    await ask(crow, '/board make');
    const answer = await ask(crow, '/board take-off', { server: OTHER_ADDRESS });
    expect(answer).toContain('Morning Payload \\(203.0.113.5\\:27016\\) has a message of its own');
    expect(titles(crow)).toEqual([['Evening Payload', 'Night Payload'], ['Morning Payload']]);
    expect(await ask(crow, '/board take-off', { server: OTHER_ADDRESS })).toContain(
      'is not on a board',
    );
    await ask(crow, '/board remove');
    expect(titles(crow)).toEqual([['Morning Payload'], ['Evening Payload'], ['Night Payload']]);
    expect(crow.discord.people.pins('#status')).toHaveLength(3);
    await oneRound(crow);
    expect(titles(crow)).toHaveLength(3);
    expect((await crow.store.guilds.get(crow.guildId)).boards).toEqual([]);
    expectCalm(crow);
  });

  it('can be tried as often as people like', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    for (let time = 0; time < 4; time += 1) {
      await ask(crow, '/board make');
      expect(titles(crow)).toHaveLength(1);
      await ask(crow, '/board remove');
      expect(titles(crow)).toHaveLength(3);
    }
    expectCalm(crow);
  });

  it('of a server that moves: its status joins the board there, or stands alone', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    await ask(crow, '/board make');
    const alone = await ask(crow, '/watch move', { server: ADDRESS, channel: 'general' });
    expect(alone).toContain('[The status message]');
    expect(titles(crow, '#general')).toEqual([['Evening Payload']]);
    expect(titles(crow)).toEqual([['Morning Payload', 'Night Payload']]);
    const joined = await ask(crow, '/watch move', { server: ADDRESS, channel: 'status' });
    expect(joined).toContain('[the board]');
    expect(titles(crow)).toEqual([['Morning Payload', 'Night Payload', 'Evening Payload']]);
    await ask(crow, '/watch remove', { server: OTHER_ADDRESS });
    await crow.monitor.settled();
    await oneRound(crow);
    expect(titles(crow)).toEqual([['Night Payload', 'Evening Payload']]);
    expectCalm(crow);
  });
});

describe('/board order and style', () => {
  it('moves a server up, down, or to a place', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    await ask(crow, '/board make', { style: 'compact' });
    const move = async (server: string, place: string) => {
      const answer = await ask(crow, '/board order', { server, place });
      return [answer.split('\n')[0], rows(crow).map((name) => name.split(' ')[0])];
    };
    expect(await move(THIRD_ADDRESS, 'up')).toEqual([
      'Night Payload \\(203.0.113.5\\:27017\\) is number 2 of 3 now.',
      ['Evening', 'Night', 'Morning'],
    ]);
    expect((await move(ADDRESS, 'end'))[1]).toEqual(['Night', 'Morning', 'Evening']);
    expect((await move(ADDRESS, '2'))[1]).toEqual(['Night', 'Evening', 'Morning']);
    expect((await move(THIRD_ADDRESS, 'down'))[1]).toEqual(['Evening', 'Night', 'Morning']);
    expect((await move(OTHER_ADDRESS, 'top'))[1]).toEqual(['Morning', 'Evening', 'Night']);
    expect((await move(OTHER_ADDRESS, 'up'))[1]).toEqual(['Morning', 'Evening', 'Night']);
    expect((await move(OTHER_ADDRESS, 'sideways'))[0]).toContain('`sideways` is no place');
    await oneRound(crow);
    expect(rows(crow)).toEqual(['Morning Payload', 'Evening Payload', 'Night Payload']);
    expectCalm(crow);
  });

  it('offers servers by name, and places in words', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    const servers = await offered(crow, '/board order', 'server', 'night');
    expect(servers.map(({ name }) => name)).toEqual([`Night Payload (${THIRD_ADDRESS})`]);
    const places = await offered(crow, '/board order', 'place', '');
    expect(places.map(({ name }) => name)).toEqual([
      'one up',
      'one down',
      'to the top',
      'to the end',
    ]);
    expect(await offered(crow, '/board order', 'place', '2')).toEqual([
      { name: 'place 2', value: '2' },
    ]);
  });

  it('changes the look, and leaves what was not named', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    await ask(crow, '/board make', { title: 'Harbour' });
    await ask(crow, '/board style', { style: 'compact' });
    expect(titles(crow)).toEqual([['Harbour · 3 of 3 servers online, 9 players']]);
    await ask(crow, '/board style', { title: '-' });
    expect(titles(crow)).toEqual([['3 of 3 servers online, 9 players']]);
    expect(await ask(crow, '/board style')).toContain('nothing was given');
    expectCalm(crow);
  });

  it('asks which board when that is not clear', async () => {
    const crow = await startCrowsnest();
    expect(await ask(crow, '/board style', { style: 'compact' })).toContain('/board make');
    await threeServers(crow);
    await ask(crow, '/board make');
    await ask(crow, '/board add', { server: ADDRESS, channel: 'general' });
    const which = await ask(crow, '/board style', { style: 'compact' }, { in: '#alerts' });
    expect(which).toContain(`Which board? Name its channel: <#`);
    const [general, status] = ['general', 'status'].map((name) => channelId(crow.discord, name));
    expect(which).toContain(`<#${general}>`);
    expect(which).toContain(`<#${status}>`);
    expect(await ask(crow, '/board remove', { channel: 'alerts' })).toContain('has no board');
    const list = await ask(crow, '/board list');
    expect(list).toContain('1\\. Evening Payload');
    expect(list).toContain('2\\. Night Payload');
    expect(list).toContain('rich (everything about each server)');
  });

  it.each([
    ['ru', 'Доска'],
    ['pt-BR', 'O painel'],
  ])('answers in %s', async (locale, word) => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    expect(await ask(crow, '/board make', { style: 'cluster' }, { locale })).toContain(
      `[${word}](`,
    );
  });
});

describe('a board that cannot be written', () => {
  it('keeps its servers, says why, and comes when it can', async () => {
    const crow = await startCrowsnest();
    await threeServers(crow);
    await ask(crow, '/board make');
    const [post] = crow.discord.people.messages('#status');
    crow.discord.people.deleteMessage('#status', post?.message.id ?? '');
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['SEND_MESSAGES'] });
    crow.servers.set(ADDRESS, onlineSnapshot({ name: 'Evening Payload', map: 'cp_dustbowl' }));
    await oneRound(crow);
    expect(await ask(crow, '/board list')).toContain('I am missing permissions: **Send Messages**');
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: [] });
    await crow.monitor.retry(crow.guildId);
    await oneRound(crow);
    expect(titles(crow)).toEqual([['Evening Payload', 'Morning Payload', 'Night Payload']]);
  });
});

describe('a board with uptime', () => {
  const SERVER = `a2s/${ADDRESS}`;
  const shownRow = (crow: Crowsnest) =>
    crow.discord.people
      .messages('#status')
      .flatMap(({ message }) => message.embeds[0]?.description?.split('\n')[0] ?? [])[0];
  /** Each minute of so many hours up to now; down in the first of them. */
  async function seen(crow: Crowsnest, hours: number): Promise<void> {
    const to = Math.floor(crow.clock.now() / 60_000) * 60_000;
    const from = to - hours * 3_600_000;
    const minutes = minutesOf({ from, to }, (at) => (at < from + 3_600_000 ? null : 5));
    for (const [day, its] of Map.groupBy(minutes, ({ at }) => dayOf(at))) {
      const document = packDay(day, its, { step: 1, every: 1 });
      await crow.store.history.put(day, new Map([[SERVER, document]]));
    }
  }

  it('tells it of servers watched for long enough, anew once an hour', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await seen(crow, 5);
    const answer = await ask(crow, '/board make', { style: 'compact', uptime: true });
    expect(answer).toContain('with uptime');
    expect(shownRow(crow)).not.toContain('%');
    await seen(crow, 25);
    crow.clock.advance(30 * 60_000);
    await oneRound(crow);
    expect(shownRow(crow)).not.toContain('%');
    crow.clock.advance(31 * 60_000);
    await oneRound(crow);
    expect(shownRow(crow)).toMatch(/ · 96(\.\d+)?%$/);
    const [post] = crow.discord.people.messages('#status');
    expect(post?.message.embeds[0]?.footer?.text).toBe('%: uptime of the last 30 days');
    expectCalm(crow);
  });

  it('is taken off again by /board style, and survives a failing history', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await seen(crow, 10);
    await ask(crow, '/board make', { style: 'compact', uptime: true });
    expect(shownRow(crow)).toMatch(/ · 90(\.\d+)?%$/);
    await ask(crow, '/board style', { uptime: false });
    expect(shownRow(crow)).not.toContain('%');
    crow.history.read = () => Promise.reject(new Error('no disk'));
    crow.clock.advance(2 * 3_600_000);
    await ask(crow, '/board style', { uptime: true });
    expect(shownRow(crow)).toContain('**Evening Payload** · 3/24');
    expect(crow.complaints.splice(0)).toHaveLength(1);
    expectCalm(crow);
  });
});
