import {
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  PermissionFlagsBits,
} from 'discord.js';
import { askersLanguage, type Command } from '#discord/command.ts';
import { completedOption, described, IN_GUILDS } from '#discord/commandDefinition.ts';
import { serverChoices } from '#discord/lookUp.ts';
import type { Texts } from '#text/texts.ts';
import { completeLookUp } from './lookUpAnswer.ts';
import { answerAdd } from './watchAdd.ts';
import { answerList, turnList } from './watchList.ts';
import { answerRemove } from './watchRemove.ts';

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

function addDefinition(texts: Texts): APIApplicationCommandSubcommandOption {
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
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        ...described(texts, 'option.channel'),
        channel_types: [...PLACES],
      },
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'notices',
        ...described(texts, 'option.notices'),
        channel_types: [...PLACES],
      },
      {
        type: ApplicationCommandOptionType.Role,
        name: 'role',
        ...described(texts, 'option.role'),
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'join_leave',
        ...described(texts, 'option.joinLeave'),
      },
      completedOption(texts, 'encoding', 'option.encoding', false),
    ],
  };
}

/** /watch: what the bot keeps an eye on in this guild. For those who may manage it; asked again here (spec discord section 2). */
export const watch: Command = {
  name: 'watch',
  looksUp: true,
  define: (texts) => ({
    type: ApplicationCommandType.ChatInput,
    name: 'watch',
    ...described(texts, 'command.watch'),
    ...IN_GUILDS,
    default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
    options: [
      addDefinition(texts),
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'list',
        ...described(texts, 'command.watch.list'),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'remove',
        ...described(texts, 'command.watch.remove'),
        options: [completedOption(texts, 'server', 'option.watched', true)],
      },
    ],
  }),
  answer(ask, desk) {
    const t = desk.texts.in(askersLanguage(ask));
    if (!ask.memberPermissions.has(PermissionFlagsBits.ManageGuild)) {
      return { seenBy: 'asker', make: () => ({ content: t('watch.notAllowed') }) };
    }
    switch (ask.options.getSubcommand()) {
      case 'add':
        return answerAdd(ask, desk, t);
      case 'remove':
        return answerRemove(ask, desk, t);
      default:
        return answerList(ask, desk, t);
    }
  },
  complete: (ask, desk) =>
    ask.options.getSubcommand() === 'remove'
      ? serverChoices(ask.options.getFocused(), desk.watches.servers(ask.guildId))
      : completeLookUp(ask, desk),
  turn: turnList,
};
