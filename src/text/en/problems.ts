/** Why something did not work, and what to do about it. */
export const problems = {
  'reason.timeout': 'No answer from {{address}}.',
  'reason.refused': 'The machine at {{address}} is up, but nothing is listening on that port.',
  'reason.dns': 'The name in {{address}} could not be resolved.',
  'reason.address-refused':
    'I am not allowed to ask {{address}}: private and reserved addresses and ports below 1024 are off limits. Give the public address.',
  'reason.banned': '{{address}} answered that it has banned me.',
  'reason.bad-reply': '{{address}} answered, but not with anything a game server says.',
  'reason.challenge-loop': '{{address}} keeps sending new challenges instead of an answer.',
  'reason.unsupported': '{{address}} does not answer the way this game does.',
  'reason.query-disabled': '{{address}} has its query interface switched off.',
  'reason.not-asked':
    'I did not get round to asking {{address}}: many questions to that address are waiting.',
  'reason.aborted': 'The question to {{address}} was cut short.',
  'outcome.answered': 'answered',
  'outcome.timeout': 'no answer',
  'outcome.refused': 'nothing listens there',
  'outcome.dns': 'name not found',
  'outcome.address-refused': 'not allowed',
  'outcome.banned': 'banned me',
  'outcome.bad-reply': 'odd answer',
  'outcome.challenge-loop': 'endless challenges',
  'outcome.unsupported': 'another protocol',
  'outcome.query-disabled': 'query switched off',
  'outcome.not-asked': 'not asked',
  'outcome.aborted': 'cut short',
  'outcome.other-server': 'another server answers there',
  'target.title': 'That is not a server I can ask',
  'target.empty':
    'Give me a server: `HOST:PORT`, for example `203.0.113.5:27015`, or pick a watched one from the list.',
  'target.bad-host':
    '{{given}} is neither a host name nor an IP address. Write `HOST:PORT`, for example `play.example.com:27015`.',
  'target.bad-port': '{{given}} is not a port. A port is a number from 1 to 65535.',
  'target.port-zero': 'Port 0 cannot be asked. A port is a number from 1 to 65535.',
  'target.port-too-large': 'There is no port {{given}}. A port is a number from 1 to 65535.',
  'target.port-needed':
    '{{given}} needs a port or a game. Write `HOST:PORT`, or pick the game and I ask its usual port.',
  'target.not-by-address':
    '{{given}} servers cannot be asked by address: they want an account, a token or a password. I cannot watch them.',
  'target.unknown-game':
    'I know no game called {{given}}. Pick one from the list, or leave it out: most servers tell it themselves.',
  'target.bad-encoding':
    '{{given}} is not a text encoding I know. Try `utf-8`, `windows-1251` or `windows-1252`.',
  'target.fake-ip':
    '{{given}} is a Steam relay address that only the game itself can reach. Give the real address of the server.',
  'error.internal':
    'That was my fault. Try again; if it stays, tell whoever runs me this number: {{reference}}',
  'error.discord': 'Discord is having trouble. Try again in a moment.',
  'error.starting': 'I am still starting up here. Try again in a moment.',
  'error.serversOnly': 'This works in a server only, not in private messages.',
  'error.administratorsOnly': 'Only administrators of this Discord server can do that.',
  'error.unknownCommand': 'I do not know this command any more. Reload Discord and try again.',
  'cooldown.wait_one': 'Easy: try again in {{count}} second.',
  'cooldown.wait_other': 'Easy: try again in {{count}} seconds.',
  'button.stale': 'This button is too old for me. Run the command again.',
  'button.notYours':
    'Only {{user}} can turn these pages. Run the command yourself to get your own.',
  'button.gone': 'That server is no longer watched here. Run the command again.',
} as const;
