import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  PermissionFlagsBits,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { expect, test } from 'vitest';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { ask, expectNoSurprise, logIn, openHarbour } from './harbour.ts';

const STATUS = {
  name: 'status',
  description: 'Shows a server',
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'server',
      description: 'Which one',
      required: true,
      autocomplete: true,
      max_length: 100,
    },
  ],
} as const;

const WATCH = {
  name: 'watch',
  description: 'Watches a server',
  default_member_permissions: String(PermissionFlagsBits.ManageGuild),
  contexts: [0],
  options: [
    {
      type: ApplicationCommandOptionType.Subcommand,
      name: 'add',
      description: 'Adds one',
      options: [
        {
          type: ApplicationCommandOptionType.Channel,
          name: 'channel',
          description: 'Where',
          required: true,
          channel_types: [ChannelType.GuildText],
        },
        { type: ApplicationCommandOptionType.Role, name: 'role', description: 'Whom to tell' },
        {
          type: ApplicationCommandOptionType.Integer,
          name: 'grace',
          description: 'Minutes',
          min_value: 0,
          max_value: 60,
        },
      ],
    },
  ],
} as const;

/** A client with both commands registered whose only listener is `answer`. */
async function botThat(
  discord: LocalDiscord,
  answer: (interaction: Interaction) => Promise<unknown>,
) {
  const client = await logIn(discord);
  await client.application.commands.set([STATUS, WATCH]);
  const failures: unknown[] = [];
  client.on('interactionCreate', (interaction) => {
    answer(interaction).catch((error: unknown) => failures.push(error));
  });
  return { client, failures };
}

const STATUS_OF_ARK = { command: '/status', options: { server: 'ark' } };

test('a deferred answer: first "is thinking", then the embed; ephemeral stays with the asker', async () => {
  const { discord } = await openHarbour();
  const query = Promise.withResolvers<void>();
  await botThat(discord, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await query.promise;
      await interaction.editReply({
        embeds: [{ title: interaction.options.getString('server', true) }],
      });
    }
  });

  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  expect((await asked.acknowledged()).status).toBe('deferred');
  expect(asked.posts()[0]?.message.flags).toBe(MessageFlags.Loading | MessageFlags.Ephemeral);
  query.resolve();
  const reply = await asked.reply();
  expect(reply.message.embeds[0]?.title).toBe('ark');
  expect(reply.message.flags).toBe(MessageFlags.Ephemeral);
  expect(discord.people.messages('#general', 'pip')).toHaveLength(1);
  expect(discord.people.messages('#general', 'ada')).toHaveLength(0);
  const { status, json } = await ask(
    discord,
    'GET',
    `/channels/${asked.interaction.channelId}/messages/${reply.message.id}`,
  );
  expect([status, json.code]).toEqual([404, 10008]);
  expect(discord.people.unanswered()).toEqual([]);
  expectNoSurprise(discord);
});

test('answers carry embeds and ping nobody but users, whatever the bot may do in the channel', async () => {
  const { discord } = await openHarbour();
  const [guild] = discord.state.guilds.values();
  const watchmen = [...(guild?.roles.values() ?? [])].find((role) => role.name === 'Watchmen');
  discord.people.setOverwrite('#general', { for: 'bot', deny: ['SEND_MESSAGES', 'EMBED_LINKS'] });
  await botThat(discord, async (interaction) => {
    if (interaction.isRepliable()) {
      await interaction.reply({ content: `<@&${watchmen?.id}>`, embeds: [{ title: 'shown' }] });
    }
  });
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  const { message, notified } = await asked.reply();
  expect(message.embeds).toHaveLength(1);
  expect([message.mention_roles, notified]).toEqual([[], []]);
});

test('the first answer has 3 s: afterwards 10062, and the person sees that nothing came', async () => {
  const { discord, clock } = await openHarbour();
  const held: Interaction[] = [];
  await botThat(discord, async (interaction) => held.push(interaction));
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  await expect.poll(() => held).toHaveLength(1);
  clock.advance(3001);
  await expect(asked.reply()).rejects.toThrow(/did not answer \/status in time/);
  const [late] = held;
  await expect(late?.isRepliable() ? late.reply('late') : null).rejects.toMatchObject({
    status: 404,
    code: 10062,
  });
  expect(discord.people.unanswered()).toHaveLength(1);
});

