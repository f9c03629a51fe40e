import type { Command } from '#discord/command.ts';
import { lookUpOptions } from '#discord/commandDefinition.ts';
import { playersPage } from '#discord/playersPages.ts';
import { answerPages, completeLookUp, turnPages } from './lookUpAnswer.ts';

/** /players: who is playing, page by page. */
export const players: Command = {
  name: 'players',
  about: 'command.players',
  group: 'look',
  reach: 'anywhere',
  looksUp: true,
  options: (texts) => lookUpOptions(texts),
  answer: (ask, desk) => answerPages(ask, desk, 'players', playersPage),
  complete: completeLookUp,
  turn: (state, press, desk) => turnPages(state, press, desk, playersPage),
};
