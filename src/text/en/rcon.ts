/** The console of SA:MP and open.mp servers: the form of /rcon and what comes of it. */
export const rcon = {
  'rcon.title': 'Console of {{server}}',
  'rcon.password': 'RCON password',
  'rcon.passwordHint': 'Goes to the server in clear text, as SA:MP has it. I keep it nowhere.',
  'rcon.command': 'Command',
  'rcon.commandHint': 'Such as: players. It is sent once and never repeated.',
  'rcon.notWatched':
    'Pick a SA:MP or open.mp server that is watched here: only those have a console.',
  'rcon.blank': 'The server answered with nothing but blank lines.',
  'rcon.cut': 'The server had more to say than I kept.',
  'rcon.wrongPassword':
    'The server says that the RCON password is wrong. It may log each try, and ban whoever keeps trying.',
  'rcon.refused': 'Nothing listens on that port: the server is not running.',
  'rcon.silent': 'The command was sent and the server is up, but nothing came back. That can mean:',
  'rcon.silentNoPing':
    'The command was sent and nothing came back, not even to a ping: the server may be down or not reachable from here. Or:',
  'rcon.silentMeans':
    '1. RCON is off there; in open.mp it is until `rcon.enable` is set, and without a password.\n2. Its queries are switched off (`query 0`).\n3. It has banned the machine I run on.\n4. The command prints nothing, as `say` and `kick` do: then it was carried out.\n5. A datagram was lost on the way, there or back.',
  'rcon.silentAdvice': 'I never repeat a command. `echo x` always prints, so it tells more.',
  'form.stale': 'This form is too old for me. Run the command again.',
} as const;
