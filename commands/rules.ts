import { ApplicationCommandType } from 'discord.js';
import type { Command } from '#discord/command.ts';
import { described, IN_GUILDS, lookUpOptions } from '#discord/commandDefinition.ts';
import { rulesPage } from '#discord/rulesPages.ts';
import { answerPages, completeLookUp, turnPages } from './lookUpAnswer.ts';

/** /rules: the settings a server publishes, what matters first. */
export const rules: Command = {
  name: 'rules',
  looksUp: true,
  define: (texts) => ({
    type: ApplicationCommandType.ChatInput,
    name: 'rules',
    ...described(texts, 'command.rules'),
    ...IN_GUILDS,
    options: lookUpOptions(texts),
  }),
  answer: (ask, desk) => answerPages(ask, desk, 'rules', rulesPage),
  complete: completeLookUp,
  turn: (state, press, desk) => turnPages(state, press, desk, rulesPage),
};
