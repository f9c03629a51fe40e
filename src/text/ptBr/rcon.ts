/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const rcon = {
  'rcon.title': 'Console de {{server}}',
  'rcon.password': 'Senha RCON',
  'rcon.passwordHint':
    'Vai ao servidor em texto aberto: o SA:MP não tem outro jeito. Não guardo em lugar nenhum.',
  'rcon.command': 'Comando',
  'rcon.commandHint': 'Por exemplo: players. É enviado uma vez e nunca repetido.',
  'rcon.notWatched':
    'Escolha um servidor SA:MP ou open.mp monitorado aqui: só esses têm console por aqui.',
  'rcon.blank': 'O servidor respondeu só com linhas em branco.',
  'rcon.cut': 'O servidor tinha mais a dizer do que eu guardei.',
  'rcon.wrongPassword':
    'O servidor diz que a senha RCON está errada. Ele pode registrar cada tentativa e banir quem insiste.',
  'rcon.refused': 'Nada escuta nessa porta: o servidor não está rodando.',
  'rcon.silent':
    'O comando foi enviado e o servidor está no ar, mas nada voltou. Isso pode significar:',
  'rcon.silentNoPing':
    'O comando foi enviado e nada voltou, nem a um ping: o servidor pode ter caído ou estar inacessível daqui. Ou:',
  'rcon.silentMeans':
    '1. O RCON está desligado lá; no open.mp fica assim até definir `rcon.enable`, e sem senha também.\n2. As consultas estão desligadas (`query 0`).\n3. Ele baniu a máquina em que eu rodo.\n4. O comando não imprime nada, como `say` e `kick`: então foi executado.\n5. Um pacote se perdeu no caminho, na ida ou na volta.',
  'rcon.silentAdvice': 'Nunca repito um comando. `echo x` sempre imprime algo, então diz mais.',
  'form.stale': 'Esse formulário é antigo demais. Use o comando de novo.',
} as const;
