import { ApplicationCommandType } from 'discord.js';
import type { Command } from '#discord/command.ts';
import { described, IN_GUILDS, lookUpOptions } from '#discord/commandDefinition.ts';
import { playersPage } from '#discord/playersPages.ts';
import { answerPages, completeLookUp, turnPages } from './lookUpAnswer.ts';

/** /players: who is playing, page by page. */
export const players: Command = {
  name: 'players',
  looksUp: true,
  define: (texts) => ({
    type: ApplicationCommandType.ChatInput,
    name: 'players',
    ...described(texts, 'command.players'),
    ...IN_GUILDS,
    options: lookUpOptions(texts),
  }),
  answer: (ask, desk) => answerPages(ask, desk, 'players', playersPage),
  complete: completeLookUp,
  turn: (state, press, desk) => turnPages(state, press, desk, playersPage),
};