test('after 15 min every route of the token is 401 50027, and the bot token lives on', async () => {
  const { discord, clock } = await openHarbour();
  const held: Interaction[] = [];
  const { client } = await botThat(discord, async (interaction) => {
    held.push(interaction);
    return interaction.isRepliable() && interaction.deferReply();
  });
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  await asked.acknowledged();
  clock.advance(15 * 60_000 + 1);
  const [old] = held;
  if (!old?.isRepliable()) {
    throw new Error('no interaction came');
  }
  await expect.poll(() => old.deferred).toBe(true);
  await expect(old.editReply('too late')).rejects.toMatchObject({ status: 401, code: 50027 });
  await expect(old.followUp('too late')).rejects.toMatchObject({ status: 401, code: 50027 });
  await expect(client.application.commands.fetch()).resolves.toBeDefined();
});

test('two answers at once: the second is 40060', async () => {
  const { discord } = await openHarbour();
  const outcomes: PromiseSettledResult<unknown>[] = [];
  await botThat(discord, async (interaction) => {
    if (interaction.isRepliable()) {
      outcomes.push(
        ...(await Promise.allSettled([interaction.reply('a'), interaction.reply('b')])),
      );
    }
  });
  await discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK }).reply();
  await expect.poll(() => outcomes).toHaveLength(2);
  const refused = outcomes.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ status: 400, code: 40060 });
});

test('an answer refused with 400 does not count: a second, short one goes out', async () => {
  const { discord } = await openHarbour();
  await botThat(discord, async (interaction) => {
    if (interaction.isRepliable()) {
      await interaction
        .reply({ embeds: [{ title: 'x'.repeat(257) }] })
        .catch(() => interaction.reply('short'));
    }
  });
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  expect((await asked.reply()).message.content).toBe('short');
});

test('the first follow-up after a deferral fills it, the second is a message of its own', async () => {
  const { discord } = await openHarbour();
  const ids: string[] = [];
  await botThat(discord, async (interaction) => {
    if (interaction.isRepliable()) {
      await interaction.deferReply();
      ids.push((await interaction.followUp('first')).id, (await interaction.followUp('second')).id);
      ids.push((await interaction.fetchReply()).id);
      await interaction.deleteReply(ids[1]);
    }
  });
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  await expect.poll(() => ids).toHaveLength(3);
  expect(ids[0]).toBe(ids[2]);
  await expect.poll(() => asked.posts().map(({ message }) => message.content)).toEqual(['first']);
});

test('autocomplete gets the focused text, and any text can be submitted', async () => {
  const { discord } = await openHarbour();
  await botThat(discord, async (interaction) => {
    if (interaction.isAutocomplete()) {
      const { name, value } = interaction.options.getFocused(true);
      return interaction.respond([{ name: `${name}=${value}`, value: 'ark:27015' }]);
    }
    return interaction.isRepliable() && interaction.reply('ok');
  });
  const typed = { as: 'pip', in: '#general', command: '/status', option: 'server' };
  expect(await discord.people.typeOption({ ...typed, text: 'ar' })).toEqual([
    { name: 'server=ar', value: 'ark:27015' },
  ]);
  const options = { server: 'never offered' };
  await discord.people
    .runCommand({ as: 'pip', in: '#general', command: '/status', options })
    .reply();
});

test('26 choices, or a value of 101 characters, are refused; the person gets no list', async () => {
  const { discord, clock } = await openHarbour();
  const { failures } = await botThat(discord, async (interaction) => {
    if (interaction.isAutocomplete()) {
      const long = interaction.options.getFocused() === 'long';
      const many = Array.from({ length: 26 }, (_, index) => ({
        name: `${index}`,
        value: `${index}`,
      }));
      await interaction.respond(long ? [{ name: 'a', value: 'x'.repeat(101) }] : many);
    }
  });
  const typed = { as: 'pip', in: '#general', command: '/status', option: 'server' };
  const lists = ['many', 'long'].map((text) => discord.people.typeOption({ ...typed, text }));
  await expect.poll(() => failures).toHaveLength(2);
  expect(failures).toEqual([
    expect.objectContaining({ code: 50035 }),
    expect.objectContaining({ code: 50035 }),
  ]);
  clock.advance(3001);
  expect((await Promise.allSettled(lists)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(discord.journal.explain(10_000)).toContain('autocomplete /status failed');
});

test('the payload says what the bot may do in the channel and in a chosen one', async () => {
  const { discord } = await openHarbour();
  discord.people.setOverwrite('#alerts', { for: 'bot', deny: ['EMBED_LINKS'] });
  const seen: unknown[] = [];
  await botThat(discord, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      const channel = interaction.options.getChannel('channel', true);
      const role = interaction.options.getRole('role', true);
      seen.push(
        interaction.appPermissions.has('EmbedLinks'),
        'appPermissions' in channel && channel.appPermissions?.has('EmbedLinks'),
        role.name,
        interaction.options.getInteger('grace'),
        interaction.locale,
        interaction.memberPermissions?.has('ManageGuild'),
      );
      await interaction.reply('seen');
    }
  });
  const options = { channel: '#alerts', role: 'Watchmen', grace: 5 };
  const command = { as: 'ada', in: '#status', command: '/watch add', options, locale: 'pt-BR' };
  await discord.people.runCommand(command).reply();
  expect(seen[0]).toBe(true);
  expect(seen.slice(2)).toEqual(['Watchmen', 5, 'pt-BR', true]);
});

