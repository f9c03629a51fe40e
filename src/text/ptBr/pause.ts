/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const pause = {
  'command.watch.pause': 'Não consultar nem avisar sobre um servidor até você retomar',
  'command.watch.resume': 'Monitorar de novo um servidor pausado',
  'pause.on':
    '⏸️ {{server}}: não consulto nem aviso nada até o /watch resume. A mensagem de status mostra isso.',
  'pause.off':
    '▶️ {{server}}: monitorando de novo, a partir de agora. O que houve nesse meio-tempo não é avisado.',
  'pause.already': '{{server}}: já está pausado. O /watch resume continua.',
  'pause.notPaused': '{{server}}: não está pausado.',
  'command.watch.test': 'Enviar um aviso de teste como ele viria e dizer o que atrapalha',
  'option.ping': 'Mencionar o cargo de verdade (padrão: só mostrar)',
  'test.mark': '🧪 Teste:',
  'test.footer': 'Isto é um teste. Nada aconteceu.',
  'test.sent': '🧪 [Aqui está]({{link}}), em {{channel}}: é assim que aviso que o servidor caiu.',
  'test.shown': '{{role}} só aparece. Com `mencionar` o cargo é chamado.',
  'test.noRole': 'Não há cargo para mencionar. Escolha um com /watch edit.',
  'test.roleGone': 'O cargo a mencionar não existe mais. Escolha outro com /watch edit.',
  'test.silent': 'Avisos de verdade não vêm até {{time}}: silenciado ou em manutenção.',
} as const;
