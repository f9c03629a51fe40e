/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const history = {
  'history.heading.players': 'Jogadores, {{period}}',
  'history.heading.ping': 'Ping em ms, {{period}}',
  'history.heading.uptime': 'Disponibilidade, {{period}}',
  'history.last.day': 'últimas 24 horas',
  'history.last.week': 'últimos 7 dias',
  'history.last.month': 'últimos 30 dias',
  'history.last.year': 'últimos 12 meses',
  'history.empty': 'Ainda não se sabe nada desse período',
  'history.legend.most': 'máximo',
  'history.legend.slots_one': '{{count}} vaga',
  'history.legend.slots_many': '{{count}} vagas',
  'history.legend.slots_other': '{{count}} vagas',
  'history.legend.down': 'fora do ar',
  'history.legend.less': 'menos',
  'history.legend.unknown': 'sem dados',
} as const;
