import {
  ApplicationIntegrationType,
  ButtonStyle,
  ComponentType,
  type Interaction,
  InteractionContextType,
  MessageFlags,
} from 'discord.js';
import { expect, test } from 'vitest';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { ask, expectNoSurprise, logIn, openHarbour } from './harbour.ts';

const EVERYWHERE = {
  name: 'status',
  description: 'Shows a server',
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integrationTypes: [
    ApplicationIntegrationType.GuildInstall,
    ApplicationIntegrationType.UserInstall,
  ],
};
const SERVERS_ONLY = {
  name: 'watch',
  description: 'Watches a server',
  contexts: [InteractionContextType.Guild],
  integrationTypes: [ApplicationIntegrationType.GuildInstall],
};

async function botThat(
  discord: LocalDiscord,
  answer: (interaction: Interaction) => Promise<unknown> | false,
) {
  const client = await logIn(discord);
  await client.application.commands.set([EVERYWHERE, SERVERS_ONLY]);
  client.on('interactionCreate', (interaction) => {
    Promise.resolve(answer(interaction)).catch((error: Error) => client.emit('error', error));
  });
  return client;
}

const idOf = ({ state }: LocalDiscord, name: string) =>
  [...state.users.values()].find(({ username }) => username === name)?.id ?? '';

test('a direct message arrives, is edited, and tells the person and nobody else', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const person = await client.users.fetch(idOf(discord, 'pip'));
  const message = await person.send({ content: 'the ark is back', embeds: [{ title: 'Up' }] });
  await message.edit('the ark is back, 3 of 70 play');

  const { people } = discord;
  expect(people.messages('@Crowsnest', 'pip').map((post) => post.message.content)).toEqual([
    'the ark is back, 3 of 70 play',
  ]);
  expect(people.notifications('pip')).toHaveLength(1);
  expect(people.notifications('ada')).toHaveLength(0);
  expect(people.directs('pip')).toHaveLength(1);
  expect(() => people.messages(message.channelId, 'ada')).toThrow(/cannot see/);
  const again = await person.createDM(true);
  expect(again.id).toBe(message.channelId);
  await message.delete();
  expect(people.messages('@Crowsnest', 'pip')).toEqual([]);
  expectNoSurprise(discord);
});

test('who takes no direct messages is 50007, who shares no server 50278, who does not exist 10013', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const person = await client.users.fetch(idOf(discord, 'pip'));
  discord.people.takeDirects('pip', false);
  await expect(person.send('x')).rejects.toMatchObject({ status: 403, code: 50007 });
  discord.people.takeDirects('pip', true);
  await person.send('y');
  discord.people.removeBot();
  await expect(person.send('z')).rejects.toMatchObject({ status: 403, code: 50278 });
  discord.people.installApp('pip', true);
  await person.send('installed');
  const nobody = await ask(discord, 'POST', '/users/@me/channels', { recipient_id: '123' });
  expect([nobody.status, nobody.json.code]).toEqual([404, 10013]);
  const itself = { recipient_id: discord.applicationId };
  expect((await ask(discord, 'POST', '/users/@me/channels', itself)).json.code).toBe(50007);
});

test('a direct conversation has no threads, no name to change and no other readers', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const person = await client.users.fetch(idOf(discord, 'pip'));
  const { channelId, id, pinned } = await person.send('x');
  expect(pinned).toBe(false);
  const seen = await ask(discord, 'GET', `/channels/${channelId}`);
  expect([seen.json.type, seen.json.guild_id, seen.json.recipients]).toEqual([
    1,
    undefined,
    [expect.objectContaining({ username: 'pip' })],
  ]);
  for (const [method, path] of [
    ['PATCH', ''],
    ['POST', `/messages/${id}/threads`],
  ] as const) {
    const body = { name: 'other' };
    const { json } = await ask(discord, method, `/channels/${channelId}${path}`, body);
    expect(json.code).toBe(50024);
  }
  const between = discord.people.say({ as: 'pip', in: '@ada', text: 'psst' }).message.channel_id;
  expect((await ask(discord, 'GET', `/channels/${between}/messages`)).json.code).toBe(50001);
});

