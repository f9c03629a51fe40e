/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const problems = {
  'reason.timeout': '{{address}} não respondeu.',
  'reason.refused': 'A máquina de {{address}} está no ar, mas nada escuta nessa porta.',
  'reason.dns': 'Não consegui resolver o nome em {{address}}.',
  'reason.address-refused':
    'Não posso consultar {{address}}: endereços privados e reservados e portas abaixo de 1024 não valem. Informe o endereço público.',
  'reason.banned': '{{address}} respondeu que fui banido.',
  'reason.bad-reply': '{{address}} respondeu, mas não como um servidor de jogo.',
  'reason.challenge-loop': '{{address}} só manda novos desafios em vez de responder.',
  'reason.unsupported': '{{address}} não responde do jeito desse jogo.',
  'reason.query-disabled': '{{address}} está com as consultas desligadas.',
  'reason.not-asked':
    'Não chegou a vez de consultar {{address}}: há muitas consultas na fila para esse endereço.',
  'reason.aborted': 'A consulta a {{address}} foi interrompida.',
  'outcome.answered': 'respondeu',
  'outcome.timeout': 'sem resposta',
  'outcome.refused': 'nada escuta nessa porta',
  'outcome.dns': 'nome não encontrado',
  'outcome.address-refused': 'não permitido',
  'outcome.banned': 'me baniu',
  'outcome.bad-reply': 'resposta estranha',
  'outcome.challenge-loop': 'desafios sem fim',
  'outcome.unsupported': 'outro protocolo',
  'outcome.query-disabled': 'consultas desligadas',
  'outcome.not-asked': 'não consultado',
  'outcome.aborted': 'interrompido',
  'outcome.other-server': 'quem responde ali é outro servidor',
  'target.title': 'Esse servidor eu não consigo consultar',
  'target.empty':
    'Informe um servidor: `HOST:PORT`, por exemplo `203.0.113.5:27015`, ou escolha um da lista.',
  'target.bad-host':
    '{{given}} não é um nome de host nem um IP. Escreva `HOST:PORT`, por exemplo `play.example.com:27015`.',
  'target.bad-port': '{{given}} não é uma porta. Porta é um número de 1 a 65535.',
  'target.port-zero': 'A porta 0 não pode ser consultada. Porta é um número de 1 a 65535.',
  'target.port-too-large': 'Não existe porta {{given}}. Porta é um número de 1 a 65535.',
  'target.port-needed':
    '{{given}} precisa de uma porta ou de um jogo. Escreva `HOST:PORT` ou escolha o jogo e eu pergunto na porta padrão.',
  'target.not-by-address':
    'Servidores de {{given}} não podem ser consultados pelo endereço: pedem conta, token ou senha. Não consigo monitorá-los.',
  'target.unknown-game':
    'Não conheço nenhum jogo chamado {{given}}. Escolha um da lista ou deixe em branco: quase sempre o servidor diz qual é.',
  'target.bad-encoding':
    '{{given}} não é uma codificação que eu conheço. Tente `utf-8`, `windows-1251` ou `windows-1252`.',
  'target.fake-ip':
    '{{given}} é um endereço de retransmissão da Steam que só o próprio jogo alcança. Informe o endereço real do servidor.',
  'error.internal':
    'Foi falha minha. Tente de novo; se continuar, passe este número a quem me hospeda: {{reference}}',
  'error.discord': 'O Discord está com problemas. Tente de novo daqui a pouco.',
  'error.starting': 'Ainda estou iniciando aqui. Tente de novo daqui a pouco.',
  'error.serversOnly': 'Isso só funciona em um servidor, não em mensagens diretas.',
  'error.administratorsOnly': 'Só administradores deste servidor do Discord podem fazer isso.',
  'error.unknownCommand': 'Não conheço mais esse comando. Recarregue o Discord e tente de novo.',
  'cooldown.wait_one': 'Calma: tente de novo em {{count}} segundo.',
  'cooldown.wait_many': 'Calma: tente de novo em {{count}} de segundos.',
  'cooldown.wait_other': 'Calma: tente de novo em {{count}} segundos.',
  'button.stale': 'Esse botão é antigo demais. Use o comando de novo.',
  'button.notYours': 'Só {{user}} pode virar estas páginas. Use o comando para ter as suas.',
  'button.gone': 'Esse servidor não é mais monitorado aqui. Use o comando de novo.',
} as const;
