import { ApplicationCommandType } from 'discord.js';
import { type Command, guildLanguage } from '#discord/command.ts';
import { described, IN_GUILDS, lookUpOptions } from '#discord/commandDefinition.ts';
import { statusEmbed } from '#discord/statusEmbed.ts';
import { answerLookUp, completeLookUp } from './lookUpAnswer.ts';

/** /status: is the server up, who is on, how to join. */
export const status: Command = {
  name: 'status',
  looksUp: true,
  define: (texts) => ({
    type: ApplicationCommandType.ChatInput,
    name: 'status',
    ...described(texts, 'command.status'),
    ...IN_GUILDS,
    options: lookUpOptions(texts),
  }),
  answer: (ask, desk) =>
    answerLookUp(ask, desk, (snapshot) => {
      const t = desk.texts.in(guildLanguage(ask, desk));
      const checkedAt = desk.now();
      return {
        embeds: [statusEmbed({ snapshot, availability: null, lastSeen: null, checkedAt }, t)],
      };
    }),
  complete: completeLookUp,
};
