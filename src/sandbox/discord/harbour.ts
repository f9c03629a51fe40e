import { LEAST_INVITE, USUAL_EVERYONE } from './permissionBits.ts';
import type { SetUp } from './setUp.ts';

/** Harbour: the guild that is there when nothing else is asked for. */
export const HARBOUR: SetUp = {
  botName: 'Crowsnest',
  guilds: [
    {
      name: 'Harbour',
      everyone: USUAL_EVERYONE,
      bot: LEAST_INVITE,
      roles: [
        { name: 'Watchmen', mentionable: true, color: 0x3ba55d },
        { name: 'Captains', mentionable: false, color: 0xe67e22 },
        { name: 'Harbour masters', permissions: ['MANAGE_GUILD'], color: 0x5865f2 },
      ],
      members: [
        { name: 'marlow', displayName: 'Marlow', roles: ['Captains'] },
        { name: 'ada', displayName: 'Ada', roles: ['Harbour masters', 'Watchmen'] },
        { name: 'pip', displayName: 'Pip', roles: ['Watchmen'] },
      ],
      channels: [
        { name: 'Servers', type: 'category' },
        { name: 'status', parent: 'Servers', topic: 'What our servers are doing now' },
        { name: 'alerts', parent: 'Servers', topic: 'Down, and back up' },
        { name: 'general', system: true },
        { name: 'news', type: 'announcement' },
        { name: 'Deck', type: 'voice' },
        { name: 'log-books', type: 'forum', tags: ['ark', 'rust'] },
        { name: 'night watch', type: 'publicThread', parent: 'general' },
      ],
    },
  ],
};
