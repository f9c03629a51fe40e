/** Russian for ../en; see there for what each text is for. */
export const board = {
  'board.title_one': 'В сети {{online}} из {{count}} сервера',
  'board.title_few': 'В сети {{online}} из {{count}} серверов',
  'board.title_many': 'В сети {{online}} из {{count}} серверов',
  'board.title_other': 'В сети {{online}} из {{count}} сервера',
  'board.players_one': '{{count}} игрок',
  'board.players_few': '{{count}} игрока',
  'board.players_many': '{{count}} игроков',
  'board.players_other': '{{count}} игрока',
  'board.before': 'до этого {{players}}',
  'board.noCluster': 'Без кластера',
} as const;
