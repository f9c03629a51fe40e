import { AttachmentBuilder, ChannelType, GatewayIntentBits } from 'discord.js';
import { expect, test } from 'vitest';
import { ask, channelId, channelOf, expectNoSurprise, logIn, openHarbour } from './harbour.ts';

test('a status message is sent, edited, pinned and found again', async () => {
  const { discord, clock } = await openHarbour();
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');

  const message = await channel.send({ embeds: [{ title: 'Up' }], allowedMentions: { parse: [] } });
  clock.advance(60_000);
  const edited = await message.edit({ embeds: [{ title: 'Down' }] });
  await message.pin();

  expect(edited.embeds[0]?.title).toBe('Down');
  expect(edited.editedTimestamp).toBe(clock.now());
  expect(discord.people.edits('#status', message.id)).toBe(1);
  const { items } = await channel.messages.fetchPins();
  expect(items.map((item) => item.message.id)).toEqual([message.id]);
  expectNoSurprise(discord);
});

test('a pin posts a type 6 line that refers to the message and can be deleted by the bot', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  const message = await channel.send('status');
  await message.pin();

  const newest = await channel.messages.fetch({ limit: 3 });
  const line = newest.find((one) => one.type === 6);
  expect(line?.reference?.messageId).toBe(message.id);
  await line?.delete();
  expect(discord.people.messages('#status')).toHaveLength(1);
});

test('a message that a person deleted is 404 10008 for the bot', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const message = await channelOf(client, 'status').send('here');
  discord.people.deleteMessage('#status', message.id);
  await expect(message.edit('still here')).rejects.toMatchObject({ status: 404, code: 10008 });
  await expect(message.delete()).rejects.toMatchObject({ code: 10008 });
});

test('messages are listed newest first, by limit, before, after and around', async () => {
  const { discord } = await openHarbour();
  const path = `/channels/${channelId(discord, 'status')}/messages`;
  const ids: string[] = [];
  for (const content of ['a', 'b', 'c', 'd', 'e']) {
    ids.push((await ask(discord, 'POST', path, { content })).json.id);
  }
  const listed = async (query: string) => {
    const { json } = await ask(discord, 'GET', `${path}${query}`);
    return (json as unknown as { content: string }[]).map(({ content }) => content).join('');
  };
  expect(await listed('')).toBe('edcba');
  expect(await listed('?limit=2')).toBe('ed');
  expect(await listed(`?before=${ids[2]}`)).toBe('ba');
  expect(await listed(`?after=${ids[2]}&limit=1`)).toBe('d');
  expect(await listed(`?around=${ids[2]}&limit=3`)).toBe('dcb');
});

test('a file arrives with its name, description and bytes; one that an embed shows is in the embed alone', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  const file = new AttachmentBuilder(Buffer.from('not really a picture'), {
    name: 'graph.png',
    description: 'Players over a day',
  });
  const alone = await channel.send({ files: [file] });
  const attachment = alone.attachments.first();
  expect(attachment).toMatchObject({
    name: 'graph.png',
    description: 'Players over a day',
    size: 20,
    contentType: 'image/png',
  });
  const embedded = await channel.send({
    files: [file],
    embeds: [{ title: 'Players', image: { url: 'attachment://graph.png' } }],
  });
  expect(embedded.attachments.size).toBe(0);
  const served = await fetch(embedded.embeds[0]?.image?.url ?? '');
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(served.headers.get('content-security-policy')).toContain('sandbox');
  expect(await served.text()).toBe('not really a picture');
});

test('editing files: without the key they stay, with an empty list a new one replaces them', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const one = new AttachmentBuilder(Buffer.from('1'), { name: 'one.txt' });
  const two = new AttachmentBuilder(Buffer.from('2'), { name: 'two.txt' });
  const message = await channelOf(client, 'status').send({ content: 'files', files: [one] });

  const same = await message.edit('only the text changes');
  expect(same.attachments.map((file) => file.name)).toEqual(['one.txt']);
  const replaced = await message.edit({ attachments: [], files: [two] });
  expect(replaced.attachments.map((file) => file.name)).toEqual(['two.txt']);
});