test.for([
  ['not registered', { as: 'pip', command: '/nonsense' }, /not registered/],
  ['a required option is missing', { as: 'pip', command: '/status' }, /server is required/],
  [
    'no permission for the command',
    { as: 'pip', command: '/watch add', options: { channel: '#status' } },
    /permissions/,
  ],
  ['a subcommand is missing', { as: 'ada', command: '/watch' }, /needs a subcommand/],
  [
    'out of range',
    { as: 'ada', command: '/watch add', options: { channel: '#status', grace: 61 } },
    /from 0 to 60/,
  ],
  [
    'the wrong kind of channel',
    { as: 'ada', command: '/watch add', options: { channel: 'Deck' } },
    /wrong kind/,
  ],
  [
    'an option that does not exist',
    { as: 'pip', command: '/status', options: { host: 'x' } },
    /no option host/,
  ],
] as const)('a client does not send it: %s', async ([, typed, message]) => {
  const { discord } = await openHarbour();
  const { client } = await botThat(discord, async () => {});
  const seen: string[] = [];
  client.on('interactionCreate', ({ id }) => seen.push(id));
  expect(() => discord.people.runCommand({ in: '#general', ...typed })).toThrow(message);
  expect([...discord.state.interactions.values()]).toEqual([]);
});

test('without USE_APPLICATION_COMMANDS a person has no commands there', async () => {
  const { discord } = await openHarbour();
  await botThat(discord, async () => {});
  const names = () =>
    discord.people.commandsFor({ as: 'pip', in: '#general' }).map((command) => command.name);
  expect(names()).toEqual(['status']);
  discord.people.setOverwrite('#general', { for: '@everyone', deny: ['USE_APPLICATION_COMMANDS'] });
  expect(names()).toEqual([]);
});

function buttons(disabled = false) {
  return new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId('page:1').setLabel('Next').setStyle(ButtonStyle.Primary),
    new ButtonBuilder()
      .setCustomId('page:0')
      .setLabel('Back')
      .setStyle(ButtonStyle.Secondary)
      .setDisabled(disabled),
  );
}

test('a button turns the page of an ephemeral reply; others cannot press it, disabled ones do nothing', async () => {
  const { discord } = await openHarbour();
  await botThat(discord, async (interaction) => {
    if (interaction.isButton()) {
      return interaction.update({ content: `pressed ${interaction.customId}` });
    }
    return (
      interaction.isRepliable() &&
      interaction.reply({
        content: 'page 0',
        components: [buttons(true)],
        flags: MessageFlags.Ephemeral,
      })
    );
  });
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  const messageId = (await asked.reply()).message.id;
  const press = (as: string, customId: string) =>
    discord.people.click({ as, in: '#general', messageId, customId });
  expect(() => press('ada', 'page:1')).toThrow(/ephemeral/);
  expect(() => press('pip', 'page:0')).toThrow(/disabled/);
  expect(() => press('pip', 'page:9')).toThrow(/no component/);
  expect((await press('pip', 'page:1').reply()).message.content).toBe('pressed page:1');
});

test('a menu, a deferred update and an edit of the message it stands in', async () => {
  const { discord } = await openHarbour();
  const menu = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('game')
      .addOptions({ label: 'ARK', value: 'ark' }, { label: 'Rust', value: 'rust' }),
  );
  await botThat(discord, async (interaction) => {
    if (interaction.isStringSelectMenu()) {
      await interaction.deferUpdate();
      return interaction.editReply({ content: interaction.values.join() });
    }
    return (
      interaction.isRepliable() && interaction.reply({ content: 'which?', components: [menu] })
    );
  });
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  const { message } = await asked.reply();
  const where = { as: 'ada', in: '#general', messageId: message.id, customId: 'game' };
  expect(() => discord.people.choose({ ...where, values: ['csgo'] })).toThrow(/does not offer/);
  discord.people.choose({ ...where, values: ['rust'] });
  await expect.poll(() => discord.people.messages('#general')[0]?.message.content).toBe('rust');
});

