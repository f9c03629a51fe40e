import type { ApplicationCommandOptionChoiceData } from 'discord.js';
import type { Desk } from '#discord/command.ts';
import { plain } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { findWatched } from '#discord/lookUp.ts';
import { LONGEST_LABEL } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import type { Ask, Typing } from './managers.ts';

/** What is typed for the name that the server itself has. */
const ITS_OWN = '-';

/** The option "name": what people call the server; null = as the server calls itself, undefined = nothing was said. */
export function readLabel({ options }: Pick<Ask, 'options'>): string | null | undefined {
  const label = plain(options.getString('name') ?? '', LONGEST_LABEL);
  return label === '' ? undefined : label === ITS_OWN ? null : label;
}

/** What was typed, or the name that the server has now; and the way back to its own. */
export function labelChoices(
  { guildId, options }: Typing,
  desk: Desk,
  t: Translate,
): ApplicationCommandOptionChoiceData<string>[] {
  const server = findWatched(options.getString('server') ?? '', desk.watches.servers(guildId));
  const typed =
    plain(options.getFocused(), LONGEST_LABEL) || plain(server?.name ?? '', LONGEST_LABEL);
  const back = { name: plain(t('label.itsOwn'), LIMITS.choiceName), value: ITS_OWN };
  return [...(typed === '' || typed === ITS_OWN ? [] : [{ name: typed, value: typed }]), back];
}
