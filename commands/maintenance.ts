import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';
import type { Command } from '#discord/command.ts';
import { completedOption, described, subcommand, watchOption } from '#discord/commandDefinition.ts';
import { timeZoneChoices } from '#discord/zonedTime.ts';
import type { Texts } from '#text/texts.ts';
import { addOnce, addRepeated } from './maintenanceAdd.ts';
import { listMaintenance, removeMaintenance, windowChoices } from './maintenanceList.ts';
import { forAsker, watchChoices } from './managers.ts';

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

const textOption = (texts: Texts, name: string, key: 'option.from' | 'option.cron') => ({
  type: ApplicationCommandOptionType.String as const,
  name,
  ...described(texts, key),
  required: true,
});

const minutesOption = (texts: Texts, most: number) => ({
  type: ApplicationCommandOptionType.Integer as const,
  name: 'minutes',
  ...described(texts, 'option.minutes'),
  required: true,
  min_value: 1,
  max_value: most,
});

/** /maintenance: work on a server that is planned, once or by a schedule; outages in that time are not told. */
export const maintenance: Command = {
  name: 'maintenance',
  about: 'command.maintenance',
  group: 'tell',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: false,
  options: (texts) => [
    subcommand(texts, 'once', 'command.maintenance.once', [
      watchOption(texts, 'option.watchOrAll'),
      textOption(texts, 'from', 'option.from'),
      minutesOption(texts, WEEK_MINUTES),
      completedOption(texts, 'time_zone', 'option.zone', true),
    ]),
    subcommand(texts, 'repeat', 'command.maintenance.repeat', [
      watchOption(texts, 'option.watchOrAll'),
      textOption(texts, 'cron', 'option.cron'),
      minutesOption(texts, DAY_MINUTES),
      completedOption(texts, 'time_zone', 'option.zone', true),
    ]),
    subcommand(texts, 'list', 'command.maintenance.list'),
    subcommand(texts, 'remove', 'command.maintenance.remove', [
      completedOption(texts, 'window', 'option.window', true),
    ]),
  ],
  answer: (ask, desk) =>
    forAsker(ask, desk, (t) => {
      switch (ask.options.getSubcommand()) {
        case 'once':
          return addOnce(ask, desk, t);
        case 'repeat':
          return addRepeated(ask, desk, t);
        case 'remove':
          return removeMaintenance(ask, desk, t);
        default:
          return listMaintenance(ask, desk, t);
      }
    }),
  complete(ask, desk) {
    const { name, value } = ask.options.getFocused(true);
    switch (name) {
      case 'server':
        return watchChoices(ask, desk, true);
      case 'window':
        return windowChoices(ask, desk);
      default:
        return timeZoneChoices(value, desk.now());
    }
  },
};