test('a modal is filled in and answered', async () => {
  const { discord } = await openHarbour();
  const modal = new ModalBuilder()
    .setCustomId('note')
    .setTitle('A note')
    .addLabelComponents(
      new LabelBuilder()
        .setLabel('Text')
        .setTextInputComponent(
          new TextInputBuilder().setCustomId('text').setStyle(TextInputStyle.Short),
        ),
    );
  await botThat(discord, async (interaction) => {
    if (interaction.isModalSubmit()) {
      return interaction.reply(interaction.fields.getTextInputValue('text'));
    }
    return interaction.isChatInputCommand() && interaction.showModal(modal);
  });
  const asked = discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK });
  expect((await asked.modal()).title).toBe('A note');
  const submit = (as: string) =>
    discord.people.submitModal({ as, in: '#general', from: asked, values: { text: 'hello' } });
  expect(() => submit('ada')).toThrow(/no modal is open/);
  expect((await submit('pip').reply()).message.content).toBe('hello');
});

test.for([
  ['a command takes no update', 7],
  ['a command takes no choices', 8],
  ['a type that does not exist', 99],
] as const)('callback types: %s', async ([, type]) => {
  const { discord } = await openHarbour();
  await botThat(discord, async () => {});
  const { interaction } = discord.people.runCommand({
    as: 'pip',
    in: '#general',
    ...STATUS_OF_ARK,
  });
  const path = `/interactions/${interaction.id}/${interaction.token}/callback`;
  const { status, json } = await ask(discord, 'POST', path, { type, data: { content: 'x' } });
  expect([status, json.code]).toEqual([400, 50035]);
});

test('unknown tokens: 10062 for a callback, 10015 for the rest and before the first answer', async () => {
  const { discord } = await openHarbour();
  await botThat(discord, async () => {});
  const { interaction } = discord.people.runCommand({
    as: 'pip',
    in: '#general',
    ...STATUS_OF_ARK,
  });
  const post = async (path: string, body: unknown) =>
    (await ask(discord, 'POST', path, body)).json.code;
  expect(await post('/interactions/1/abc/callback', { type: 5 })).toBe(10062);
  expect(await post(`/webhooks/${discord.applicationId}/abc`, { content: 'x' })).toBe(10015);
  const early = `/webhooks/${discord.applicationId}/${interaction.token}`;
  expect(await post(early, { content: 'x' })).toBe(10015);
});

test('with_response tells the message that the callback made', async () => {
  const { discord } = await openHarbour();
  const seen: unknown[] = [];
  await botThat(discord, async (interaction) => {
    if (interaction.isRepliable()) {
      const answer = await interaction.reply({ content: 'hi', withResponse: true });
      seen.push(answer.resource?.message?.content, answer.interaction.responseMessageEphemeral);
    }
  });
  await discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK }).reply();
  await expect.poll(() => seen).toEqual(['hi', false]);
});

test('those who watch hear of answers, ephemeral ones for one person, and of choices', async () => {
  const { discord } = await openHarbour();
  await botThat(discord, async (interaction) => {
    if (interaction.isAutocomplete()) {
      return interaction.respond([]);
    }
    return (
      interaction.isRepliable() &&
      interaction.reply({ content: 'x', flags: MessageFlags.Ephemeral })
    );
  });
  const heard: string[] = [];
  const stop = discord.subscribe((change) => {
    const to = change.kind === 'message' ? (change.visibleTo === null ? ' all' : ' one') : '';
    heard.push(`${change.kind}${to}${change.kind === 'interaction' ? ` ${change.status}` : ''}`);
  });
  const typed = { as: 'pip', in: '#general', command: '/status', option: 'server' };
  await discord.people.typeOption({ ...typed, text: '' });
  await discord.people.runCommand({ as: 'pip', in: '#general', ...STATUS_OF_ARK }).reply();
  stop();
  expect(heard).toEqual([
    'interaction waiting',
    'choices',
    'interaction answered',
    'interaction waiting',
    'message one',
    'interaction answered',
  ]);
});
