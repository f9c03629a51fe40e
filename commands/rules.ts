import type { Command } from '#discord/command.ts';
import { lookUpOptions } from '#discord/commandDefinition.ts';
import { rulesPage } from '#discord/rulesPages.ts';
import { answerPages, completeLookUp, turnPages } from './lookUpAnswer.ts';

/** /rules: the settings a server publishes, what matters first. */
export const rules: Command = {
  name: 'rules',
  about: 'command.rules',
  group: 'look',
  reach: 'anywhere',
  looksUp: true,
  options: (texts) => lookUpOptions(texts),
  answer: (ask, desk) => answerPages(ask, desk, 'rules', rulesPage),
  complete: completeLookUp,
  turn: (state, press, desk) => turnPages(state, press, desk, rulesPage),
};
