/** Lists that are followed. */
export const follow = {
  'command.follow': 'Follow a list: one message with its servers, and notices of new ones',
  'command.follow.add': 'Follow the servers of a list that fit',
  'command.follow.list': 'Show which lists are followed here',
  'command.follow.remove': 'Follow a list no longer and delete its message',
  'option.follow.channel': 'Where the message with the servers goes (default: here)',
  'option.follow.notices': 'Where I say which server is new or gone (default: the same channel)',
  'option.follow.role': 'Role to ping when a server is new',
  'option.follow.list': 'The list to follow no longer',
  'follow.noPassword': 'no password',
  'follow.none': 'No server on this list fits right now. One that comes shows up here by itself.',
  'follow.missing': 'left the list {{time}}',
  'follow.tooLong_one':
    'The list has become too long to follow: only the first {{count}} is shown, and I no longer tell which are new or gone.',
  'follow.tooLong_other':
    'The list has become too long to follow: only the first {{count}} are shown, and I no longer tell which are new or gone.',
  'follow.lastRead': 'Last read {{time}}.',
  'follow.add.tooLong_one':
    'This list has {{total}} servers, and I can follow {{count}} at most. Narrow it down with game, map, name, tags or cluster.',
  'follow.add.tooLong_other':
    'This list has {{total}} servers, and I can follow {{count}} at most. Narrow it down with game, map, name, tags or cluster.',
  'follow.duplicate': 'This list is already followed in {{channel}}.',
  'follow.added.title': 'Following: {{list}}',
  'follow.added.notices': 'When a server is new or gone I say so in {{channel}}.',
  'follow.added.pings': 'I ping {{role}} when one is new.',
  'follow.list.title': 'Followed lists',
  'follow.list.none': 'No list is followed here yet. Start with /follow add.',
  'follow.unknown': 'No such list is followed here. Pick one of those that are offered.',
  'follow.removed': 'No longer followed: {{list}}',
  'notice.listed': '🆕 A new server is on the list.',
  'notice.listed.text': 'New on the list: {{list}}.',
  'notice.delisted': '👋 A server is gone from the list.',
  'notice.delisted.quit': 'It said goodbye and was shut down. List: {{list}}.',
  'notice.delisted.silent': 'It no longer answers, without a goodbye. List: {{list}}.',
  'notice.delisted.unlisted': 'It is no longer on the list: {{list}}.',
  'notice.farewell.quit': 'It said goodbye first: somebody shut it down.',
  'notice.farewell.none': 'It did not say goodbye: it crashed, or its machine or network is gone.',
} as const;
