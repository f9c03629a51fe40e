/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const watch = {
  'watch.notAllowed': 'Para isso você precisa da permissão Gerenciar servidor.',
  'watch.added.title': 'Monitorando {{server}}',
  'watch.added.online': '[A mensagem de status]({{link}}) se atualiza sozinha.',
  'watch.added.offline':
    'Ele não responde agora. [A mensagem de status]({{link}}) muda assim que o servidor subir.',
  'watch.added.notPinned': 'Não consegui fixar a mensagem.',
  'watch.added.notices': 'Quando cair ou voltar, aviso em {{channel}}.',
  'watch.added.pings': 'Aí também menciono {{role}}.',
  'watch.added.later':
    'Está salvo, mas o Discord ainda não aceitou a mensagem de status. Continuo tentando; o /watch list mostra como está.',
  'watch.duplicate': 'Esse servidor já tem uma mensagem de status em {{channel}}.',
  'watch.full_one': 'Aqui dá para monitorar {{count}} servidor de jogo. Remova-o primeiro.',
  'watch.full_many': 'Aqui dá para monitorar {{count}} de servidores de jogo. Remova um primeiro.',
  'watch.full_other': 'Aqui dá para monitorar {{count}} servidores de jogo. Remova um primeiro.',
  'watch.unknown': 'Não monitoro isso aqui. Escolha um da lista.',
  'watch.removed': '{{server}} não é mais monitorado.',
  'watch.removed.messageGone': 'A mensagem de status já não existia.',
  'watch.removed.messageStays': 'Não consegui apagar a mensagem de status; apague você mesmo.',
  'watch.list.title': 'Servidores monitorados',
  'watch.list.none': 'Nada é monitorado aqui ainda. Comece com /watch add.',
  'watch.list.status': '[mensagem de status]({{link}})',
  'watch.list.noMessage': 'status em {{channel}}, ainda não enviado',
  'watch.list.notices': 'avisos {{channel}}',
  'watch.list.notPinned': 'não fixada',
  'watch.list.pinsFull':
    'não fixada: o canal já tem todas as mensagens fixadas que o Discord permite',
  'watch.list.noticeTrouble': 'avisos: {{trouble}}',
  'trouble.channel-gone': 'O canal não existe mais.',
  'trouble.guild-gone': 'Não estou mais neste servidor.',
  'trouble.permission': 'Faltam permissões para mim: {{facts}}.',
  'trouble.refused': 'O Discord recusou a mensagem: {{facts}}.',
  'trouble.retry': 'Próxima tentativa {{time}}.',
  'channel.kind':
    'Em {{channel}} não dá para manter uma mensagem de status. Escolha um canal de texto ou um tópico.',
  'channel.announcement':
    '{{channel}} é um canal de anúncios. O Discord só permite poucas edições por hora ali: escolha um canal de texto.',
  'channel.missing': 'Em {{channel}} me falta: {{permissions}}.',
  'channel.fix':
    'Abra as configurações do canal, Permissões, e libere isso para o meu cargo. O que vale no canal vence o que vale no cargo.',
  'channel.fixRole': 'Abra Configurações do servidor, Cargos, o meu cargo, e libere lá.',
  'channel.rolePing':
    'Não consigo mencionar {{role}} em {{channel}}: deixe o cargo mencionável ou me dê a permissão {{permissions}}.',
  'channel.everyone': '@everyone eu não menciono. Escolha outro cargo.',
  'channel.noName':
    'O nome de {{channel}} não pode mostrar o status. Escolha um canal de texto ou de voz ou uma categoria.',
  'permission.ViewChannel': 'Ver canal',
  'permission.SendMessages': 'Enviar mensagens',
  'permission.SendMessagesInThreads': 'Enviar mensagens em tópicos',
  'permission.EmbedLinks': 'Inserir links',
  'permission.AttachFiles': 'Anexar arquivos',
  'permission.ReadMessageHistory': 'Ver histórico de mensagens',
  'permission.PinMessages': 'Fixar mensagens',
  'permission.MentionEveryone': 'Mencionar @everyone, @here e todos os cargos',
  'permission.ManageThreads': 'Gerenciar tópicos',
  'permission.ManageChannels': 'Gerenciar canais',
  'permission.Connect': 'Conectar',
} as const;
