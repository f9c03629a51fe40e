import {
  ActionRowBuilder,
  type AnySelectMenuInteraction,
  ChannelSelectMenuBuilder,
  ChannelType,
  type Interaction,
  LabelBuilder,
  MentionableSelectMenuBuilder,
  MessageFlags,
  ModalBuilder,
  RoleSelectMenuBuilder,
  StringSelectMenuBuilder,
  UserSelectMenuBuilder,
} from 'discord.js';
import { expect, test } from 'vitest';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { ask, channelId, expectNoSurprise, logIn, openHarbour, roleId } from './harbour.ts';

type AnyMenu =
  | StringSelectMenuBuilder
  | UserSelectMenuBuilder
  | RoleSelectMenuBuilder
  | ChannelSelectMenuBuilder
  | MentionableSelectMenuBuilder;

const row = (menu: AnyMenu) => new ActionRowBuilder<AnyMenu>().addComponents(menu).toJSON();

const MENUS = [
  row(new UserSelectMenuBuilder().setCustomId('users').setMinValues(0).setMaxValues(2)),
  row(new RoleSelectMenuBuilder().setCustomId('roles')),
  row(
    new ChannelSelectMenuBuilder()
      .setCustomId('channels')
      .setChannelTypes(ChannelType.GuildText, ChannelType.GuildAnnouncement),
  ),
  row(new MentionableSelectMenuBuilder().setCustomId('both').setMinValues(2).setMaxValues(2)),
];

/** What discord.js makes of a menu: names of what was chosen. */
function namesIn(menu: AnySelectMenuInteraction): (string | undefined)[] {
  if (menu.isUserSelectMenu()) {
    return menu.users.map(({ username }) => username);
  }
  if (menu.isRoleSelectMenu()) {
    return menu.roles.map(({ name }) => name);
  }
  if (menu.isChannelSelectMenu()) {
    return menu.channels.map((channel) => ('name' in channel ? (channel.name ?? '') : ''));
  }
  if (menu.isMentionableSelectMenu()) {
    return [...menu.roles.map(({ name }) => name), ...menu.users.map(({ username }) => username)];
  }
  return menu.values;
}

/** An ephemeral answer with the four menus; what is chosen stands in the message afterwards. */
async function menusFor(discord: LocalDiscord) {
  const client = await logIn(discord);
  await client.application.commands.set([{ name: 'setup', description: 'Begin' }]);
  client.on('interactionCreate', (interaction: Interaction) => {
    const answered = interaction.isAnySelectMenu()
      ? interaction.update({ content: namesIn(interaction).join('+') || 'none' })
      : interaction.isChatInputCommand() &&
        interaction.reply({ components: MENUS, flags: MessageFlags.Ephemeral });
    Promise.resolve(answered).catch((error: unknown) => client.emit('error', error as Error));
  });
  const where = { as: 'ada', in: '#general' };
  const { message } = await discord.people.runCommand({ ...where, command: '/setup' }).reply();
  return (customId: string, values: string[]) =>
    discord.people.choose({ ...where, messageId: message.id, customId, values });
}

test.for([
  ['users', ['pip', 'Crowsnest'], 'pip+Crowsnest'],
  ['users', [], 'none'],
  ['roles', ['Watchmen'], 'Watchmen'],
  ['channels', ['#alerts'], 'alerts'],
  ['both', ['Captains', 'marlow'], 'Captains+marlow'],
] as const)(
  'a menu of %s takes %j, and the ephemeral message is updated',
  async ([menu, values, said]) => {
    const { discord } = await openHarbour();
    const choose = await menusFor(discord);
    expect((await choose(menu, [...values]).reply()).message.content).toBe(said);
    expectNoSurprise(discord);
  },
);

