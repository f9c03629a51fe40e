import { ApplicationCommandOptionType } from 'discord.js';
import { type Command, guildLanguage } from '#discord/command.ts';
import { choice, described, watchOption } from '#discord/commandDefinition.ts';
import { historyReply, PERIODS, readWish, TOPICS } from './historyAnswer.ts';
import { answerExport } from './historyExport.ts';
import { forAsker, wantedWatch, watchChoices } from './managers.ts';
import { notWatched } from './watchedHistory.ts';

/** /history: a picture of what was seen of a watched server, for everybody; its samples as a file, for administrators. */
export const history: Command = {
  name: 'history',
  about: 'command.history',
  group: 'look',
  reach: 'guild',
  looksUp: false,
  options: (texts) => [
    watchOption(texts),
    {
      type: ApplicationCommandOptionType.String,
      name: 'period',
      ...described(texts, 'option.historyPeriod'),
      choices: PERIODS.map((period) => choice(texts, `history.choice.${period}`, period)),
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'what',
      ...described(texts, 'option.historyWhat'),
      choices: TOPICS.map((topic) => choice(texts, `history.choice.${topic}`, topic)),
    },
    {
      type: ApplicationCommandOptionType.Boolean,
      name: 'csv',
      ...described(texts, 'option.historyCsv'),
    },
  ],
  answer(ask, desk) {
    const server = wantedWatch(ask, desk);
    if (server === null) {
      return forAsker(ask, desk, (t) => notWatched(desk, t));
    }
    const { options, guildId } = ask;
    const topic = TOPICS.find((one) => one === options.getString('what')) ?? 'players';
    const period = PERIODS.find((one) => one === options.getString('period')) ?? 'week';
    if (options.getBoolean('csv') === true) {
      return answerExport(ask, desk, { server, period });
    }
    const language = guildLanguage(ask, desk);
    const t = desk.texts.in(language);
    const wish = { server, topic, period, userId: ask.user.id };
    return {
      seenBy: 'everyone',
      make: () => historyReply(wish, { guildId, desk, language, t }),
    };
  },
  complete: (ask, desk) => watchChoices(ask, desk),
  press(subject, press, desk) {
    const { guildId, user } = press;
    const language = guildLanguage(press, desk);
    const t = desk.texts.in(language);
    const wish = readWish(subject, desk.watches.servers(guildId));
    if (wish === null) {
      return { seenBy: 'asker', make: () => notWatched(desk, t) };
    }
    // Somebody else's picture stays as it is.
    const isTheirs = wish.userId === user.id;
    return {
      seenBy: isTheirs ? 'same' : 'asker',
      make: () => historyReply({ ...wish, userId: user.id }, { guildId, desk, language, t }),
    };
  },
};
