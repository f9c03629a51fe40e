/** The first words in a guild, and /setup. */
export const setup = {
  'greeting.words':
    '👋 Hello! I watch game servers: one message here keeps itself up to date, and I tell you when a server goes down and when it is back.\nTo begin, press the button or type {{setup}}. It takes less than a minute, and all I need is the address of your server. It is for those who may manage this Discord server.',
  'greeting.button': 'Set me up',
} as const;