test.for([
  ['too many', 'users', ['pip', 'ada', 'marlow'], /does not take 3/],
  ['too few', 'both', ['Captains'], /does not take 1/],
  ['the same twice', 'both', ['Captains', 'Captains'], /twice/],
  ['a channel of another kind', 'channels', ['Deck'], /wrong kind/],
  ['nobody', 'users', ['nobody'], /no member nobody/],
] as const)('a client does not send %s', async ([, menu, values, why]) => {
  const { discord } = await openHarbour();
  const choose = await menusFor(discord);
  expect(() => choose(menu, [...values])).toThrow(why);
});

test('what is chosen beforehand comes back with the message; what does not fit is refused', async () => {
  const { discord } = await openHarbour();
  const send = (menu: object) =>
    ask(discord, 'POST', `/channels/${channelId(discord, 'status')}/messages`, {
      components: [{ type: 1, components: [{ custom_id: 'm', ...menu }] }],
    });
  const role = { id: roleId(discord, 'Watchmen'), type: 'role' };
  const sent = await send({ type: 6, default_values: [role] });
  expect(sent.json.components).toMatchObject([{ components: [{ default_values: [role] }] }]);

  const options = [{ label: 'ARK', value: 'ark' }];
  for (const [menu, code] of [
    [{ type: 5, default_values: [role] }, 'BASE_TYPE_CHOICES'],
    [
      { type: 6, default_values: [role, { ...role, id: channelId(discord, 'status') }] },
      'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES',
    ],
    [{ type: 3, options, max_values: 2 }, 'BASE_TYPE_BAD_LENGTH'],
    [{ type: 3, options: [] }, 'BASE_TYPE_MIN_LENGTH'],
    [{ type: 3, options, min_values: 2 }, 'SELECT_COMPONENT_MIN_VALUES_INVALID'],
    [{ type: 8, max_values: 26 }, 'NUMBER_TYPE_MAX'],
  ] as const) {
    const { status, json } = await send(menu);
    expect([menu, status, JSON.stringify(json.errors)]).toEqual([
      menu,
      400,
      expect.stringContaining(`"${code}"`),
    ]);
  }
});

test('a menu opens a form with menus of its own; its answer updates the message with the menu', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  await client.application.commands.set([{ name: 'setup', description: 'Begin' }]);
  const form = new ModalBuilder()
    .setCustomId('whom')
    .setTitle('Whom to tell')
    .addLabelComponents(
      new LabelBuilder()
        .setLabel('Role')
        .setRoleSelectMenuComponent(new RoleSelectMenuBuilder().setCustomId('role')),
      new LabelBuilder()
        .setLabel('When')
        .setStringSelectMenuComponent(
          new StringSelectMenuBuilder()
            .setCustomId('when')
            .setMaxValues(2)
            .addOptions({ label: 'Down', value: 'down' }, { label: 'Up', value: 'up' }),
        ),
    );
  client.on('interactionCreate', (interaction) => {
    const answered = interaction.isRoleSelectMenu()
      ? interaction.showModal(form)
      : interaction.isModalSubmit() && interaction.isFromMessage()
        ? interaction.update({
            content: [
              interaction.fields.getSelectedRoles('role', true).map((role) => role?.name),
              interaction.fields.getStringSelectValues('when').join('+'),
            ].join(': '),
          })
        : interaction.isChatInputCommand() && interaction.reply({ components: MENUS });
    Promise.resolve(answered).catch((error: unknown) => client.emit('error', error as Error));
  });
  const where = { as: 'ada', in: '#general' };
  const { message } = await discord.people.runCommand({ ...where, command: '/setup' }).reply();
  const opened = discord.people.choose({
    ...where,
    messageId: message.id,
    customId: 'roles',
    values: ['Captains'],
  });
  await opened.modal();
  const submit = (values: Record<string, string[]>) =>
    discord.people.submitModal({ ...where, from: opened, values });
  expect(() => submit({ role: ['Watchmen'] })).toThrow(/when is required/);
  const done = await submit({ role: ['Watchmen'], when: ['down', 'up'] }).reply();
  expect([done.message.id, done.message.content]).toEqual([message.id, 'Watchmen: down+up']);
  expectNoSurprise(discord);
});
