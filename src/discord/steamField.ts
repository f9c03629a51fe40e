import type { APIEmbed } from 'discord.js';
import type { SteamVisibility } from '#snapshot/steamVisibility.ts';
import type { Translate } from '#text/texts.ts';
import { withFields } from './embedBudget.ts';
import { inlineCode } from './foreignText.ts';

const REJECT = 60;

/** The embed of a server with a field more: whether Steam shows it to players, and why not. */
export function withSteam(embed: APIEmbed, told: SteamVisibility, t: Translate): APIEmbed {
  const { fields = [], ...rest } = embed;
  return withFields(rest, [...fields, { name: t('steam.field'), value: words(told, t) }]);
}

function words(told: SteamVisibility, t: Translate): string {
  switch (told.state) {
    case 'hidden':
      return t('steam.hidden', { reject: inlineCode(told.reject, REJECT) });
    case 'failed':
      return `${t('steam.failed')} ${t(`find.fault.${told.fault}`)}`;
    default:
      return t(`steam.${told.state}`);
  }
}
