/** Russian for ../en; see there for what each text is for. */
export const help = {
  'command.help': 'Что я умею — из того, что доступно вам',
  'command.about': 'Кто я, как работаю и что храню',
  'help.title': 'Что я умею',
  'help.group.look': 'Узнать о сервере',
  'help.group.watch': 'Следить за серверами',
  'help.group.tell': 'О чём и когда писать',
  'help.group.run': 'Управление',
  'help.group.bot': 'Обо мне',
  'help.elsewhere':
    'На сервере Discord, куда меня пригласили, я умею больше: держу сообщения о статусе и пишу, когда игровой сервер упал.',
  'help.shorter': 'Команды, которые вам здесь недоступны, не показаны.',
  'about.title': 'Crowsnest {{version}}',
  'about.what':
    'Я слежу за игровыми серверами: сообщение о статусе обновляется само, а о падении и возвращении сервера узнают те, кому надо, — один раз.',
  'about.watched': 'Серверов под присмотром',
  'about.running': 'Работаю',
  'about.latency': 'Discord отвечает за',
  'about.data': 'Что я храню',
  'about.kept':
    'То, что настроено моими командами, и ответы игровых серверов, например кто на них играет; ваших сообщений я даже не читаю.',
  'about.source': 'Исходный код',
} as const;
