/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const help = {
  'command.help': 'O que eu sei fazer, entre o que você pode usar',
  'command.about': 'Quem sou, como estou e o que guardo',
  'command.privacy': 'O que guardo, por quanto tempo e como apagar',
  'help.title': 'O que eu sei fazer',
  'help.group.look': 'Consultar um servidor',
  'help.group.watch': 'Monitorar servidores',
  'help.group.tell': 'Quem é avisado, do quê e quando',
  'help.group.run': 'Administrar',
  'help.group.bot': 'Sobre mim',
  'help.elsewhere':
    'Em um servidor do Discord que me tem, faço mais: mantenho mensagens de status atualizadas e aviso quando um servidor de jogo cai.',
  'help.start': 'Nada é monitorado aqui ainda: o {{setup}} leva menos de um minuto.',
  'help.shorter': 'O que você não pode usar aqui não aparece.',
  'about.title': 'Crowsnest {{version}}',
  'about.what':
    'Eu monitoro servidores de jogo: uma mensagem de status se atualiza sozinha, e quem precisa saber é avisado, uma vez só, quando um servidor cai e quando volta.',
  'about.watched': 'Servidores que monitoro',
  'about.running': 'Iniciado',
  'about.latency': 'O Discord responde em',
  'about.data': 'O que guardo',
  'about.kept':
    'O que foi configurado com meus comandos, o que você me pediu para avisar (/my forget apaga isso) e o que os servidores monitorados respondem, como quem está jogando; suas mensagens eu nem leio.',
  'about.source': 'Código-fonte',
  'privacy.title': 'O que guardo e por quanto tempo',
  'privacy.guild': 'Sobre servidores do Discord',
  'privacy.guild.kept':
    'O que foi configurado com meus comandos: canais, cargos, servidores de jogo, quem pausou algum. Fica até ser apagado; se me removerem do servidor do Discord, tudo some sozinho depois de {{kept}}. Administradores apagam tudo de uma vez com {{wipe}}.',
  'privacy.person': 'Sobre você',
  'privacy.person.kept':
    'O que você me pediu para avisar por mensagem direta: por {{kept}}, a não ser que renove. {{list}} mostra, {{forget}} apaga tudo de uma vez.',
  'privacy.servers': 'Sobre servidores de jogo',
  'privacy.servers.kept':
    'Quantos jogam, vagas, ping, se está no ar e as quedas: por {{kept}}. Nomes, só os de quem estava lá na última consulta, para avisar quem entra e sai; no histórico não há nenhum.',
  'privacy.never': 'O que nunca guardo',
  'privacy.never.kept': 'Suas mensagens (nem as leio), listas de membros, senhas de console.',
  'privacy.copies': 'Cópias',
  'privacy.copies.kept': 'Quem mantém este bot pode ter backups; pergunte a quem o mantém.',
} as const;
