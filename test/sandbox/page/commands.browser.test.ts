import { text } from 'node:stream/consumers';
import {
  ButtonStyle,
  Client,
  ComponentType,
  Events,
  GatewayIntentBits,
  type Interaction,
  MessageFlags,
} from 'discord.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/startSandbox.ts';
import { hasBrowser, launchBrowser, type OpenPage, openPage } from './browserPage.ts';

const present = hasBrowser();
const inBrowser = test.skipIf(!present);
let sandbox: Sandbox;
let client: Client;
let browser: Browser;
let page: Page;
let faults: OpenPage['faults'];
let hook: OpenPage['hook'];

const server = { type: 3, name: 'server', description: 'HOST:PORT', required: true } as const;
const COMMANDS = [
  { name: 'status', description: 'Look up', options: [{ ...server, autocomplete: true }] },
  {
    name: 'watch',
    description: 'Watch servers',
    options: [
      {
        type: 1,
        name: 'add',
        description: 'Watch one more',
        options: [server, { type: 7, name: 'channel', description: 'Where' }] as const,
      },
    ],
  },
  { name: 'note', description: 'Write a note' },
  { name: 'whisper', description: 'Only for you' },
  {
    name: 'import',
    description: 'Take a file',
    options: [{ type: 11, name: 'file', description: 'Which', required: true }] as const,
  },
  { name: 'setup', description: 'Begin' },
] as const;

beforeAll(async () => {
  if (!present) {
    return;
  }
  sandbox = await startSandbox({ now: Date.now, world: { seed: 1, still: true } });
  client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: sandbox.discord.apiUrl },
  });
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction).catch((error: unknown) => client.emit(Events.Error, error as Error));
  });
  const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
  await client.login(sandbox.discord.token);
  await ready;
  await client.application?.commands.set(COMMANDS);
  browser = await launchBrowser();
  ({ page, faults, hook } = await openPage(browser, sandbox.url));
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await client?.destroy();
  await sandbox?.close();
});

const pageOf = (number: number) => ({
  embeds: [
    {
      title: 'Harbour \\*one\\*',
      description: `page ${number}`,
      fields: [{ name: 'Players', value: '**3**/10', inline: true }],
      footer: { text: 'asked just now' },
    },
  ],
  components: [
    {
      type: ComponentType.ActionRow as const,
      components: [
        {
          type: ComponentType.Button as const,
          style: ButtonStyle.Primary as const,
          label: 'Next',
          custom_id: 'next',
        },
      ],
    },
    {
      type: ComponentType.ActionRow as const,
      components: [
        {
          type: ComponentType.StringSelect as const,
          custom_id: 'page',
          placeholder: 'Which page',
          options: [
            { label: 'One', value: '1', description: 'the first' },
            { label: 'Two', value: '2' },
            { label: 'Three', value: '3' },
          ],
        },
      ],
    },
  ],
});

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete()) {
    await interaction.respond([{ name: 'Harbour one (127.0.0.1:27015)', value: 'watched-1' }]);
  } else if (interaction.isButton()) {
    await interaction.update(pageOf(2));
  } else if (interaction.isStringSelectMenu()) {
    await interaction.update(pageOf(Number(interaction.values[0])));
  } else if (interaction.isRoleSelectMenu()) {
    await interaction.update({
      content: interaction.roles.map(({ name }) => name).join(' and '),
      components: [],
    });
  } else if (interaction.isModalSubmit()) {
    await interaction.reply(`noted: ${interaction.fields.getTextInputValue('text')}`);
  } else if (interaction.isChatInputCommand()) {
    await answerCommand[interaction.commandName]?.(interaction);
  }
}

type Command = Extract<Interaction, { commandName: string; deferReply: unknown }>;
const answerCommand: Record<string, (command: Command) => Promise<unknown>> = {
  status: async (command) => {
    await command.deferReply();
    await command.editReply(pageOf(1));
  },
  watch: async (command) => {
    const channel = await client.channels.fetch(command.channelId ?? '');
    if (channel?.isSendable()) {
      const message = await channel.send('watching');
      await message.pin();
    }
    await command.reply({ content: 'done', flags: MessageFlags.Ephemeral });
  },
  import: async (command) => {
    const given = command.isChatInputCommand() ? command.options.getAttachment('file', true) : null;
    const text = await (await fetch(given?.url ?? '')).text();
    await command.reply({
      content: `got ${given?.name}`,
      files: [{ attachment: Buffer.from(text.toUpperCase()), name: 'answer.json' }],
      flags: MessageFlags.Ephemeral,
    });
  },
  setup: (command) =>
    command.reply({
      content: 'Whom?',
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            { type: ComponentType.RoleSelect, custom_id: 'whom', min_values: 1, max_values: 2 },
          ],
        },
      ],
      flags: MessageFlags.Ephemeral,
    }),
  whisper: (command) => command.reply({ content: 'psst', flags: MessageFlags.Ephemeral }),
  note: (command) =>
    command.isChatInputCommand()
      ? command.showModal({
          custom_id: 'note',
          title: 'A note',
          components: [
            {
              type: 1,
              components: [{ type: 4, custom_id: 'text', label: 'Note', style: 1 }],
            },
          ],
        })
      : Promise.resolve(),
};

