import { type Asked, watchInteraction } from './asked.ts';
import type { Command, CommandChoice } from './command.ts';
import { findCommand, nestOptions, type OptionValue, refusedOption } from './commandInput.ts';
import { createFinder, PeopleError } from './finding.ts';
import { INTERACTION_TYPE } from './interaction.ts';
import { startInteraction } from './interactionEvent.ts';
import type { Component, Post } from './message.ts';
import { allComponents } from './messageParts.ts';
import { PERMISSION } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import { resolveOptions } from './resolvedOptions.ts';
import type { Channel, Guild, Member } from './guild.ts';
import type { World } from './world.ts';

/** Who does something where: user and channel by name or id. `locale` is the language of the person's client. */
export type Who = { as: string; in: string; locale?: string };

export type Asking = {
  /** Types a command and sends it. `command` may name a subcommand: "/watch add". */
  runCommand: (
    who: Who & { command: string; options?: Readonly<Record<string, OptionValue>> },
  ) => Asked;
  /** Types into an option that has autocomplete; resolves with what the bot offers. */
  typeOption: (
    who: Who & {
      command: string;
      option: string;
      text: string;
      options?: Readonly<Record<string, OptionValue>>;
    },
  ) => Promise<CommandChoice[]>;
  click: (who: Who & { messageId: string; customId: string }) => Asked;
  choose: (who: Who & { messageId: string; customId: string; values: readonly string[] }) => Asked;
  /** Fills in the modal that the bot opened and sends it; `values` by custom_id. */
  submitModal: (
    who: Who & { from: Asked | string; values: Readonly<Record<string, string>> },
  ) => Asked;
  /** The commands that this person is offered there. */
  commandsFor: (who: Who) => Command[];
};

/**
 * What people ask of the bot. Everything that a client or Discord would stop (command not registered, option missing,
 * no permission, disabled button, another person's ephemeral message) throws PeopleError and starts nothing.
 */
export function createAsking(world: World): Asking {
  const finder = createFinder(world.state);
  const place = (who: Who): Asker => {
    const { guild, channel } = finder.channel(who.in);
    const member = finder.member(guild, who.as);
    const bits = channelPermissions(guild, channel, member, world.now());
    if (!(bits & PERMISSION.VIEW_CHANNEL)) {
      throw new PeopleError(`${who.as} cannot see #${channel.name}`);
    }
    return { guild, channel, member, bits, locale: who.locale ?? 'en-US' };
  };
  const commandsFor = (asker: Asker) =>
    world.state.commands.filter((command) => refusedCommand(command, asker) === null);

  const start = (
    asker: Asker,
    what: {
      type: number;
      label: string;
      data: Record<string, unknown>;
      message?: Post['message'];
    },
  ) =>
    watchInteraction(
      world,
      startInteraction(world, {
        ...what,
        userId: asker.member.user.id,
        channelId: asker.channel.id,
        message: what.message ?? null,
        locale: asker.locale,
      }),
    );

  const command = (
    asker: Asker,
    typed: string,
    given: Readonly<Record<string, OptionValue>>,
    focused: string | null,
  ) => {
    const guildCommands = world.state.commands.filter(
      (one) => one.guild_id === undefined || one.guild_id === asker.guild.id,
    );
    const input = findCommand(guildCommands, typed);
    const refusal =
      refusedCommand(input.command, asker) ??
      (focused === null ? refusedOption(input.options, given) : null);
    if (refusal !== null) {
      throw new PeopleError(`${typed}: ${refusal}`);
    }
    const option = input.options.find(({ name }) => name === focused);
    if (focused !== null && !option?.autocomplete) {
      throw new PeopleError(`${typed}: option ${focused} has no autocomplete`);
    }
    const { values, resolved } = resolveOptions(world, finder, asker, input.options, given);
    return start(asker, {
      type: focused === null ? INTERACTION_TYPE.command : INTERACTION_TYPE.autocomplete,
      label: `/${input.path.join(' ')}`,
      data: {
        id: input.command.id,
        name: input.command.name,
        type: input.command.type,
        ...(input.command.guild_id === undefined ? {} : { guild_id: input.command.guild_id }),
        options: nestOptions(input, values, focused),
        ...(resolved === undefined ? {} : { resolved }),
      },
    });
  };

  const use = (who: Who, messageId: string, customId: string, values: readonly string[] | null) => {
    const asker = place(who);
    const post = finder.post(asker.channel.id, messageId);
    const part = usablePart(asker, post, customId, values);
    return start(asker, {
      type: INTERACTION_TYPE.component,
      label: `${values === null ? 'button' : 'menu'} ${customId}`,
      data: {
        custom_id: customId,
        component_type: part.type,
        ...(part.id === undefined ? {} : { id: part.id }),
        ...(values === null ? {} : { values }),
      },
      message: post.message,
    });
  };

  return {
    runCommand: ({ command: typed, options = {}, ...who }) =>
      command(place(who), typed, options, null),
    typeOption: ({ command: typed, option, text, options = {}, ...who }) =>
      command(place(who), typed, { ...options, [option]: text }, option).choices(),
    click: ({ messageId, customId, ...who }) => use(who, messageId, customId, null),
    choose: ({ messageId, customId, values, ...who }) => use(who, messageId, customId, values),
    submitModal: ({ from, values, ...who }) => {
      const asker = place(who);
      const opened = openedBy(world, from);
      if (opened.userId !== asker.member.user.id || opened.modal === null) {
        throw new PeopleError(`no modal is open for ${who.as}`);
      }
      const { modal, sourceId } = opened;
      const message = sourceId === null ? null : finder.post(asker.channel.id, sourceId).message;
      return start(asker, {
        type: INTERACTION_TYPE.modal,
        label: `modal ${modal.custom_id}`,
        data: { custom_id: modal.custom_id, components: filledIn(modal.components, values) },
        ...(message === null ? {} : { message }),
      });
    },
    commandsFor: (who) => commandsFor(place(who)),
  };
}

