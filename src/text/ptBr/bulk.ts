/** /watch bulk. */
export const bulk = {
  'command.watch.bulk': 'Acompanha muitos servidores de uma vez: um formulário recebe os endereços',
  'watch.bulk.form': 'Muitos servidores de uma vez',
  'watch.bulk.servers': 'Um endereço por linha',
  'watch.bulk.hint':
    'HOST:PORTA, com o jogo depois se o servidor não disser. O que vem depois de # é comentário.',
  'watch.bulk.none': 'Não havia endereço nenhum. Escreva um HOST:PORTA por linha.',
  'watch.bulk.title_one': '{{added}} de {{count}} servidor adicionado',
  'watch.bulk.title_many': '{{added}} de {{count}} servidores adicionados',
  'watch.bulk.title_other': '{{added}} de {{count}} servidores adicionados',
  'watch.bulk.left_one': 'Mais {{count}} linha não foi lida: use /watch bulk de novo com ela.',
  'watch.bulk.left_many':
    'Mais {{count}} linhas não foram lidas: use /watch bulk de novo com elas.',
  'watch.bulk.left_other':
    'Mais {{count}} linhas não foram lidas: use /watch bulk de novo com elas.',
} as const;
