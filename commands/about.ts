import type { APIEmbedField } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { askersLanguage, type Command, type Desk, type Reply } from '#discord/command.ts';
import { timeStamp } from '#discord/serverWords.ts';
import type { Translate } from '#text/texts.ts';

/** /about: what the bot is, how it is doing, what it keeps. */
export const about: Command = {
  name: 'about',
  about: 'command.about',
  group: 'bot',
  reach: 'anywhere',
  looksUp: false,
  answer: (ask, desk) => ({
    seenBy: 'asker',
    make: () => aboutReply(desk, desk.texts.in(askersLanguage(ask))),
  }),
};

function aboutReply({ about: facts, watches }: Desk, t: Translate): Reply {
  const { version, source, startedAt } = facts;
  const ping = facts.pingMs();
  const fields: APIEmbedField[] = [
    { name: t('about.watched'), value: String(watches.counts().servers), inline: true },
    { name: t('about.running'), value: timeStamp(startedAt), inline: true },
    ...(ping === null
      ? []
      : [{ name: t('about.latency'), value: t('footer.ping', { ms: ping }), inline: true }]),
    { name: t('about.data'), value: t('about.kept') },
    ...(source === null ? [] : [{ name: t('about.source'), value: source }]),
  ];
  return {
    embeds: [
      {
        title: t('about.title', { version }),
        description: t('about.what'),
        color: COLOURS.plain,
        fields,
      },
    ],
  };
}