type Asker = { guild: Guild; channel: Channel; member: Member; bits: bigint; locale: string };

/** Why Discord does not let this person use the command here; null = it does (spec sandbox 4.2). */
function refusedCommand(command: Command, asker: Asker): string | null {
  if (command.guild_id !== undefined && command.guild_id !== asker.guild.id) {
    return 'belongs to another guild';
  }
  if (!(asker.bits & PERMISSION.USE_APPLICATION_COMMANDS)) {
    return 'no permission to use commands here';
  }
  if (command.contexts !== null && !command.contexts.includes(0)) {
    return 'is not offered in guilds';
  }
  const wanted = command.default_member_permissions;
  if (wanted === null) {
    return null;
  }
  const needed = BigInt(wanted) || PERMISSION.ADMINISTRATOR;
  return (asker.bits & needed) === needed
    ? null
    : 'needs permissions that this person does not have';
}

function usablePart(
  asker: Asker,
  post: Post,
  customId: string,
  values: readonly string[] | null,
): Component {
  if (post.visibleTo !== null && post.visibleTo !== asker.member.user.id) {
    throw new PeopleError(`${asker.member.user.username} cannot see this ephemeral message`);
  }
  const part = allComponents(post.message.components).find((one) => one.custom_id === customId);
  if (part === undefined) {
    throw new PeopleError(`message ${post.message.id} has no component ${customId}`);
  }
  if (part.disabled) {
    throw new PeopleError(`component ${customId} is disabled`);
  }
  if ((part.type === 2) !== (values === null)) {
    throw new PeopleError(`component ${customId} is ${part.type === 2 ? 'a button' : 'a menu'}`);
  }
  const offered = part.options?.map((option) => option.value);
  const wrong = values?.find((value) => offered !== undefined && !offered.includes(value));
  if (wrong !== undefined) {
    throw new PeopleError(`menu ${customId} does not offer ${wrong}`);
  }
  const count = values?.length ?? 1;
  if (values !== null && (count < (part.min_values ?? 1) || count > (part.max_values ?? 1))) {
    throw new PeopleError(`menu ${customId} does not take ${count} values`);
  }
  return part;
}

function openedBy(world: World, from: Asked | string) {
  const id = typeof from === 'string' ? from : from.interaction.id;
  const opened = [...world.state.interactions.values()].find((one) => one.id === id);
  if (opened === undefined) {
    throw new PeopleError(`there is no interaction ${id}`);
  }
  return opened;
}

/** The modal's parts as they are submitted: labels (18) and rows around inputs, each input with its value. */
function filledIn(
  components: readonly Component[],
  values: Readonly<Record<string, string>>,
): object[] {
  const input = ({ type, id, custom_id = '', value = '', required }: Component) => {
    const text = values[custom_id] ?? value;
    if (text === '' && required !== false) {
      throw new PeopleError(`input ${custom_id} is required`);
    }
    return type === 4
      ? { type, id, custom_id, value: text }
      : { type, id, custom_id, values: text === '' ? [] : text.split(',') };
  };
  return components
    .filter(({ type }) => type === 1 || type === 18)
    .map(({ type, id, components: parts, component }) =>
      component === undefined
        ? { type, id, components: (parts ?? []).map(input) }
        : { type, id, component: input(component) },
    );
}
