import { PermissionFlagsBits } from 'discord.js';
import { askersLanguage, type Command } from '#discord/command.ts';
import { completedOption, subcommand } from '#discord/commandDefinition.ts';
import { completeFind, questionOptions } from './findOptions.ts';
import { addFollow } from './followAdd.ts';
import { followChoices, listFollows, removeFollow } from './followList.ts';
import { forAsker } from './managers.ts';
import { channelOption, roleOption } from './watchDefinition.ts';

/** /follow: a list of servers in one message whose rows come and go, and notices of those that are new or gone. */
export const follow: Command = {
  name: 'follow',
  about: 'command.follow',
  group: 'watch',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: true,
  options: (texts) => [
    subcommand(texts, 'add', 'command.follow.add', [
      ...questionOptions(texts),
      channelOption(texts, 'channel', 'option.follow.channel'),
      channelOption(texts, 'notices', 'option.follow.notices'),
      roleOption(texts, 'option.follow.role'),
    ]),
    subcommand(texts, 'list', 'command.follow.list'),
    subcommand(texts, 'remove', 'command.follow.remove', [
      completedOption(texts, 'list', 'option.follow.list', true),
    ]),
  ],
  answer: (ask, desk) =>
    forAsker(ask, desk, (t) => {
      switch (ask.options.getSubcommand()) {
        case 'add':
          return addFollow(ask, desk, t);
        case 'remove':
          return removeFollow(ask, desk, t);
        default:
          return listFollows(ask.guildId, desk, t);
      }
    }),
  complete: (ask, desk) =>
    ask.options.getFocused(true).name === 'list'
      ? followChoices(ask, desk, desk.texts.in(askersLanguage(ask)))
      : completeFind(ask, desk),
};
