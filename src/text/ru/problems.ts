/** Russian for ../en; see there for what each text is for. */
export const problems = {
  'reason.timeout': '{{address}} не отвечает.',
  'reason.refused': 'Машина по адресу {{address}} работает, но на этом порту никто не слушает.',
  'reason.dns': 'Не удалось узнать IP-адрес для {{address}}.',
  'reason.address-refused':
    'Опрашивать {{address}} мне нельзя: частные и служебные адреса и порты ниже 1024 запрещены. Укажите внешний адрес.',
  'reason.banned': '{{address}} отвечает, что забанил меня.',
  'reason.bad-reply': '{{address}} ответил, но игровые серверы так не отвечают.',
  'reason.challenge-loop': '{{address}} вместо ответа без конца шлёт новые проверки.',
  'reason.unsupported': '{{address}} отвечает не так, как принято в этой игре.',
  'reason.query-disabled': 'На {{address}} отключены запросы о состоянии.',
  'reason.not-asked':
    'До {{address}} не дошла очередь: к этому адресу сейчас слишком много запросов.',
  'reason.aborted': 'Запрос к {{address}} прервался.',
  'outcome.answered': 'ответил',
  'outcome.timeout': 'нет ответа',
  'outcome.refused': 'никто не слушает',
  'outcome.dns': 'имя не найдено',
  'outcome.address-refused': 'нельзя',
  'outcome.banned': 'бан',
  'outcome.bad-reply': 'странный ответ',
  'outcome.challenge-loop': 'бесконечные проверки',
  'outcome.unsupported': 'другой протокол',
  'outcome.query-disabled': 'запросы отключены',
  'outcome.not-asked': 'очередь не дошла',
  'outcome.aborted': 'прервано',
  'outcome.other-server': 'там отвечает другой сервер',
  'target.title': 'Такой сервер я опросить не могу',
  'target.empty':
    'Укажите сервер: `HOST:PORT`, например `203.0.113.5:27015`, или выберите из списка.',
  'target.bad-host':
    '{{given}} не похоже ни на имя, ни на IP-адрес. Пишите `HOST:PORT`, например `play.example.com:27015`.',
  'target.bad-port': '{{given}} — это не порт. Порт — число от 1 до 65535.',
  'target.port-zero': 'Порт 0 опросить нельзя. Порт — число от 1 до 65535.',
  'target.port-too-large': 'Порта {{given}} не бывает. Порт — число от 1 до 65535.',
  'target.port-needed':
    'Для {{given}} нужен порт или игра. Пишите `HOST:PORT` или выберите игру, тогда спрошу её обычный порт.',
  'target.not-by-address':
    'Серверы {{given}} нельзя опросить по адресу: им нужны учётная запись, токен или пароль. Следить за ними я не могу.',
  'target.unknown-game':
    'Игры {{given}} я не знаю. Выберите из списка или не указывайте: обычно сервер сам её называет.',
  'target.bad-encoding':
    'Кодировки {{given}} я не знаю. Попробуйте `utf-8`, `windows-1251` или `windows-1252`.',
  'target.fake-ip':
    '{{given}} — адрес ретранслятора Steam, до него доберётся только сама игра. Укажите настоящий адрес сервера.',
  'error.internal':
    'Это моя ошибка. Попробуйте ещё раз; если повторится, передайте тому, кто меня запустил, номер {{reference}}',
  'error.discord': 'У Discord неполадки. Попробуйте чуть позже.',
  'error.starting': 'Я здесь ещё запускаюсь. Попробуйте чуть позже.',
  'error.serversOnly': 'Это работает только на сервере, не в личных сообщениях.',
  'error.administratorsOnly': 'Это могут только администраторы этого сервера Discord.',
  'error.unknownCommand':
    'Такой команды у меня больше нет. Перезапустите Discord и попробуйте снова.',
  'cooldown.wait_one': 'Не так быстро: попробуйте через {{count}} секунду.',
  'cooldown.wait_few': 'Не так быстро: попробуйте через {{count}} секунды.',
  'cooldown.wait_many': 'Не так быстро: попробуйте через {{count}} секунд.',
  'cooldown.wait_other': 'Не так быстро: попробуйте через {{count}} секунды.',
  'button.stale': 'Эта кнопка слишком старая. Запустите команду заново.',
  'button.notYours':
    'Листать здесь может только {{user}}. Запустите команду сами, и у вас будет свой список.',
  'button.gone': 'За этим сервером здесь больше не следят. Запустите команду заново.',
} as const;
