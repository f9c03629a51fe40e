/** Answers of /watch pause, resume and test. */
export const pause = {
  'command.watch.pause': 'Neither ask nor tell about a server until you resume it',
  'command.watch.resume': 'Watch a paused server again',
  'pause.on':
    '⏸️ {{server}}: I neither ask nor tell anything until /watch resume. The status message says so.',
  'pause.off': '▶️ {{server}}: watching again, from now on. What happened meanwhile is not told.',
  'pause.already': '{{server}}: paused already. /watch resume goes on.',
  'pause.notPaused': '{{server}}: not paused.',
  'command.watch.test': 'Send a notice as it would come, and say what is in the way',
  'option.ping': 'Really ping the role (default: only show it)',
  'test.mark': '🧪 Test:',
  'test.footer': 'This is a test. Nothing has happened.',
  'test.sent':
    '🧪 [Here it is]({{link}}) in {{channel}}: this is how I tell that the server went down.',
  'test.shown': '{{role}} is only shown. With `ping` it is called.',
  'test.noRole': 'There is no role to ping. Choose one with /watch edit.',
  'test.roleGone': 'The role to ping no longer exists. Choose another one with /watch edit.',
  'test.silent': 'Real notices stay away until {{time}}: muted, or planned work.',
} as const;
