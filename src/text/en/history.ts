/** What was seen of servers over time: pictures, uptime. */
export const history = {
  'history.heading.players': 'Players, {{period}}',
  'history.heading.ping': 'Ping in ms, {{period}}',
  'history.heading.uptime': 'Uptime, {{period}}',
  'history.last.day': 'last 24 hours',
  'history.last.week': 'last 7 days',
  'history.last.month': 'last 30 days',
  'history.last.year': 'last 12 months',
  'history.empty': 'Nothing is known of this time yet',
  'history.legend.most': 'most at once',
  'history.legend.slots_one': '{{count}} slot',
  'history.legend.slots_other': '{{count}} slots',
  'history.legend.down': 'down',
  'history.legend.less': 'less',
  'history.legend.unknown': 'not known',
} as const;
