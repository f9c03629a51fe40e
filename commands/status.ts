import { ApplicationCommandType } from 'discord.js';
import { type Command, guildLanguage } from '#discord/command.ts';
import {
  completedOption,
  described,
  IN_GUILDS,
  lookUpOptions,
} from '#discord/commandDefinition.ts';
import { lookUpEmbed } from '#discord/lookUp.ts';
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
    options: [
      ...lookUpOptions(texts),
      completedOption(texts, 'encoding', 'option.encoding', false),
    ],
  }),
  answer: (ask, desk) =>
    answerLookUp(ask, desk, (snapshot, _, lastSeen) => {
      const t = desk.texts.in(guildLanguage(ask, desk));
      return { embeds: [lookUpEmbed(snapshot, lastSeen, desk.now(), t)] };
    }),
  complete: completeLookUp,
};
