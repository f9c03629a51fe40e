/** Brazilian Portuguese for ../en; see there for what each text is for. */
export const setup = {
  'greeting.words':
    '👋 Olá! Eu monitoro servidores de jogo: uma mensagem de status se atualiza sozinha, e aviso quando um servidor cai e quando volta.\nPara começar, aperte o botão ou digite {{setup}}. Leva menos de um minuto, e só preciso do endereço do seu servidor. É para quem pode gerenciar este servidor do Discord.',
  'greeting.button': 'Configurar',
} as const;
