/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const board = {
  'board.title_one': '{{online}} de {{count}} servidor online',
  'board.title_many': '{{online}} de {{count}} de servidores online',
  'board.title_other': '{{online}} de {{count}} servidores online',
  'board.players_one': '{{count}} jogador',
  'board.players_many': '{{count}} de jogadores',
  'board.players_other': '{{count}} jogadores',
  'board.before': 'antes disso {{players}}',
  'board.noCluster': 'Sem cluster',
} as const;
