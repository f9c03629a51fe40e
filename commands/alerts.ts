import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';
import { askersLanguage, type Command } from '#discord/command.ts';
import { completedOption, described, subcommand, watchOption } from '#discord/commandDefinition.ts';
import { LONGEST_PATTERN, MOST_PLAYERS } from '#store/watchSettings.ts';
import type { Texts } from '#text/texts.ts';
import { addPlayer, addPlayers, playerChoices } from './alertsAdd.ts';
import { alertChoices, listAlerts, removeAlert } from './alertsList.ts';
import { forAsker, watchChoices } from './managers.ts';
import { spanChoices } from './spanOption.ts';

/** Cooldowns that are offered. */
const OFFERED = ['10m', '20m', '40m', '1h', '2h', '6h', '12h', '1d'];

const wish = (texts: Texts) => [
  {
    type: ApplicationCommandOptionType.Role as const,
    name: 'role',
    ...described(texts, 'option.alertRole'),
  },
  completedOption(texts, 'cooldown', 'option.cooldown', false),
];

const numberOption = (
  texts: Texts,
  name: string,
  key: 'option.atLeast' | 'option.below',
  required: boolean,
) => ({
  type: ApplicationCommandOptionType.Integer as const,
  name,
  ...described(texts, key),
  required,
  min_value: 1,
  max_value: MOST_PLAYERS,
});

const adding = (texts: Texts) => ({
  type: ApplicationCommandOptionType.SubcommandGroup as const,
  name: 'add',
  ...described(texts, 'command.alerts.add'),
  options: [
    subcommand(texts, 'players', 'command.alerts.add.players', [
      watchOption(texts),
      numberOption(texts, 'at_least', 'option.atLeast', true),
      numberOption(texts, 'below', 'option.below', false),
      ...wish(texts),
    ]),
    subcommand(texts, 'player', 'command.alerts.add.player', [
      watchOption(texts),
      {
        ...completedOption(texts, 'name', 'option.player', true),
        max_length: LONGEST_PATTERN,
      },
      ...wish(texts),
    ]),
  ],
});

/** /alerts: told when enough people play, or when a certain player comes; for those who may manage the guild. */
export const alerts: Command = {
  name: 'alerts',
  about: 'command.alerts',
  group: 'tell',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: false,
  options: (texts) => [
    adding(texts),
    subcommand(texts, 'list', 'command.alerts.list'),
    subcommand(texts, 'remove', 'command.alerts.remove', [
      completedOption(texts, 'alert', 'option.alert', true),
    ]),
  ],
  answer: (ask, desk) =>
    forAsker(ask, desk, (t) => {
      switch (ask.options.getSubcommand()) {
        case 'players':
          return addPlayers(ask, desk, t);
        case 'player':
          return addPlayer(ask, desk, t);
        case 'remove':
          return removeAlert(ask, desk, t);
        default:
          return listAlerts(ask, desk, t);
      }
    }),
  complete(ask, desk) {
    const { name, value } = ask.options.getFocused(true);
    switch (name) {
      case 'server':
        return watchChoices(ask, desk);
      case 'name':
        return playerChoices(ask, desk);
      case 'alert':
        return alertChoices(ask, desk);
      default:
        return spanChoices(value, OFFERED, desk.texts.in(askersLanguage(ask)));
    }
  },
};
