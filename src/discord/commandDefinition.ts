import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandOptionChoice,
  type APIApplicationCommandStringOption,
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type LocalizationMap,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import { isTextKey, type TextKey, type Texts } from '#text/texts.ts';
import type { Command } from './command.ts';

/** Command and option descriptions; the fallback of Discord between the two Englishes shows the other one's text (section 2). */
export function described(
  texts: Texts,
  key: Extract<TextKey, `command.${string}` | `option.${string}`>,
): { description: string; description_localizations: LocalizationMap } {
  const english = texts.in('en')(key);
  return {
    description: english,
    description_localizations: {
      'en-US': english,
      'en-GB': english,
      ru: texts.in('ru')(key),
      'pt-BR': texts.in('pt-BR')(key),
    },
  };
}

/**
 * Names in other languages, where the catalogues have some that differ: payloads carry the default ones whatever people type
 * (spec discord section 2). Absent = the same everywhere.
 */
function namedIn(texts: Texts, key: string): { name_localizations?: LocalizationMap } {
  if (!isTextKey(key)) {
    return {};
  }
  const english = texts.in('en')(key);
  const others = (['ru', 'pt-BR'] as const)
    .map((language) => [language, texts.in(language)(key)] as const)
    .filter(([, name]) => name !== english);
  return others.length === 0 ? {} : { name_localizations: Object.fromEntries(others) };
}

const isGroup = (
  option: APIApplicationCommandOption,
): option is APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption =>
  option.type === ApplicationCommandOptionType.Subcommand ||
  option.type === ApplicationCommandOptionType.SubcommandGroup;

/** The option with its names; a subcommand keeps its own in every language and names those inside. */
function withNames(texts: Texts, option: APIApplicationCommandOption): APIApplicationCommandOption {
  if (!isGroup(option)) {
    return { ...option, ...namedIn(texts, `name.${option.name}`) };
  }
  const options = option.options?.map((inner) => withNames(texts, inner));
  return { ...option, options } as APIApplicationCommandOption;
}

/** Where Discord offers a command (spec discord section 2): in guilds that have the bot, or also wherever its own people are. */
const PLACES = {
  guild: {
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  },
  anywhere: {
    contexts: [
      InteractionContextType.Guild,
      InteractionContextType.BotDM,
      InteractionContextType.PrivateChannel,
    ],
    integration_types: [
      ApplicationIntegrationType.GuildInstall,
      ApplicationIntegrationType.UserInstall,
    ],
  },
} as const satisfies Record<Command['reach'], object>;

/** A command as Discord wants to have it. */
export function commandDefinition(
  { name, about, reach, rights, options }: Command,
  texts: Texts,
): RESTPostAPIChatInputApplicationCommandsJSONBody {
  const { contexts, integration_types } = PLACES[reach];
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    ...namedIn(texts, `commandName.${name}`),
    ...described(texts, about),
    contexts: [...contexts],
    integration_types: [...integration_types],
    ...(rights === undefined ? {} : { default_member_permissions: rights.toString() }),
    ...(options === undefined
      ? {}
      : { options: options(texts).map((option) => withNames(texts, option)) }),
  };
}

/** A text option whose values are offered while typing. */
export function completedOption(
  texts: Texts,
  name: string,
  key: Extract<TextKey, `option.${string}`>,
  required: boolean,
): APIApplicationCommandStringOption {
  return {
    type: ApplicationCommandOptionType.String,
    name,
    ...described(texts, key),
    required,
    autocomplete: true,
  };
}

/** The options of every look-up: which server, and which game it is. */
export function lookUpOptions(texts: Texts): APIApplicationCommandBasicOption[] {
  return [
    completedOption(texts, 'server', 'option.server', true),
    completedOption(texts, 'game', 'option.game', false),
  ];
}

/** The option that names a watched server. */
export function watchOption(
  texts: Texts,
  key: Extract<TextKey, `option.${string}`> = 'option.watch',
  required = true,
): APIApplicationCommandStringOption {
  return completedOption(texts, 'server', key, required);
}

/** A value to choose, named in every language. */
export function choice(
  texts: Texts,
  key: TextKey,
  value: string,
): APIApplicationCommandOptionChoice<string> {
  const english = texts.in('en')(key);
  return {
    name: english,
    name_localizations: {
      'en-US': english,
      'en-GB': english,
      ru: texts.in('ru')(key),
      'pt-BR': texts.in('pt-BR')(key),
    },
    value,
  };
}

/** A subcommand. */
export function subcommand(
  texts: Texts,
  name: string,
  key: Extract<TextKey, `command.${string}`>,
  options: APIApplicationCommandBasicOption[] = [],
): APIApplicationCommandSubcommandOption {
  return {
    type: ApplicationCommandOptionType.Subcommand,
    name,
    ...described(texts, key),
    options,
  };
}
