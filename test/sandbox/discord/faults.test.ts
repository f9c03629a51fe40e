import { Client, GatewayIntentBits, Routes } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ask, channelId, channelOf, logIn, openHarbour } from './harbour.ts';

const SEND = 'POST /channels/:channel/messages';
const EDIT = 'PATCH /channels/:channel/messages/:message';

test('a 500 with the message nevertheless created: discord.js repeats, the nonce keeps it single', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const fault = discord.faults.add({ route: SEND }, { kind: 'status', status: 500, applied: true });
  await channelOf(client, 'alerts').send({
    content: 'down',
    nonce: 'outbox-1',
    enforceNonce: true,
  });
  expect(fault.hits()).toBe(1);
  expect(discord.journal.requests('POST', /messages/)).toHaveLength(2);
  expect(discord.people.messages('#alerts')).toHaveLength(1);
});

test('the same without a nonce posts twice', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  discord.faults.add({ route: SEND }, { kind: 'status', status: 502, applied: true });
  await channelOf(client, 'alerts').send('down');
  expect(discord.people.messages('#alerts')).toHaveLength(2);
});

test('a fault strikes the nth fitting request, so many times, in one channel only', async () => {
  const { discord } = await openHarbour();
  const alerts = channelId(discord, 'alerts');
  discord.faults.add(
    { route: SEND, id: alerts, nth: 2, times: 2 },
    { kind: 'status', status: 403, code: 50013 },
  );
  const send = async (id: string) =>
    (await ask(discord, 'POST', `/channels/${id}/messages`, { content: 'x' })).status;
  expect(await send(channelId(discord, 'status'))).toBe(200);
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    statuses.push(await send(alerts));
  }
  expect(statuses).toEqual([200, 403, 403, 200]);
});

test('403 10008, the answer that is no deletion', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send('x');
  discord.faults.add({ route: EDIT }, { kind: 'status', status: 403, code: 10008 });
  await expect(message.edit('y')).rejects.toMatchObject({ status: 403, code: 10008 });
  expect((await message.edit('z')).content).toBe('z');
});

test('a 429 with Retry-After makes discord.js wait; without the header it repeats at once', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send('x');
  const limit = { kind: 'rateLimit', retryAfter: 0 } as const;
  discord.faults.add(
    { route: EDIT },
    { ...limit, header: false, scope: 'shared', code: 30046, bucket: 'new' },
  );
  await message.edit('y');
  const [first, second] = discord.journal.requests('PATCH');
  expect([first?.status, first?.code, second?.status]).toEqual([429, 30046, 200]);
});

test('told to, discord.js rejects on a 429 of the very first edit', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord, { rest: { rejectOnRateLimit: () => true } });
  const message = await channelOf(client, 'status').send('x');
  discord.faults.add({ route: EDIT }, { kind: 'rateLimit', retryAfter: 30, bucket: 'fresh' });
  await expect(message.edit('y')).rejects.toMatchObject({ retryAfter: 30_050 });
});

test('J9: after a 429 that teaches a bucket the newer edit passes first, and the old one overwrites it', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send('x');
  discord.faults.add({ route: EDIT }, { kind: 'rateLimit', retryAfter: 1, bucket: 'fresh' });
  const old = message.edit('old');
  const buckets = () => client.rest.hashes.map(({ value }) => value);
  await expect.poll(buckets).toContain('fresh');
  await message.edit('new');
  await old;
  expect(discord.people.messages('#status')[0]?.message.content).toBe('old');
});

test('an answer that hangs is ended by the deadline of the asker, and released when the fault is removed', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send('x');
  const fault = discord.faults.add({ route: EDIT }, { kind: 'hang' });
  const controller = new AbortController();
  const edit = client.rest.patch(Routes.channelMessage(message.channelId, message.id), {
    body: { content: 'y' },
    signal: controller.signal,
  });
  await expect.poll(() => fault.hits()).toBe(1);
  controller.abort();
  await expect(edit).rejects.toThrow(/abort/i);
  fault.remove();
  expect((await message.edit('z')).content).toBe('z');
});

test('a delayed answer comes when the clock has moved', async () => {
  const { discord, clock } = await openHarbour();
  const client = await logIn(discord);
  const fault = discord.faults.add({ route: SEND }, { kind: 'delay', ms: 5000 });
  let sent = false;
  const message = channelOf(client, 'status')
    .send('slow')
    .then(() => {
      sent = true;
    });
  await expect.poll(() => fault.hits()).toBe(1);
  clock.advance(4999);
  expect(await Promise.race([message, ask(discord, 'GET', '/gateway')])).toBeDefined();
  expect(sent).toBe(false);
  clock.advance(1);
  await message;
});

