/** Lists that are followed. */
export const follow = {
  'command.follow': 'Acompanha uma lista: uma mensagem com os servidores e avisos dos novos',
  'command.follow.add': 'Acompanha os servidores de uma lista que servem',
  'command.follow.list': 'Mostra quais listas são acompanhadas aqui',
  'command.follow.remove': 'Deixa de acompanhar uma lista e apaga a mensagem dela',
  'option.follow.channel': 'Onde fica a mensagem com os servidores (padrão: aqui)',
  'option.follow.notices': 'Onde eu aviso qual servidor é novo ou sumiu (padrão: o mesmo canal)',
  'option.follow.role': 'Cargo a mencionar quando aparece um servidor novo',
  'option.follow.list': 'A lista a não acompanhar mais',
  'follow.noPassword': 'sem senha',
  'follow.none':
    'Nenhum servidor desta lista serve agora. Quando aparecer um, ele entra aqui sozinho.',
  'follow.missing': 'saiu da lista {{time}}',
  'follow.tooLong_one':
    'A lista ficou longa demais: só o primeiro ({{count}}) aparece, e não aviso mais quais são novos ou sumiram.',
  'follow.tooLong_many':
    'A lista ficou longa demais: só os primeiros {{count}} aparecem, e não aviso mais quais são novos ou sumiram.',
  'follow.tooLong_other':
    'A lista ficou longa demais: só os primeiros {{count}} aparecem, e não aviso mais quais são novos ou sumiram.',
  'follow.lastRead': 'Última leitura {{time}}.',
  'follow.add.tooLong_one':
    'Esta lista tem {{total}} servidores, e eu acompanho no máximo {{count}}. Filtre por jogo, mapa, nome, tags ou cluster.',
  'follow.add.tooLong_many':
    'Esta lista tem {{total}} servidores, e eu acompanho no máximo {{count}}. Filtre por jogo, mapa, nome, tags ou cluster.',
  'follow.add.tooLong_other':
    'Esta lista tem {{total}} servidores, e eu acompanho no máximo {{count}}. Filtre por jogo, mapa, nome, tags ou cluster.',
  'follow.duplicate': 'Esta lista já é acompanhada em {{channel}}.',
  'follow.added.title': 'Acompanhando: {{list}}',
  'follow.added.notices': 'Quando um servidor for novo ou sumir, eu aviso em {{channel}}.',
  'follow.added.pings': 'Menciono {{role}} quando aparecer um novo.',
  'follow.list.title': 'Listas acompanhadas',
  'follow.list.none': 'Nenhuma lista é acompanhada aqui ainda. Comece com /follow add.',
  'follow.unknown': 'Nenhuma lista assim é acompanhada aqui. Escolha uma das oferecidas.',
  'follow.removed': 'Não acompanho mais: {{list}}',
  'notice.listed': '🆕 Há um servidor novo na lista.',
  'notice.listed.text': 'Novo na lista: {{list}}.',
  'notice.delisted': '👋 Um servidor saiu da lista.',
  'notice.delisted.quit': 'Ele se despediu e foi desligado. Lista: {{list}}.',
  'notice.delisted.silent': 'Não responde mais, e não se despediu. Lista: {{list}}.',
  'notice.delisted.unlisted': 'Ele não está mais na lista: {{list}}.',
  'notice.farewell.quit': 'Antes ele se despediu: alguém o desligou.',
  'notice.farewell.none': 'Ele não se despediu: caiu, ou a máquina ou a rede dele sumiu.',
} as const;
