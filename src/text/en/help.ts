/** Answers of /help and /about. */
export const help = {
  'command.help': 'What I can do, of it what you may use',
  'command.about': 'Who I am, how I am doing and what I keep',
  'help.title': 'What I can do',
  'help.group.look': 'Look a server up',
  'help.group.watch': 'Watch servers',
  'help.group.tell': 'Who is told what, and when',
  'help.group.run': 'Run servers',
  'help.group.bot': 'About me',
  'help.elsewhere':
    'On a Discord server that has me I can do more: keep status messages up to date and tell when a game server goes down.',
  'help.start': 'Nothing is watched here yet: {{setup}} takes less than a minute.',
  'help.shorter': 'What you may not use here is left out.',
  'about.title': 'Crowsnest {{version}}',
  'about.what':
    'I watch game servers: a status message keeps itself up to date, and the right people are told, once, when a server goes down and when it is back.',
  'about.watched': 'Servers I watch',
  'about.running': 'Started',
  'about.latency': 'Discord answers in',
  'about.data': 'What I keep',
  'about.kept':
    'What you set up with my commands, what you asked me to tell you (/my forget deletes that), and what the watched servers answer, such as who plays there; your messages I do not even read.',
  'about.source': 'Source code',
} as const;
