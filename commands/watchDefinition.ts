import {
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord.js';
import {
  choice,
  completedOption,
  described,
  subcommand,
  watchOption,
} from '#discord/commandDefinition.ts';
import { JOINS, LONGEST_LABEL, MOST_PLAYERS } from '#store/watchSettings.ts';
import type { TextKey, Texts } from '#text/texts.ts';

/** All but categories: a channel that will not do is refused in words, not left out without one. */
const PLACES = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
] as const;

type OptionKey = Extract<TextKey, `option.${string}`>;

/** A channel; whether it will do is said in words. */
export const channelOption = (texts: Texts, name: string, key: OptionKey) => ({
  type: ApplicationCommandOptionType.Channel as const,
  name,
  ...described(texts, key),
  channel_types: [...PLACES],
});

/** A role to ping. */
export const roleOption = (texts: Texts, key: OptionKey) => ({
  type: ApplicationCommandOptionType.Role as const,
  name: 'role',
  ...described(texts, key),
});

const switchOption = (texts: Texts, name: string, key: OptionKey) => ({
  type: ApplicationCommandOptionType.Boolean as const,
  name,
  ...described(texts, key),
});

/** /watch add. */
export function addDefinition(texts: Texts): APIApplicationCommandSubcommandOption {
  return {
    type: ApplicationCommandOptionType.Subcommand,
    name: 'add',
    ...described(texts, 'command.watch.add'),
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'server',
        ...described(texts, 'option.address'),
        required: true,
      },
      completedOption(texts, 'game', 'option.game', false),
      channelOption(texts, 'channel', 'option.channel'),
      channelOption(texts, 'notices', 'option.notices'),
      roleOption(texts, 'option.role'),
      {
        type: ApplicationCommandOptionType.String,
        name: 'name',
        ...described(texts, 'option.label'),
        max_length: LONGEST_LABEL,
      },
      switchOption(texts, 'join_leave', 'option.joinLeave'),
      switchOption(texts, 'graph', 'option.graph'),
      completedOption(texts, 'encoding', 'option.encoding', false),
    ],
  };
}

/** /watch bulk: where everything of the form goes. */
export const bulkDefinition = (texts: Texts): APIApplicationCommandSubcommandOption =>
  subcommand(texts, 'bulk', 'command.watch.bulk', [
    channelOption(texts, 'channel', 'option.channel'),
    channelOption(texts, 'notices', 'option.notices'),
    roleOption(texts, 'option.role'),
  ]);

/** /watch edit: every setting of a watch but those that have a command of their own. */
export const editDefinition = (texts: Texts): APIApplicationCommandSubcommandOption =>
  subcommand(texts, 'edit', 'command.watch.edit', [
    watchOption(texts),
    {
      type: ApplicationCommandOptionType.String,
      name: 'address',
      ...described(texts, 'option.editAddress'),
    },
    completedOption(texts, 'name', 'option.editLabel', false),
    completedOption(texts, 'game', 'option.game', false),
    completedOption(texts, 'encoding', 'option.encoding', false),
    channelOption(texts, 'channel', 'option.editChannel'),
    channelOption(texts, 'notices', 'option.editNotices'),
    roleOption(texts, 'option.editRole'),
    switchOption(texts, 'remove_role', 'option.removeRole'),
    {
      type: ApplicationCommandOptionType.String,
      name: 'joins',
      ...described(texts, 'option.joins'),
      choices: JOINS.map((joins) => choice(texts, `fact.joins.${joins}`, joins)),
    },
    completedOption(texts, 'grace', 'option.grace', false),
    switchOption(texts, 'restarts', 'option.restarts'),
    switchOption(texts, 'bell', 'option.bell'),
    switchOption(texts, 'graph', 'option.graph'),
    {
      type: ApplicationCommandOptionType.Integer,
      name: 'count_step',
      ...described(texts, 'option.countStep'),
      min_value: 1,
      max_value: MOST_PLAYERS,
    },
  ]);

/** /watch test. */
export const testDefinition = (texts: Texts): APIApplicationCommandSubcommandOption =>
  subcommand(texts, 'test', 'command.watch.test', [
    watchOption(texts),
    switchOption(texts, 'ping', 'option.ping'),
  ]);

/** /watch pause, resume: one server or all. */
export const pauseDefinitions = (texts: Texts): APIApplicationCommandSubcommandOption[] => [
  subcommand(texts, 'pause', 'command.watch.pause', [watchOption(texts, 'option.watchOrAll')]),
  subcommand(texts, 'resume', 'command.watch.resume', [watchOption(texts, 'option.watchOrAll')]),
];

/** /watch move: other channels, and nothing else. */
export const moveDefinition = (texts: Texts): APIApplicationCommandSubcommandOption =>
  subcommand(texts, 'move', 'command.watch.move', [
    watchOption(texts),
    channelOption(texts, 'channel', 'option.editChannel'),
    channelOption(texts, 'notices', 'option.editNotices'),
  ]);
