/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const causes = {
  'cause.neverHeard':
    'O servidor não está rodando, essa não é a porta de consulta (query), um firewall barra o UDP ou as consultas estão desligadas.',
  'cause.fellSilent':
    'Ele travou, ou a máquina ou a rede caiu. Se os jogadores ainda conseguem entrar, um firewall ou proteção contra DDoS passou a barrar as consultas.',
  'cause.hangs':
    'A máquina está no ar, outras portas dela reagem: o servidor travou ou não está rodando, ou um firewall barra o UDP nessa porta.',
  'cause.wrongPort':
    'O servidor não está rodando ou responde a consultas em outra porta: muitas vezes não é a de entrar no jogo.',
  'cause.stopped': 'Ele caiu, foi parado ou ainda está iniciando.',
  'cause.noName':
    'Um erro de digitação, ou o nome ainda não tem endereço. Confira ou informe o IP.',
  'cause.nameGone':
    'A entrada no DNS sumiu, ou o DNS está com problemas. O servidor em si pode estar no ar.',
  'cause.lastAddress': 'O último endereço dele foi {{address}}.',
  'cause.banned':
    'O dono do servidor ou da máquina bloqueia o endereço de onde eu pergunto. Peça para tirar o ban.',
  'cause.otherProgram':
    'Outro programa ou outro jogo responde nessa porta. Confira a porta ou escolha o jogo certo.',
  'cause.shielded': 'Algo na frente do servidor atrapalha, como uma proteção contra DDoS.',
  'cause.otherGame': 'É outro jogo: escolha esse ou deixe em branco.',
  'cause.queryOff': 'O dono pode ligar as consultas nas configurações do servidor.',
  'cause.host': 'Tudo nesse endereço ficou mudo ao mesmo tempo: a máquina, a rede ou o provedor.',
  'cause.pickGame':
    'Alguns jogos têm um protocolo próprio, como ARK: Survival Ascended ou Minecraft: escolha-os na opção `jogo`.',
} as const;