test('a forum takes posts with a message, no plain messages, and known tags only', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const forum = client.channels.cache.find((one) => one.type === ChannelType.GuildForum);
  if (forum?.type !== ChannelType.GuildForum) {
    throw new Error('no forum');
  }
  const [tag] = forum.availableTags;
  const thread = await forum.threads.create({
    name: 'Island',
    message: { embeds: [{ title: 'Up' }] },
    appliedTags: [tag?.id ?? ''],
  });
  expect((await thread.fetchStarterMessage())?.id).toBe(thread.id);
  expect(discord.people.messages('Island')[0]?.message.embeds[0]?.title).toBe('Up');

  const plain = ask(discord, 'POST', `/channels/${forum.id}/messages`, { content: 'x' });
  expect((await plain).json.code).toBe(50008);
  const tags = ['1', '2', '3', '4', '5', '6'];
  const body = { name: 'y', message: { content: 'x' }, applied_tags: tags };
  expect((await ask(discord, 'POST', `/channels/${forum.id}/threads`, body)).status).toBe(400);
});

test('a forum that requires a tag says 40067', async () => {
  const { discord } = await openHarbour({
    setUp: {
      botName: 'Crowsnest',
      guilds: [
        {
          name: 'Dock',
          everyone: ['VIEW_CHANNEL', 'SEND_MESSAGES'],
          bot: ['SEND_MESSAGES'],
          roles: [],
          members: [{ name: 'owner' }],
          channels: [{ name: 'log', type: 'forum', tags: ['ark'], tagRequired: true }],
        },
      ],
    },
  });
  const body = { name: 'Island', message: { content: 'Up' } };
  const path = `/channels/${channelId(discord, 'log')}/threads`;
  expect((await ask(discord, 'POST', path, body)).json.code).toBe(40067);
});

test('threads grow from a message and from nothing', async () => {
  const { discord } = await openHarbour();
  discord.people.setOverwrite('#status', { for: 'bot', allow: ['CREATE_PUBLIC_THREADS'] });
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  const message = await channel.send('start');
  const thread = await message.startThread({ name: 'details' });
  expect(thread.id).toBe(message.id);
  await thread.send('in the thread');
  expect(discord.people.messages('details').map((post) => post.message.content)).toEqual([
    'in the thread',
  ]);
});

test('text channel names are forced to lower case without spaces', async () => {
  const { discord } = await openHarbour();
  discord.people.setOverwrite('#status', { for: 'bot', allow: ['MANAGE_CHANNELS'] });
  const client = await logIn(discord);
  const channel = channelOf(client, 'status');
  if (channel.type !== ChannelType.GuildText) {
    throw new Error('not a text channel');
  }
  const renamed = await channel.setName('Island 12 of 70');
  expect(renamed.name).toBe('island-12-of-70');
  await expect.poll(() => channelOf(client, 'island-12-of-70').id).toBe(channel.id);
});

test('people posting and deleting reach a bot with the intent, blank without MessageContent', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord, {
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
  });
  const created = new Promise<string>((resolve) =>
    client.once('messageCreate', (message) =>
      resolve(`${message.author.username}:${message.content}`),
    ),
  );
  const deleted = new Promise<string>((resolve) =>
    client.once('messageDelete', (message) => resolve(message.id)),
  );
  const post = discord.people.say({ as: 'pip', in: '#general', text: 'psst' });
  expect(await created).toBe('pip:');
  discord.people.deleteMessage('#general', post.message.id);
  expect(await deleted).toBe(post.message.id);
});

test('without GuildMessages the event is not sent and the journal says why', async () => {
  const { discord } = await openHarbour();
  await logIn(discord);
  discord.people.say({ as: 'pip', in: '#general', text: 'psst' });
  expect(discord.journal.explain()).toContain('MESSAGE_CREATE not sent');
});