test('in the conversation with the bot: commands for there only, answers that call nobody', async () => {
  const { discord } = await openHarbour();
  const seen: unknown[] = [];
  await botThat(discord, (interaction) => {
    seen.push(
      interaction.context,
      interaction.inGuild(),
      interaction.user.username,
      interaction.authorizingIntegrationOwners,
    );
    return interaction.isChatInputCommand() && interaction.reply('up');
  });
  const where = { as: 'pip', in: '@Crowsnest' };
  expect(discord.people.commandsFor(where).map(({ name }) => name)).toEqual(['status']);
  expect(() => discord.people.runCommand({ ...where, command: '/watch' })).toThrow(/in servers/);
  const { message, notified } = await discord.people
    .runCommand({ ...where, command: '/status' })
    .reply();
  expect([message.content, message.guild_id, notified]).toEqual(['up', undefined, []]);
  expect(seen).toMatchObject([1, false, 'pip', { '0': '0' }]);
  expectNoSurprise(discord);
});

test('a button of a direct message updates it; its language is the person’s', async () => {
  const { discord } = await openHarbour();
  const client = await botThat(
    discord,
    (interaction) =>
      interaction.isButton() &&
      interaction.update({ content: `stopped ${interaction.locale}`, components: [] }),
  );
  const person = await client.users.fetch(idOf(discord, 'pip'));
  const { id: messageId } = await person.send({
    content: 'the ark is back',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Secondary,
            custom_id: 'stop',
            label: 'Stop',
          },
        ],
      },
    ],
  });
  const click = { as: 'pip', in: '@Crowsnest', messageId, customId: 'stop', locale: 'ru' };
  const { message } = await discord.people.click(click).reply();
  expect([message.id, message.content, message.components]).toEqual([messageId, 'stopped ru', []]);
});

test('an app that a person installed works in any chat, where the bot is not', async () => {
  const { discord } = await openHarbour();
  const seen: unknown[] = [];
  await botThat(discord, (interaction) => {
    seen.push(interaction.context, interaction.authorizingIntegrationOwners);
    return interaction.isChatInputCommand() && interaction.reply('up');
  });
  const { people } = discord;
  const between = { as: 'pip', in: '@ada', command: '/status' };
  expect(() => people.runCommand(between)).toThrow(/not installed/);
  people.installApp('pip', true);
  const pip = idOf(discord, 'pip');
  await people.runCommand(between).reply();
  expect(people.messages('@pip', 'ada').map(({ message }) => message.content)).toEqual(['up']);

  people.removeBot();
  const inGuild = { as: 'pip', in: '#general', command: '/status' };
  expect((await people.runCommand(inGuild).reply()).visibleTo).toBeNull();
  expect(() => people.runCommand({ ...inGuild, as: 'ada' })).toThrow(/not installed/);
  people.setOverwrite('#general', { for: '@everyone', deny: ['USE_EXTERNAL_APPS'] });
  expect((await people.runCommand(inGuild).reply()).visibleTo).toBe(pip);
  expect(seen).toMatchObject([2, { '1': pip }, 0, { '1': pip }, 0, { '1': pip }]);
  expectNoSurprise(discord);
});

test('five follow-ups are all that such an app has', async () => {
  const { discord } = await openHarbour();
  const outcomes: string[] = [];
  const sixth = Promise.withResolvers<void>();
  await botThat(discord, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.reply({ content: 'up', flags: MessageFlags.Ephemeral });
      for (let sent = 0; sent < 6; sent += 1) {
        const outcome = await interaction.followUp('more').then(
          () => 'sent',
          ({ code }: { code: number }) => String(code),
        );
        outcomes.push(outcome);
      }
      sixth.resolve();
    }
  });
  discord.people.installApp('pip', true);
  discord.people.runCommand({ as: 'pip', in: '@ada', command: '/status' });
  await sixth.promise;
  expect(outcomes).toEqual([...Array(5).fill('sent'), '40094']);
});
