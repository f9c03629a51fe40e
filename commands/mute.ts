import { PermissionFlagsBits } from 'discord.js';
import { askersLanguage, type Command, type Desk, type Reply } from '#discord/command.ts';
import { completedOption, watchOption } from '#discord/commandDefinition.ts';
import { durationWords } from '#discord/durationWords.ts';
import { timeStamp } from '#discord/serverWords.ts';
import type { Translate } from '#text/texts.ts';
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
import { readSpan, spanChoices } from './spanOption.ts';

const OFF = 'off';
const DAY_MS = 86_400_000;
const LONGEST_MS = 365 * DAY_MS;
/** What is offered, in minutes. */
const OFFERED = ['15m', '30m', '1h', '4h', '8h', '1d', '3d', '7d'];

/** /mute: no notices about a server for a while, or about all of them. */
export const mute: Command = {
  name: 'mute',
  about: 'command.mute',
  group: 'tell',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: false,
  options: (texts) => [
    watchOption(texts, 'option.watchOrAll'),
    completedOption(texts, 'for', 'option.muteFor', true),
  ],
  answer: (ask, desk) => forAsker(ask, desk, (t) => answerMute(ask, desk, t)),
  complete(ask, desk) {
    const { name, value } = ask.options.getFocused(true);
    if (name === 'server') {
      return watchChoices(ask, desk, true);
    }
    const t = desk.texts.in(askersLanguage(ask));
    const off = { name: t('mute.choice.off'), value: OFF };
    return [...spanChoices(value, OFFERED, t), ...(value === '' || value === OFF ? [off] : [])];
  },
};

async function answerMute(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const servers = wantedWatches(ask, desk);
  if (servers.length === 0) {
    return problem(t('watch.unknown'));
  }
  const typed = ask.options.getString('for') ?? '';
  const span = typed.trim().toLowerCase() === OFF ? 0 : readSpan(typed, LONGEST_MS, t);
  if (typeof span === 'string') {
    return problem(span);
  }
  const until = span === 0 ? null : desk.now() + span;
  await changeWatches(ask.guildId, servers, desk, (watch) => ({ ...watch, mutedUntil: until }));
  const server = shownServers(servers, t);
  return done(
    until === null
      ? t('mute.off', { server })
      : t('mute.on', { server, time: `${timeStamp(until, 'f')} (${durationWords(span, t)})` }),
  );
}
