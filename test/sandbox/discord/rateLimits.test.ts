import { expect, test } from 'vitest';
import { ask, channelId, logIn, openHarbour } from './harbour.ts';

test('sends: 5 in 5 s per channel, counted apart from edits, with headers that say so', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed' });
  const path = `/channels/${channelId(discord, 'status')}/messages`;
  const send = (to = path) => ask(discord, 'POST', to, { content: 'x' });
  const first = await send();
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset-after': '5.000',
    'x-ratelimit-bucket': 'messages',
  });
  for (let count = 0; count < 4; count += 1) {
    await send();
  }
  clock.advance(1500);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(refused.json).toMatchObject({ retry_after: 3.5, global: false });
  expect(refused.headers.get('retry-after')).toBe('4');
  expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
  expect((await ask(discord, 'PATCH', `${path}/${first.json.id}`, { content: 'y' })).status).toBe(
    200,
  );
  expect((await send(`/channels/${channelId(discord, 'alerts')}/messages`)).status).toBe(200);
  clock.advance(3500);
  expect((await send()).status).toBe(200);
});

test('editing a message older than 1 h: 3 in 6 s per channel, shared, while the headers show room', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed' });
  const path = `/channels/${channelId(discord, 'status')}/messages`;
  const { id } = (await ask(discord, 'POST', path, { content: 'old' })).json;
  clock.advance(3_600_001);
  const edit = () => ask(discord, 'PATCH', `${path}/${id}`, { content: 'x' });
  for (let count = 0; count < 3; count += 1) {
    expect((await edit()).status).toBe(200);
  }
  const refused = await edit();
  expect([refused.status, refused.json.code, refused.json.retry_after]).toEqual([429, 30046, 6]);
  expect(refused.headers.get('x-ratelimit-scope')).toBe('shared');
  expect(Number(refused.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
  expect(discord.journal.invalidRequests()).toBe(1);
});

test('a third rename in 10 min is refused although the headers show room; other edits of the channel pass', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed' });
  discord.people.setOverwrite('#status', { for: 'bot', allow: ['MANAGE_CHANNELS'] });
  const path = `/channels/${channelId(discord, 'status')}`;
  const patch = (body: object) => ask(discord, 'PATCH', path, body);
  await patch({ name: 'one' });
  const second = await patch({ name: 'two' });
  expect(second.headers.get('x-ratelimit-remaining')).toBe('3');
  const third = await patch({ name: 'three' });
  expect([third.status, third.json.retry_after]).toEqual([429, 600]);
  expect((await patch({ position: 3 })).status).toBe(200);
  clock.advance(600_000);
  expect((await patch({ name: 'three' })).status).toBe(200);
});

test('discord.js sees the hidden limit and, told so, throws instead of waiting ten minutes', async () => {
  const { discord } = await openHarbour({ rateLimits: 'observed' });
  discord.people.setOverwrite('#status', { for: 'bot', allow: ['MANAGE_CHANNELS'] });
  const client = await logIn(discord, { rest: { rejectOnRateLimit: () => true } });
  const path = `/channels/${channelId(discord, 'status')}` as const;
  for (const name of ['one', 'two']) {
    await client.rest.patch(path, { body: { name } });
  }
  await expect(client.rest.patch(path, { body: { name: 'three' } })).rejects.toMatchObject({
    retryAfter: 600_000 + 50,
    scope: 'shared',
  });
});

test('the global limit: 50 a second, callbacks and interaction webhooks outside it', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed' });
  const client = await logIn(discord);
  await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
  clock.advance(1000);
  const channels = ['status', 'alerts', 'general', 'news'].map((name) => channelId(discord, name));
  const answers = await Promise.all(
    Array.from({ length: 51 }, (_, index) =>
      ask(discord, 'GET', `/channels/${channels[index % 4]}`),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.json.global).toBe(true);
  expect(refused[0]?.headers.get('x-ratelimit-global')).toBe('true');

  const { interaction } = discord.people.runCommand({
    as: 'pip',
    in: '#general',
    command: '/ping',
  });
  const callback = `/interactions/${interaction.id}/${interaction.token}/callback`;
  expect((await ask(discord, 'POST', callback, { type: 5 })).status).toBe(204);
  expect(discord.journal.peakPerSecond()).toBeGreaterThan(50);
});

test('interaction webhooks: 5 in 2 s', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed' });
  const client = await logIn(discord);
  await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
  const { interaction } = discord.people.runCommand({
    as: 'pip',
    in: '#general',
    command: '/ping',
  });
  const callback = `/interactions/${interaction.id}/${interaction.token}/callback`;
  await ask(discord, 'POST', callback, { type: 4, data: { content: 'first' } });
  const followUp = async () => {
    const path = `/webhooks/${discord.applicationId}/${interaction.token}`;
    return (await ask(discord, 'POST', path, { content: 'more' })).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push(await followUp());
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  clock.advance(2000);
  expect(await followUp()).toBe(200);
});

test('a published announcement takes 3 edits an hour', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed' });
  const path = `/channels/${channelId(discord, 'news')}/messages`;
  const { id } = (await ask(discord, 'POST', path, { content: 'news' })).json;
  discord.people.publish('#news', id);
  const edit = async () =>
    (await ask(discord, 'PATCH', `${path}/${id}`, { content: 'x' })).json.code ?? 200;
  expect([await edit(), await edit(), await edit(), await edit()]).toEqual([200, 200, 200, 20022]);
  clock.advance(3_600_000);
  expect(await edit()).toBe(200);
});

test('too many invalid requests: the address is banned with HTML, for everything, until ten minutes are over', async () => {
  const { discord, clock } = await openHarbour({ rateLimits: 'observed', invalidRequestLimit: 3 });
  const path = `/channels/${channelId(discord, 'status')}/messages`;
  discord.people.setOverwrite('#status', { for: 'bot', deny: ['SEND_MESSAGES'] });
  for (let count = 0; count < 3; count += 1) {
    expect((await ask(discord, 'POST', path, { content: 'x' })).status).toBe(403);
  }
  const banned = await fetch(`${discord.apiUrl}/v10/gateway`);
  expect(banned.status).toBe(429);
  expect(await banned.text()).toContain('error code: 1015');
  clock.advance(600_000);
  expect((await ask(discord, 'GET', '/gateway')).status).toBe(200);
});

test('without limits there are no headers and no 429', async () => {
  const { discord } = await openHarbour();
  const path = `/channels/${channelId(discord, 'status')}/messages`;
  for (let count = 0; count < 12; count += 1) {
    const { status, headers } = await ask(discord, 'POST', path, { content: 'x' });
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  }
});
