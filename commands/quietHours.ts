import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import type { Command, Desk, Reply } from '#discord/command.ts';
import {
  choice,
  completedOption,
  described,
  subcommand,
  watchOption,
} from '#discord/commandDefinition.ts';
import { inlineCode } from '#discord/foreignText.ts';
import { findTimeZone, readClock, timeZoneChoices } from '#discord/zonedTime.ts';
import type { QuietHours } from '#store/watchSettings.ts';
import type { Texts, Translate } from '#text/texts.ts';
import {
  type Ask,
  changeWatches,
  done,
  forAsker,
  problem,
  shownServers,
  wantedWatches,
  watchChoices,
} from './managers.ts';

const GIVEN = 60;

const clockOption = (texts: Texts, name: string, key: 'option.quietFrom' | 'option.quietTo') => ({
  type: ApplicationCommandOptionType.String as const,
  name,
  ...described(texts, key),
  required: true,
});

/** /quiet-hours: hours of the day in which nobody is pinged. The status goes on. */
export const quietHours: Command = {
  name: 'quiet-hours',
  about: 'command.quietHours',
  group: 'tell',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: false,
  options: (texts) => [
    subcommand(texts, 'set', 'command.quietHours.set', [
      watchOption(texts, 'option.watchOrAll'),
      clockOption(texts, 'from', 'option.quietFrom'),
      clockOption(texts, 'to', 'option.quietTo'),
      completedOption(texts, 'time_zone', 'option.zone', true),
      {
        type: ApplicationCommandOptionType.String,
        name: 'pings',
        ...described(texts, 'option.quietThen'),
        choices: [
          choice(texts, 'quiet.choice.drop', 'drop'),
          choice(texts, 'quiet.choice.wait', 'wait'),
        ],
      },
    ]),
    subcommand(texts, 'off', 'command.quietHours.off', [watchOption(texts, 'option.watchOrAll')]),
  ],
  answer: (ask, desk) => forAsker(ask, desk, (t) => answerQuietHours(ask, desk, t)),
  complete: (ask: AutocompleteInteraction<'cached'>, desk) =>
    ask.options.getFocused(true).name === 'server'
      ? watchChoices(ask, desk, true)
      : timeZoneChoices(ask.options.getFocused(), desk.now()),
};

async function answerQuietHours(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const servers = wantedWatches(ask, desk);
  if (servers.length === 0) {
    return problem(t('watch.unknown'));
  }
  const server = shownServers(servers, t);
  if (ask.options.getSubcommand() === 'off') {
    await changeWatches(ask.guildId, servers, desk, (watch) => ({ ...watch, quietHours: null }));
    return done(t('quiet.off', { server }));
  }
  const hours = readHours(ask, t);
  if (typeof hours === 'string') {
    return problem(hours);
  }
  await changeWatches(ask.guildId, servers, desk, (watch) => ({ ...watch, quietHours: hours }));
  const { from, to, timeZone: zone } = hours;
  return done(t(`quiet.on.${hours.pings}`, { server, from, to, zone: inlineCode(zone, GIVEN) }));
}

/** The hours as typed; a sentence when they are none. */
function readHours(ask: Ask, t: Translate): QuietHours | string {
  const typed = (name: string): string => ask.options.getString(name) ?? '';
  const given = (name: string) => ({ given: inlineCode(typed(name), GIVEN) || '?' });
  const from = readClock(typed('from'));
  const to = readClock(typed('to'));
  if (from === null || to === null) {
    return t('quiet.badClock', given(from === null ? 'from' : 'to'));
  }
  if (from === to) {
    return t('quiet.same');
  }
  const timeZone = findTimeZone(typed('time_zone'));
  if (timeZone === null) {
    return t('zone.bad', given('time_zone'));
  }
  return { from, to, timeZone, pings: ask.options.getString('pings') === 'wait' ? 'wait' : 'drop' };
}
