import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, GatewayIntentBits } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { ask, channelOf, expectNoSurprise, logIn, openHarbour } from './harbour.ts';

test('a client that only knows the address of the API gets ready and sees its guild', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);

  const [guild] = client.guilds.cache.values();
  expect(guild?.name).toBe('Harbour');
  expect(guild?.members.me?.permissions.toArray()).toEqual(
    expect.arrayContaining(['ViewChannel', 'SendMessages', 'EmbedLinks', 'PinMessages']),
  );
  expect(guild?.members.me?.permissions.has('Administrator')).toBe(false);
  expect(guild?.ownerId).not.toBe(client.user.id);
  expect(client.channels.cache.map((channel) => channel.type).sort((a, b) => a - b)).toEqual([
    0, 0, 0, 2, 4, 5, 11, 15,
  ]);
  expectNoSurprise(discord);
});

test('with the Guilds intent alone the client computes permissions of its own', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  discord.people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS'] });
  await expect
    .poll(() => 'permissionsFor' in channel && channel.permissionsFor(client.user)?.toArray())
    .not.toContain('EmbedLinks');
});

test('the application and its owner can be fetched', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const application = await client.application.fetch();
  expect(application.id).toBe(discord.applicationId);
  expect(application.name).toBe('Crowsnest');
});

test.for([
  ['a wrong token', { token: 'wrong' }, /token/i],
  ['an intent that nobody consented to', { intents: [GatewayIntentBits.GuildMembers] }, /intent/i],
] as const)('%s does not get in', async ([, given, message]) => {
  const { discord } = await openHarbour();
  const intents = 'intents' in given ? given.intents : [GatewayIntentBits.Guilds];
  const client = new Client({ intents: [...intents], rest: { api: discord.apiUrl } });
  onTestFinished(() => client.destroy());
  const token = 'token' in given ? given.token : discord.token;
  await expect(client.login(token)).rejects.toThrow(message);
});

test('no session starts left: login throws instead of losing the token', async () => {
  const { discord } = await openHarbour();
  discord.faults.gateway.remaining = 0;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: discord.apiUrl },
  });
  onTestFinished(() => client.destroy());
  await expect(client.login(discord.token)).rejects.toThrow(/session/i);
});

test('closing the server leaves nothing open, and the port is free again', async () => {
  const { discord } = await openHarbour();
  await logIn(discord, { rest: { retries: 0 } });
  await discord.close();
  await expect(fetch(`${discord.apiUrl}/v10/gateway`)).rejects.toThrow();
});

test('an unknown route is refused once, not repeated, and the journal says which', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  await expect(client.rest.get('/guilds/1/emojis')).rejects.toMatchObject({ status: 400, code: 0 });
  expect(discord.journal.requests('GET', /emojis/)).toHaveLength(1);
  expect(discord.journal.surprises().join()).toContain('no route GET /guilds/1/emojis');
  expect(discord.journal.explain()).toContain('GET /guilds/1/emojis');
});

test('an unknown key of a body is a slip of the bot and named', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const { id } = channelOf(client, 'status');
  const body = { content: 'x', embed: { title: 'singular' } };
  await expect(client.rest.post(`/channels/${id}/messages`, { body })).rejects.toMatchObject({
    status: 400,
    code: 0,
  });
  expect(discord.journal.surprises().join()).toContain('embed');
});

test('what this Discord does not carry out is refused, not forgotten', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const poll = {
    question: { text: 'Up?' },
    answers: [{ text: 'yes' }],
    duration: 1,
    allowMultiselect: false,
  };
  await expect(channelOf(client, 'status').send({ poll })).rejects.toMatchObject({ status: 400 });
  expect(discord.journal.surprises().join()).toContain('does not carry out poll');
});

test('other requests go to the page, uploads are served, the rest is 404', async () => {
  const { discord } = await openHarbour({
    extraRoutes: (request, response) => {
      if (request.url !== '/') {
        return false;
      }
      response.end('the page');
      return true;
    },
  });
  expect(await (await fetch(discord.url)).text()).toBe('the page');
  expect((await fetch(`${discord.url}/elsewhere`)).status).toBe(404);
});

test('started and stopped, it does not keep the process alive', async () => {
  const script = new URL('./comeAndGo.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 15_000 });
  expect(stdout).toBe('ready\n');
});

test('the journal never holds the token, and each session start is counted', async () => {
  const { discord, clock } = await openHarbour();
  await logIn(discord);
  expect(JSON.stringify(discord.journal.entries())).not.toContain(discord.token);
  const remaining = async () => {
    const { json } = await ask(discord, 'GET', '/gateway/bot');
    return (json.session_start_limit as { remaining: number }).remaining;
  };
  expect(await remaining()).toBe(999);
  clock.advance(86_400_000);
  expect(await remaining()).toBe(1000);
});

test('at the end of a test there is one question: were there problems', async () => {
  const { discord, clock } = await openHarbour();
  const client = await logIn(discord);
  await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
  expect(discord.problems()).toEqual([]);
  discord.people.runCommand({ as: 'pip', in: '#general', command: '/ping' });
  await ask(discord, 'GET', '/users/@me?with=friends');
  clock.advance(3001);
  await expect
    .poll(() => discord.problems())
    .toEqual([
      expect.stringContaining('options that Discord does not know: with'),
      '/ping is failed',
    ]);
});
