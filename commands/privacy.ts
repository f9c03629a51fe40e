import { COLOURS } from '#discord/colours.ts';
import { askersLanguage, type Command, type Desk, type Reply } from '#discord/command.ts';
import { durationWords } from '#discord/durationWords.ts';
import { KEPT_DAYS } from '#monitor/departures.ts';
import { WISH_LIFE_MS } from '#monitor/wishChange.ts';
import type { Translate } from '#text/texts.ts';

const DAY_MS = 86_400_000;

/** /privacy: what is kept, for how long, and how to have it deleted. */
export const privacy: Command = {
  name: 'privacy',
  about: 'command.privacy',
  group: 'bot',
  reach: 'anywhere',
  looksUp: false,
  answer: (ask, desk) => ({
    seenBy: 'asker',
    make: () => privacyReply(desk, desk.texts.in(askersLanguage(ask))),
  }),
};

function privacyReply({ about, mention }: Desk, t: Translate): Reply {
  const days = (count: number): string => durationWords(count * DAY_MS, t);
  const wipe = mention('config wipe');
  const [list, forget] = [mention('my list'), mention('my forget')];
  const fields = [
    { name: t('privacy.guild'), value: t('privacy.guild.kept', { kept: days(KEPT_DAYS), wipe }) },
    {
      name: t('privacy.person'),
      value: t('privacy.person.kept', { kept: durationWords(WISH_LIFE_MS, t), list, forget }),
    },
    {
      name: t('privacy.servers'),
      value: t('privacy.servers.kept', { kept: days(about.historyDays) }),
    },
    { name: t('privacy.never'), value: t('privacy.never.kept') },
    { name: t('privacy.copies'), value: t('privacy.copies.kept') },
  ];
  return { embeds: [{ title: t('privacy.title'), color: COLOURS.plain, fields }] };
}
