import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  PermissionFlagsBits,
} from 'discord.js';
import { askersLanguage, type Command } from '#discord/command.ts';
import {
  choice,
  completedOption,
  described,
  subcommand,
  watchOption,
} from '#discord/commandDefinition.ts';
import { BOARD_STYLES, LONGEST_BOARD_TITLE } from '#store/guildDocument.ts';
import type { Texts } from '#text/texts.ts';
import { listBoards } from './boardList.ts';
import { orderBoard, placeChoices, styleBoard } from './boardLook.ts';
import { addToBoard, makeBoard, removeBoard, takeOffBoard } from './boardServers.ts';
import { forAsker, watchChoices } from './managers.ts';
import { channelOption } from './watchDefinition.ts';

const lookOptions = (texts: Texts): APIApplicationCommandBasicOption[] => [
  {
    type: ApplicationCommandOptionType.String,
    name: 'style',
    ...described(texts, 'option.boardStyle'),
    choices: BOARD_STYLES.map((style) => choice(texts, `board.style.${style}`, style)),
  },
  {
    type: ApplicationCommandOptionType.String,
    name: 'title',
    ...described(texts, 'option.boardTitle'),
    max_length: LONGEST_BOARD_TITLE,
  },
  {
    type: ApplicationCommandOptionType.Boolean,
    name: 'uptime',
    ...described(texts, 'option.boardUptime'),
  },
];

/** /board: several servers in one message. */
export const board: Command = {
  name: 'board',
  about: 'command.board',
  group: 'watch',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: true,
  options: (texts) => [
    subcommand(texts, 'make', 'command.board.make', [
      channelOption(texts, 'channel', 'option.boardMakeChannel'),
      ...lookOptions(texts),
    ]),
    subcommand(texts, 'add', 'command.board.add', [
      watchOption(texts, 'option.watchOrAll'),
      channelOption(texts, 'channel', 'option.boardChannel'),
    ]),
    subcommand(texts, 'take-off', 'command.board.takeOff', [watchOption(texts)]),
    subcommand(texts, 'order', 'command.board.order', [
      watchOption(texts),
      completedOption(texts, 'place', 'option.boardPlace', true),
    ]),
    subcommand(texts, 'style', 'command.board.style', [
      ...lookOptions(texts),
      channelOption(texts, 'channel', 'option.boardChannel'),
    ]),
    subcommand(texts, 'list', 'command.board.list'),
    subcommand(texts, 'remove', 'command.board.remove', [
      channelOption(texts, 'channel', 'option.boardChannel'),
    ]),
  ],
  answer: (ask, desk) =>
    forAsker(ask, desk, (t, signal) => {
      const means = { desk, t, signal };
      switch (ask.options.getSubcommand()) {
        case 'make':
          return makeBoard(ask, means);
        case 'add':
          return addToBoard(ask, means);
        case 'take-off':
          return takeOffBoard(ask, means);
        case 'order':
          return orderBoard(ask, means);
        case 'style':
          return styleBoard(ask, means);
        case 'remove':
          return removeBoard(ask, means);
        default:
          return listBoards(ask, means);
      }
    }),
  complete(ask, desk) {
    const { name, value } = ask.options.getFocused(true);
    return name === 'place'
      ? placeChoices(value, desk.texts.in(askersLanguage(ask)))
      : watchChoices(ask, desk, ask.options.getSubcommand() === 'add');
  },
};
