/** Russian for ../en; see there for what each text is for. */
export const history = {
  'history.heading.players': 'Игроки, {{period}}',
  'history.heading.ping': 'Пинг в мс, {{period}}',
  'history.heading.uptime': 'Доступность, {{period}}',
  'history.last.day': 'последние 24 часа',
  'history.last.week': 'последние 7 дней',
  'history.last.month': 'последние 30 дней',
  'history.last.year': 'последние 12 месяцев',
  'history.empty': 'Об этом времени пока ничего не известно',
  'history.legend.most': 'максимум',
  'history.legend.slots_one': '{{count}} слот',
  'history.legend.slots_few': '{{count}} слота',
  'history.legend.slots_many': '{{count}} слотов',
  'history.legend.slots_other': '{{count}} слота',
  'history.legend.down': 'не работал',
  'history.legend.less': 'меньше',
  'history.legend.unknown': 'нет данных',
} as const;
