/** Russian for ../en; see there for what each text is for. */
export const commands = {
  'command.status': 'Работает ли сервер: игроки, карта, адрес',
  'command.players': 'Кто играет на сервере',
  'command.rules': 'Настройки, которые публикует сервер',
  'command.watch': 'Следить за игровыми серверами здесь, в Discord',
  'command.watch.add': 'Держать сообщение о статусе сервера и писать, когда он упал',
  'command.watch.list': 'Показать, за чем слежу и что мешает',
  'command.watch.remove': 'Перестать следить за сервером и удалить сообщение о статусе',
  'option.server': 'Сервер из списка или HOST:PORT',
  'option.address': 'HOST:PORT игрового сервера',
  'option.game': 'Игра, если сервер сам её не называет',
  'option.watched': 'За каким сервером больше не следить',
  'option.channel': 'Где будет сообщение о статусе (по умолчанию здесь)',
  'option.notices': 'Где писать, что сервер упал или вернулся (по умолчанию там же)',
  'option.role': 'Роль, которую упомянуть, когда сервер упал и когда вернулся',
  'option.joinLeave': 'Писать ещё, кто зашёл и кто вышел',
} as const;
