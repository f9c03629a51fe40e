import {
  ButtonStyle,
  Client,
  ComponentType,
  Events,
  GatewayIntentBits,
  type Interaction,
  MessageFlags,
} from 'discord.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/startSandbox.ts';
import { hasBrowser, launchBrowser, openPage } from './browserPage.ts';

const present = hasBrowser();
const inBrowser = test.skipIf(!present);
let sandbox: Sandbox;
let client: Client;
let browser: Browser;

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
  ],
});

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete()) {
    await interaction.respond([{ name: 'Harbour one (127.0.0.1:27015)', value: 'watched-1' }]);
  } else if (interaction.isButton()) {
    await interaction.update(pageOf(2));
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

inBrowser('from the slash to the embed with the keyboard alone, then a button', async () => {
  const { page, hook, faults } = await openPage(browser, sandbox.url);
  await page.keyboard.press('/');
  await page.keyboard.type('sta', { delay: 10 });
  await hook('command-choice').and(page.locator('[data-value=status]')).waitFor();
  await page.keyboard.press('Enter');
  const input = hook('command-input');
  await expect.poll(() => input.inputValue()).toBe('/status server:');
  await hook('command-choice').and(page.locator('[data-value=watched-1]')).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => input.inputValue()).toBe('/status server:Harbour one (127.0.0.1:27015) ');
  await page.keyboard.press('Enter');

  const embed = hook('embed').last();
  await embed.waitFor();
  expect(await hook('embed-title', embed).textContent()).toBe('Harbour *one*');
  expect(await hook('embed-field', embed).textContent()).toBe('Players3/10');
  expect(await hook('embed-footer', embed).textContent()).toContain('asked just now');
  expect(await hook('used-command').count()).toBe(1);
  const sent = sandbox.discord.journal.entries();
  expect(JSON.stringify(sent)).toContain('"value":"watched-1"');

  await hook('button').last().click();
  await embed.getByText('page 2').waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

inBrowser('a required option is asked for, an ephemeral answer can be put away', async () => {
  const { page, hook, faults } = await openPage(browser, sandbox.url);
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
  await page.close();
});

inBrowser(
  'a pinned message wears its mark and stands in the list of pins until it is unpinned',
  async () => {
    const { page, hook, faults } = await openPage(browser, sandbox.url);
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
    await page.close();
  },
);

inBrowser('a modal is filled in and sent', async () => {
  const { page, hook, faults } = await openPage(browser, sandbox.url);
  await hook('command-input').fill('/note');
  await page.keyboard.press('Enter');
  await hook('modal-input').fill('two sails <b>ahead</b>');
  await hook('modal-submit').click();
  await hook('message').last().getByText('noted: two sails <b>ahead</b>').waitFor();
  expect(await hook('modal').count()).toBe(0);
  expect(faults).toEqual([]);
  await page.close();
});