test('a cut before the request was handled changes nothing, one in the middle of the answer does', async () => {
  const { discord } = await openHarbour();
  const path = `/channels/${channelId(discord, 'status')}/messages`;
  discord.faults.add({ route: SEND }, { kind: 'cut', when: 'before' });
  await expect(ask(discord, 'POST', path, { content: 'a' })).rejects.toThrow();
  expect(discord.people.messages('#status')).toHaveLength(0);
  discord.faults.add({ route: SEND }, { kind: 'cut', when: 'middle' });
  await expect(ask(discord, 'POST', path, { content: 'b' })).rejects.toThrow();
  expect(discord.people.messages('#status')).toHaveLength(1);
});

test('an edit answered with 200 that changed nothing, and an early one that turns back', async () => {
  const { discord, clock } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send({ embeds: [{ title: 'one' }] });
  const shown = () => discord.people.messages('#status')[0]?.message.embeds[0]?.title;

  discord.faults.add({ route: EDIT, times: 2 }, { kind: 'earlyEditReverts' });
  expect((await message.edit({ embeds: [{ title: 'two' }] })).embeds[0]?.title).toBe('two');
  expect(shown()).toBe('one');
  clock.advance(1000);
  await message.edit({ embeds: [{ title: 'two' }] });
  expect(shown()).toBe('two');

  discord.faults.add({ route: EDIT }, { kind: 'ignoreEdit' });
  expect((await message.edit({ embeds: [{ title: 'three' }] })).embeds[0]?.title).toBe('two');
});

test('401 on an authorised route takes the token from discord.js for good', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  discord.faults.add({ route: SEND }, { kind: 'status', status: 401 });
  await expect(channelOf(client, 'status').send('x')).rejects.toMatchObject({ status: 401 });
  await expect(channelOf(client, 'status').send('y')).rejects.toThrow(/token/i);
});

test('a bucket shown as used up makes the next request wait', async () => {
  const { discord } = await openHarbour();
  const limited: number[] = [];
  const client = await logIn(discord, {
    rest: { rejectOnRateLimit: ({ timeToReset }) => limited.push(timeToReset) > 0 },
  });
  discord.faults.add({ route: SEND, times: 2 }, { kind: 'exhausted', resetAfter: 60 });
  // The first answer teaches the bucket, and with it a new queue; the second is the first that this queue sees (J9).
  await channelOf(client, 'status').send('x');
  await channelOf(client, 'status').send('x');
  await expect(channelOf(client, 'status').send('y')).rejects.toThrow();
  expect(limited).toHaveLength(1);
});

test('the ban of an address is HTML', async () => {
  const { discord } = await openHarbour();
  discord.faults.add({ route: 'GET /gateway' }, { kind: 'rateLimit', retryAfter: 0, html: true });
  const response = await fetch(`${discord.apiUrl}/v10/gateway`);
  expect([response.status, response.headers.get('content-type')]).toEqual([429, 'text/html']);
});

test('a guild that READY lists and that never comes holds up the client; the others come', async () => {
  const { discord } = await openHarbour();
  const [guild] = discord.state.guilds.values();
  discord.faults.gateway.neverCreate.add(guild?.id ?? '');
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    waitGuildTimeout: 30,
    rest: { api: discord.apiUrl },
  });
  onTestFinished(() => client.destroy());
  const missing = new Promise<number>((resolve) =>
    client.once('shardReady', (_, unavailable) => resolve(unavailable?.size ?? 0)),
  );
  await client.login(discord.token);
  expect(await missing).toBe(1);
});

test('a connection without hello: the first packet is whatever comes next', async () => {
  const { discord } = await openHarbour();
  discord.faults.gateway.withholdHello = 1;
  const first = async () => {
    const socket = new WebSocket(discord.url.replace('http', 'ws'));
    onTestFinished(() => socket.terminate());
    await new Promise((resolve) => socket.once('open', resolve));
    const packet = new Promise<number>((resolve) =>
      socket.once('message', (data) => resolve(JSON.parse(String(data)).op)),
    );
    discord.gateway.askHeartbeat();
    return packet;
  };
  expect(await first()).toBe(1);
});
