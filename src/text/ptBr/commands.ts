/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const commands = {
  'command.status': 'O servidor está no ar? Jogadores, mapa, endereço',
  'command.players': 'Quem está jogando em um servidor',
  'command.rules': 'As configurações que um servidor divulga',
  'command.watch': 'Monitorar servidores de jogo neste servidor do Discord',
  'command.watch.add': 'Manter uma mensagem de status atualizada e avisar quando o servidor cair',
  'command.watch.list': 'Mostrar o que é monitorado aqui e o que está atrapalhando',
  'command.watch.remove': 'Parar de monitorar um servidor e apagar a mensagem de status',
  'option.server': 'Um servidor monitorado ou HOST:PORT',
  'option.address': 'HOST:PORT do servidor de jogo',
  'option.game': 'O jogo, se o servidor não disser qual é',
  'option.watched': 'O servidor que não deve mais ser monitorado',
  'option.channel': 'Onde fica a mensagem de status (padrão: aqui)',
  'option.notices': 'Onde aviso que caiu ou voltou (padrão: o mesmo canal)',
  'option.role': 'Cargo a mencionar quando cair e quando voltar',
  'option.joinLeave': 'Avisar também quem entra e quem sai',
} as const;
