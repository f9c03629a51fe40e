/** Boards: several servers in one message. */
export const board = {
  'board.title_one': '{{online}} of {{count}} server online',
  'board.title_other': '{{online}} of {{count}} servers online',
  'board.players_one': '{{count}} player',
  'board.players_other': '{{count}} players',
  'board.before': '{{players}} before that',
  'board.noCluster': 'Without a cluster',
} as const;
