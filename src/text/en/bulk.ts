/** /watch bulk. */
export const bulk = {
  'command.watch.bulk': 'Watch many servers at once: a form takes their addresses',
  'watch.bulk.form': 'Many servers at once',
  'watch.bulk.servers': 'One address a line',
  'watch.bulk.hint':
    'HOST:PORT, with a game behind it if the server does not tell it. What follows a # is a remark.',
  'watch.bulk.none': 'There was no address in it. Write one HOST:PORT a line.',
  'watch.bulk.title_one': 'Added {{added}} of {{count}} server',
  'watch.bulk.title_other': 'Added {{added}} of {{count}} servers',
  'watch.bulk.left_one': '{{count}} more line was not read: run /watch bulk again with it.',
  'watch.bulk.left_other': '{{count}} more lines were not read: run /watch bulk again with them.',
} as const;