inBrowser(
  'from the slash to the embed with the keyboard alone, then a button and a menu',
  async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('sta', { delay: 10 });
    await hook('command-choice').and(page.locator('[data-value=status]')).waitFor();
    await page.keyboard.press('Enter');
    const input = hook('command-input');
    await expect.poll(() => input.inputValue()).toBe('/status server:');
    await hook('command-choice').and(page.locator('[data-value=watched-1]')).waitFor();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => input.inputValue())
      .toBe('/status server:Harbour one (127.0.0.1:27015) ');
    await page.keyboard.press('Enter');

    const embed = hook('embed').last();
    await embed.waitFor();
    expect(await hook('embed-title', embed).textContent()).toBe('Harbour *one*');
    expect(await hook('embed-field', embed).textContent()).toBe('Players3/10');
    expect(await hook('embed-footer', embed).textContent()).toContain('asked just now');
    expect(await hook('used-command').count()).toBe(1);
    const sent = sandbox.discord.journal.entries();
    expect(JSON.stringify(sent)).toContain('"value":"watched-1"');

    await hook('button').last().press('Enter');
    await embed.getByText('page 2').waitFor();
    await hook('select').last().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await embed.getByText('page 3').waitFor();
    expect(faults).toEqual([]);
  },
);

inBrowser('a required option is asked for, an ephemeral answer can be put away', async () => {
  const input = hook('command-input');
  await input.fill('/watch add channel:#general');
  await hook('send').click();
  await hook('command-error').getByText('server: This option is required').waitFor();
  await input.fill('/whisper');
  await input.press('Enter');
  const whisper = page.locator('[data-test=message][data-ephemeral]');
  await whisper.getByText('psst').waitFor();
  await whisper.getByText('Only you can see this').waitFor();
  await whisper.getByText('Dismiss message').click();
  await whisper.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

inBrowser(
  'a pinned message wears its mark and stands in the list of pins until it is unpinned',
  async () => {
    const input = hook('command-input');
    await input.fill('/watch add server:127.0.0.1:27015');
    await hook('send').click();
    const pinned = page.locator('[data-test=message][data-pinned]');
    await pinned.getByText('watching').waitFor();
    expect(await hook('pin-mark', pinned).count()).toBe(1);
    await hook('pins-button').click();
    await hook('pinned-message').getByText('watching').waitFor();
    await page.keyboard.press('Escape');
    await pinned.hover();
    await hook('unpin', pinned).click();
    await pinned.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  },
);

inBrowser('a modal is filled in and sent', async () => {
  await hook('command-input').fill('/note');
  await page.keyboard.press('Enter');
  await hook('modal-input').fill('two sails <b>ahead</b>');
  await hook('modal-submit').click();
  await hook('message').last().getByText('noted: two sails <b>ahead</b>').waitFor();
  await hook('modal').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

inBrowser(
  'several roles are chosen with the keyboard; the menu waits until it is done',
  async () => {
    await hook('command-input').fill('/setup');
    await page.keyboard.press('Enter');
    const menu = hook('select-many').last();
    await hook('select-open', menu).press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    expect(await hook('select-open', menu).textContent()).toBe('@Watchmen, @Captains');
    await hook('select-done', menu).press('Enter');
    await hook('message').last().getByText('Watchmen and Captains').waitFor();
    expect(faults).toEqual([]);
  },
);

inBrowser('a file is chosen for an option, and what comes back can be downloaded', async () => {
  await hook('command-input').fill('/import file:');
  await hook('command-choice').and(page.locator('[data-value=choose-file]')).waitFor();
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  const file = {
    name: 'set up.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"a":1}'),
  };
  await (await choosing).setFiles(file);
  await expect.poll(() => hook('command-input').inputValue()).toBe('/import file:set up.json ');
  await page.keyboard.press('Enter');
  const answer = hook('message').last();
  await answer.getByText('got set up.json').waitFor();
  const downloading = page.waitForEvent('download');
  await hook('download', answer).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('answer.json');
  expect(await text(await download.createReadStream())).toBe('{"A":1}');
  expect(faults).toEqual([]);
});

inBrowser(
  'a direct message of the bot is told, counted in the title, and found among the direct messages',
  async () => {
    await hook('person').selectOption({ label: 'Pip (member)' });
    await page.waitForSelector('[data-test=connection][data-live=true]');
    await expect.poll(() => hook('person').inputValue()).not.toBe('');
    const pip = await client.users.fetch(await hook('person').inputValue());
    await pip.send('The ark is back');
    const toast = hook('toast').last();
    await toast.waitFor();
    expect(await toast.textContent()).toBe('Direct message from CrowsnestThe ark is back');
    expect(await page.title()).toBe('(1) #status | Harbour');
    expect(await hook('home').getAttribute('data-pings')).toBe('1');
    await hook('home').press('Enter');
    await hook('message').last().getByText('The ark is back').waitFor();
    expect(await page.title()).toBe('@Crowsnest | Direct messages');
    expect(await hook('channel').allTextContents()).toEqual(['CrowsnestAPP', 'Marlow', 'Ada']);
    expect(faults).toEqual([]);
  },
);

inBrowser(
  'the bot is invited to a new server while it runs, with fewer permissions than it asks for',
  async () => {
    await hook('person').selectOption({ label: 'Ada (moderator)' });
    await hook('invite-button').click();
    await hook('invite-right').and(page.locator('[data-permission=EMBED_LINKS]')).uncheck();
    await hook('invite-language').selectOption('pt-BR');
    await hook('invite-submit').click();
    await page.waitForSelector('[data-guild-name=Lighthouse][aria-current=true]');
    await page.waitForSelector('[data-channel-name=welcome][aria-current=page]');
    await expect.poll(() => client.guilds.cache.size).toBe(2);
    const guild = client.guilds.cache.find(({ name }) => name === 'Lighthouse');
    expect(guild?.members.me?.permissions.has('EmbedLinks')).toBe(false);
    await guild?.systemChannel?.send('Ahoy');
    await hook('message').last().getByText('Ahoy').waitFor();
    expect(faults).toEqual([]);
  },
);
