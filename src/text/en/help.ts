/** Answers of /help, /about and /privacy. */
export const help = {
  'command.help': 'What I can do, of it what you may use',
  'command.about': 'Who I am, how I am doing and what I keep',
  'command.privacy': 'What I keep, for how long, and how to have it deleted',
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
  'privacy.title': 'What I keep, and for how long',
  'privacy.guild': 'About Discord servers',
  'privacy.guild.kept':
    'What is set up with my commands: channels, roles, game servers, who paused one of them. It stays until it is deleted; once I am removed from a Discord server, all of it goes by itself after {{kept}}. Administrators delete everything at once with {{wipe}}.',
  'privacy.person': 'About you',
  'privacy.person.kept':
    'What you asked me to tell you in direct messages: for {{kept}}, unless you renew it. {{list}} shows it, {{forget}} deletes it all at once.',
  'privacy.servers': 'About game servers',
  'privacy.servers.kept':
    'How many play, slots, ping, up or down, and the outages: for {{kept}}. Names of players are those of the last look only, to tell who joins and leaves; the history has none.',
  'privacy.never': 'What I never keep',
  'privacy.never.kept':
    'Your messages (I do not even read them), lists of members, passwords of consoles.',
  'privacy.copies': 'Copies',
  'privacy.copies.kept': 'Whoever runs this bot may have backups of it: ask there about them.',
} as const;
