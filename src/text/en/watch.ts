/** Answers of /watch, and what the bot may do in channels. */
export const watch = {
  'watch.notAllowed': 'You need the Manage Server permission for this.',
  'watch.added.title': 'Watching {{server}}',
  'watch.added.online': '[The status message]({{link}}) keeps itself up to date.',
  'watch.added.offline':
    'It does not answer right now. [The status message]({{link}}) changes as soon as the server is up.',
  'watch.added.notPinned': 'I could not pin the message.',
  'watch.added.notices': 'When it goes down or comes back I say so in {{channel}}.',
  'watch.added.pings': 'I ping {{role}} then.',
  'watch.added.later':
    'The watch is saved, but Discord did not take the status message yet. I keep trying; /watch list shows how it stands.',
  'watch.duplicate': 'That server already has a status message in {{channel}}.',
  'watch.full_one': 'This server can watch {{count}} game server. Remove it first.',
  'watch.full_other': 'This server can watch {{count}} game servers. Remove one first.',
  'watch.unknown': 'No such watch here. Pick one from the list.',
  'watch.removed': '{{server}} is no longer watched.',
  'watch.removed.messageGone': 'Its status message was already gone.',
  'watch.removed.messageStays': 'I could not delete its status message; delete it by hand.',
  'watch.list.title': 'Watched servers',
  'watch.list.none': 'Nothing is watched here yet. Start with /watch add.',
  'watch.list.status': '[status message]({{link}})',
  'watch.list.noMessage': 'status in {{channel}}, not posted yet',
  'watch.list.notices': 'notices {{channel}}',
  'watch.list.joinLeave': 'joins and leaves',
  'watch.list.notPinned': 'not pinned',
  'trouble.channel-gone': 'The channel is gone.',
  'trouble.guild-gone': 'I am not on this server any more.',
  'trouble.permission': 'I am missing permissions: {{facts}}.',
  'trouble.refused': 'Discord refused the message: {{facts}}.',
  'trouble.retry': 'Next try {{time}}.',
  'channel.kind':
    '{{channel}} is not a channel I can keep a status message in. Pick a text channel or a thread.',
  'channel.announcement':
    '{{channel}} is an announcement channel. Discord allows only a few edits an hour there: pick a text channel.',
  'channel.missing': 'In {{channel}} I am missing: {{permissions}}.',
  'channel.fix':
    'Open the settings of the channel, Permissions, and allow them for my role. An override of the channel counts more than the role.',
  'channel.rolePing':
    'I cannot ping {{role}} in {{channel}}: make the role mentionable, or allow me {{permissions}}.',
  'channel.everyone': '@everyone is no role I ping. Pick another one.',
  'channel.noName':
    '{{channel}} cannot show a status in its name. Pick a text, voice or category channel.',
  'permission.ViewChannel': 'View Channel',
  'permission.SendMessages': 'Send Messages',
  'permission.SendMessagesInThreads': 'Send Messages in Threads',
  'permission.EmbedLinks': 'Embed Links',
  'permission.ReadMessageHistory': 'Read Message History',
  'permission.PinMessages': 'Pin Messages',
  'permission.MentionEveryone': 'Mention @everyone, @here and All Roles',
  'permission.ManageThreads': 'Manage Threads',
  'permission.ManageChannels': 'Manage Channels',
  'permission.Connect': 'Connect',
} as const;
