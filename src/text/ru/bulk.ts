/** /watch bulk. */
export const bulk = {
  'command.watch.bulk': 'Следить сразу за многими серверами: адреса вводятся в форму',
  'watch.bulk.form': 'Много серверов сразу',
  'watch.bulk.servers': 'По одному адресу в строке',
  'watch.bulk.hint':
    'ХОСТ:ПОРТ, за ним игра, если сервер сам её не сообщает. Всё после # — примечание.',
  'watch.bulk.none': 'Там не было ни одного адреса. Пишите по одному ХОСТ:ПОРТ в строке.',
  'watch.bulk.title_one': 'Добавлено: {{added}} из {{count}} сервера',
  'watch.bulk.title_few': 'Добавлено: {{added}} из {{count}} серверов',
  'watch.bulk.title_many': 'Добавлено: {{added}} из {{count}} серверов',
  'watch.bulk.title_other': 'Добавлено: {{added}} из {{count}} сервера',
  'watch.bulk.left_one': 'Ещё {{count}} строка не прочитана: повторите с ней /watch bulk.',
  'watch.bulk.left_few': 'Ещё {{count}} строки не прочитаны: повторите с ними /watch bulk.',
  'watch.bulk.left_many': 'Ещё {{count}} строк не прочитано: повторите с ними /watch bulk.',
  'watch.bulk.left_other': 'Ещё {{count}} строки не прочитано: повторите с ними /watch bulk.',
} as const;
