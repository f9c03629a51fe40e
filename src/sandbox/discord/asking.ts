import { type Asked, watchInteraction } from './asked.ts';
import { type Asker, askerOf, ownersOf, refusedCommand, type Who } from './asker.ts';
import type { Command, CommandChoice } from './command.ts';
import { findCommand, nestOptions, type OptionValue, refusedOption } from './commandInput.ts';
import { chosenIn, type FormValues, filledIn, usablePart } from './componentUse.ts';
import { createFinder, PeopleError } from './finding.ts';
import { INTERACTION_TYPE } from './interaction.ts';
import { startInteraction } from './interactionEvent.ts';
import type { Message } from './message.ts';
import { resolveOptions } from './resolvedOptions.ts';
import { createResolver } from './resolving.ts';
import type { World } from './world.ts';

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
  submitModal: (who: Who & { from: Asked | string; values: FormValues }) => Asked;
  /** The commands that this person is offered there. */
  commandsFor: (who: Who) => Command[];
};

/**
 * What people ask of the bot. Everything that a client or Discord would stop (command not registered, option missing,
 * no permission, disabled button, another person's ephemeral message) throws PeopleError and starts nothing.
 */
export function createAsking(world: World): Asking {
  const finder = createFinder(world.state);
  const place = (who: Who) => askerOf(world, finder, who);
  const commandsFor = (asker: Asker) =>
    world.state.commands.filter((command) => refusedCommand(command, asker, world.state) === null);

  const start = (
    asker: Asker,
    what: {
      type: number;
      label: string;
      data: Record<string, unknown>;
      message?: Message;
      /** By whom the app may have been let in: 0 a guild, 1 a person. */
      types?: readonly number[];
    },
  ) => {
    const { types, message = null, ...rest } = what;
    const owners = ownersOf(asker, world.state, types);
    return watchInteraction(world, startInteraction(world, asker, { ...rest, message, owners }));
  };

  const command = (
    asker: Asker,
    typed: string,
    given: Readonly<Record<string, OptionValue>>,
    focused: string | null,
  ) => {
    const guildCommands = world.state.commands.filter(
      (one) => one.guild_id === undefined || one.guild_id === asker.guild?.id,
    );
    const input = findCommand(guildCommands, typed);
    const refusal =
      refusedCommand(input.command, asker, world.state) ??
      (focused === null ? refusedOption(input.options, given) : null);
    if (refusal !== null) {
      throw new PeopleError(`${typed}: ${refusal}`);
    }
    const option = input.options.find(({ name }) => name === focused);
    if (focused !== null && !option?.autocomplete) {
      throw new PeopleError(`${typed}: option ${focused} has no autocomplete`);
    }
    const resolver = createResolver(world, finder, asker);
    const values = resolveOptions(resolver, input.options, given);
    const resolved = resolver.resolved();
    return start(asker, {
      type: focused === null ? INTERACTION_TYPE.command : INTERACTION_TYPE.autocomplete,
      label: `/${input.path.join(' ')}`,
      types: input.command.integration_types,
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
    const resolver = createResolver(world, finder, asker);
    const chosen = values === null ? null : chosenIn(part, values, resolver);
    const resolved = resolver.resolved();
    return start(asker, {
      type: INTERACTION_TYPE.component,
      label: `${values === null ? 'button' : 'menu'} ${customId}`,
      data: {
        custom_id: customId,
        component_type: part.type,
        ...(part.id === undefined ? {} : { id: part.id }),
        ...(chosen === null ? {} : { values: chosen }),
        ...(resolved === undefined ? {} : { resolved }),
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
      if (opened.userId !== asker.user.id || opened.modal === null) {
        throw new PeopleError(`no modal is open for ${who.as}`);
      }
      const { modal, sourceId } = opened;
      const message = sourceId === null ? null : finder.post(asker.channel.id, sourceId).message;
      const resolver = createResolver(world, finder, asker);
      const components = filledIn(modal.components, values, resolver);
      const resolved = resolver.resolved();
      return start(asker, {
        type: INTERACTION_TYPE.modal,
        label: `modal ${modal.custom_id}`,
        data: {
          custom_id: modal.custom_id,
          components,
          ...(resolved === undefined ? {} : { resolved }),
        },
        ...(message === null ? {} : { message }),
      });
    },
    commandsFor: (who) => commandsFor(place(who)),
  };
}

function openedBy(world: World, from: Asked | string) {
  const id = typeof from === 'string' ? from : from.interaction.id;
  const opened = [...world.state.interactions.values()].find((one) => one.id === id);
  if (opened === undefined) {
    throw new PeopleError(`there is no interaction ${id}`);
  }
  return opened;
}
