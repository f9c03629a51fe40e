import type { GuildSetUp } from './guildSetUp.ts';
import { USUAL_EVERYONE } from './permissionBits.ts';

const NAMES = ['Lighthouse', 'Lagoon', 'Shipyard', 'Coral Bay', 'North Pier'] as const;

const PEOPLE: GuildSetUp['members'] = [
  { name: 'ada', displayName: 'Ada' },
  { name: 'marlow', displayName: 'Marlow', roles: ['Keepers', 'Players'] },
  { name: 'pip', displayName: 'Pip', roles: ['Players'] },
];

/**
 * A guild as somebody founds it to try a bot: a few channels, two roles, nothing configured, the bot not in it yet. It belongs
 * to the founder, who is named by user name.
 */
export function freshGuild({
  number,
  locale,
  founder,
}: {
  number: number;
  locale: string;
  founder: string;
}): GuildSetUp {
  const place = NAMES[(number - 1) % NAMES.length] ?? NAMES[0];
  const round = Math.ceil(number / NAMES.length);
  return {
    name: round > 1 ? `${place} ${round}` : place,
    locale,
    everyone: USUAL_EVERYONE,
    bot: null,
    roles: [
      { name: 'Players', mentionable: true, color: 0x3498db },
      { name: 'Keepers', permissions: ['MANAGE_GUILD'], color: 0xf1c40f },
    ],
    members: [{ name: founder }, ...PEOPLE.filter(({ name }) => name !== founder)],
    channels: [
      { name: 'welcome', system: true, topic: 'Say hello' },
      { name: 'Games', type: 'category' },
      { name: 'servers', parent: 'Games' },
      { name: 'chat', parent: 'Games' },
      {
        name: 'keepers-only',
        overwrites: [
          { role: '@everyone', deny: ['VIEW_CHANNEL'] },
          { role: 'Keepers', allow: ['VIEW_CHANNEL'] },
        ],
      },
    ],
  };
}
