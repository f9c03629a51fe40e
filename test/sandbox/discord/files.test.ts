import {
  ApplicationCommandOptionType,
  type Attachment,
  type ChatInputCommandInteraction,
  FileUploadBuilder,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
} from 'discord.js';
import { expect, test } from 'vitest';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { channelOf, expectNoSurprise, logIn, openHarbour } from './harbour.ts';

const IMPORT = {
  name: 'import',
  description: 'Takes a file',
  options: [
    {
      type: ApplicationCommandOptionType.Attachment,
      name: 'file',
      description: 'Which',
      required: true,
    },
  ],
} as const;
const EXPORT = { name: 'export', description: 'Gives a file' } as const;

async function botThat(
  discord: LocalDiscord,
  answer: (command: ChatInputCommandInteraction) => Promise<unknown>,
) {
  const client = await logIn(discord);
  await client.application.commands.set([IMPORT, EXPORT]);
  client.on('interactionCreate', (interaction) => {
    if (interaction.isChatInputCommand()) {
      answer(interaction).catch((error: Error) => client.emit('error', error));
    }
  });
  return client;
}

const file = (name: string, text: string) => ({ attachment: Buffer.from(text), name });
const textAt = async (url: string | undefined) => (await fetch(url ?? '')).text();
const where = { as: 'ada', in: '#general' };

test('a file that was uploaded with a command is fetched by the bot from its address', async () => {
  const { discord } = await openHarbour();
  await botThat(discord, async (command) => {
    const { name, size, url, contentType, ephemeral } = command.options.getAttachment('file', true);
    await command.reply(`${name} ${size} ${contentType} ${ephemeral}: ${await textAt(url)}`);
  });
  const bytes = new TextEncoder().encode('{"watches":[]}');
  const { id } = discord.people.upload({ filename: 'set up é.json', bytes });
  const run = (options: Record<string, string>) =>
    discord.people.runCommand({ ...where, command: '/import', options });
  expect((await run({ file: id }).reply()).message.content).toBe(
    'set up é.json 14 application/json; charset=utf-8 true: {"watches":[]}',
  );
  expect(() => run({})).toThrow(/file is required/);
  expect(() => run({ file: '1' })).toThrow(/no uploaded file/);
  const large = new Uint8Array(10 * 1024 * 1024 + 1);
  expect(() => discord.people.upload({ filename: 'x.bin', bytes: large })).toThrow(/too large/);
  expectNoSurprise(discord);
});

test('files go with a reply, an edit of it, a follow-up and an update, and stay or go as the list says', async () => {
  const { discord } = await openHarbour();
  const names = Promise.withResolvers<string[][]>();
  const client = await botThat(discord, async (command) => {
    const flags = MessageFlags.Ephemeral;
    await command.reply({ files: [file('a.json', 'a')], flags });
    const first = await command.fetchReply();
    const attachments = [...first.attachments.values()];
    const edited = await command.editReply({ attachments, files: [file('b.png', 'b')] });
    const [, kept] = edited.attachments.values();
    const less = await command.editReply({ attachments: kept ? [kept] : [], content: 'one left' });
    const more = await command.followUp({ files: [file('c.csv', 'c')], flags });
    names.resolve(
      [edited, less, more].map((message) => message.attachments.map(({ name }) => name)),
    );
  });
  await discord.people.runCommand({ ...where, command: '/export' }).reply();
  expect(await names.promise).toEqual([['a.json', 'b.png'], ['b.png'], ['c.csv']]);

  const sent = await channelOf(client, 'status').send({
    embeds: [{ title: 'Players', image: { url: 'attachment://day.png' } }],
    files: [file('day.png', 'png')],
  });
  const url = sent.embeds[0]?.image?.url ?? '';
  expect(sent.attachments.size).toBe(0);
  expect(await textAt(url)).toBe('png');
  const [, id = ''] = /(\d+)\/day\.png$/.exec(url) ?? [];
  const embeds = [{ title: 'More players', image: { url: 'attachment://day.png' } }];
  const kept = await sent.edit({ embeds, attachments: [{ id } as Attachment] });
  expect([kept.embeds[0]?.image?.url, kept.attachments.size]).toEqual([url, 0]);
  const bare = await sent.edit({ embeds: [{ title: 'Without' }] });
  expect(bare.attachments.map(({ name }) => name)).toEqual(['day.png']);
  const replaced = await sent.edit({ attachments: [], files: [file('day.png', 'newer')] });
  expect(replaced.attachments.map(({ name }) => name)).toEqual(['day.png']);
  expect((await fetch(url)).status).toBe(404);
  expectNoSurprise(discord);
});

test('a form takes a file too', async () => {
  const { discord } = await openHarbour();
  const client = await botThat(discord, (command) =>
    command.showModal(
      new ModalBuilder()
        .setCustomId('import')
        .setTitle('Import')
        .addLabelComponents(
          new LabelBuilder()
            .setLabel('Your file')
            .setFileUploadComponent(new FileUploadBuilder().setCustomId('file')),
        ),
    ),
  );
  client.on('interactionCreate', (interaction) => {
    if (interaction.isModalSubmit()) {
      const [given] = interaction.fields.getUploadedFiles('file', true).values();
      textAt(given?.url)
        .then((text) => interaction.reply(`${given?.name}: ${text}`))
        .catch((error: Error) => client.emit('error', error));
    }
  });
  const opened = discord.people.runCommand({ ...where, command: '/export' });
  await opened.modal();
  const { id } = discord.people.upload({ filename: 'a.txt', bytes: Buffer.from('hello') });
  const submit = (values: Record<string, string[]>) =>
    discord.people.submitModal({ ...where, from: opened, values });
  expect(() => submit({})).toThrow(/file is required/);
  expect((await submit({ file: [id] }).reply()).message.content).toBe('a.txt: hello');
  expectNoSurprise(discord);
});
