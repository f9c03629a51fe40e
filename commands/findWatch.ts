import { type BaseInteraction, type ButtonInteraction, ButtonStyle } from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import { askersLanguage, type ComponentRow, type Desk, type Reply } from '#discord/command.ts';
import { foundTarget, foundValue } from '#discord/findPages.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Translate } from '#text/texts.ts';
import { mayManage, problem } from './managers.ts';
import { addWatch } from './watchAdd.ts';
import { placeProblems } from './placeProblems.ts';
import { readPlacesHere } from './watchPlaces.ts';

/** A button that watches the server in this channel, for those who may manage the guild, where the bot is in it. */
export function watchButton(
  target: Target,
  snapshot: Snapshot,
  asker: BaseInteraction,
  t: Translate,
): ComponentRow[] {
  const subject = foundValue({ ...target, port: target.port ?? snapshot.target.port });
  const canWatch = asker.inCachedGuild() && mayManage(asker);
  return subject === null || !canWatch || snapshot.reason === 'address-refused'
    ? []
    : buttonRows([
        button({ command: 'find', subject }, t('find.watch'), { style: ButtonStyle.Primary }),
      ]);
}

/** Watches the server of the button in the channel it was pressed in, status and notices alike, as /watch add does. */
export async function watchFound(
  subject: string,
  press: ButtonInteraction,
  desk: Desk,
  signal: AbortSignal,
): Promise<Reply> {
  const t = desk.texts.in(askersLanguage(press));
  const target = foundTarget(subject);
  if (target === null || !press.inCachedGuild()) {
    return { content: t('button.gone') };
  }
  if (!mayManage(press)) {
    return { content: t('watch.notAllowed') };
  }
  const places = readPlacesHere(press);
  if (places === null) {
    return problem(t('error.starting'));
  }
  const problems = placeProblems(places, press.guildId, t);
  return problems.length > 0
    ? problem(problems.join('\n\n'))
    : (await addWatch(press, { desk, t, target, places, joins: 'off', signal })).reply;
}
