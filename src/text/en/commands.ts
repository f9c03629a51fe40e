/** Descriptions of the slash commands, at most 100 characters each. Names stay English in every language. */
export const commands = {
  'command.status': 'Is the server up? Players, map, address',
  'command.players': 'Who is playing on a server',
  'command.rules': 'The settings a server publishes',
  'command.watch': 'Watch game servers in this Discord server',
  'command.watch.add': 'Keep a status message of a server up to date and tell when it goes down',
  'command.watch.list': 'Show what is watched here, and what is in the way',
  'command.watch.remove': 'Stop watching a server and delete its status message',
  'option.server': 'A watched server, or HOST:PORT',
  'option.address': 'HOST:PORT of the game server',
  'option.game': 'The game, if the server does not tell it itself',
  'option.watched': 'The server to stop watching',
  'option.channel': 'Where the status message goes (default: here)',
  'option.notices': 'Where I say that it went down or came back (default: the same channel)',
  'option.role': 'Role to ping when it goes down and when it is back',
  'option.joinLeave': 'Also tell who joins and who leaves',
} as const;
