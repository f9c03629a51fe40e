import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';
import { askersLanguage, type Command } from '#discord/command.ts';
import { completedOption, described } from '#discord/commandDefinition.ts';
import { completeLookUp } from './lookUpAnswer.ts';
import { forAsker, watchChoices } from './managers.ts';
import { spanChoices } from './spanOption.ts';
import { answerAdd } from './watchAdd.ts';
import { addBulk, openBulk } from './watchBulk.ts';
import {
  addDefinition,
  bulkDefinition,
  editDefinition,
  moveDefinition,
  pauseDefinitions,
  testDefinition,
} from './watchDefinition.ts';
import { answerEdit } from './watchEdit.ts';
import { answerList, turnList } from './watchList.ts';
import { labelChoices } from './watchLabel.ts';
import { pauseWatch, resumeWatch } from './watchPause.ts';
import { answerRemove } from './watchRemove.ts';
import { testWatch } from './watchTest.ts';

/** Grace times that are offered; none is one of them. */
const GRACES = ['0', '2m', '5m', '10m', '30m', '1h'];

/** /watch: what the bot keeps an eye on in this guild. For those who may manage it. */
export const watch: Command = {
  name: 'watch',
  about: 'command.watch',
  group: 'watch',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: true,
  options: (texts) => [
    addDefinition(texts),
    bulkDefinition(texts),
    editDefinition(texts),
    moveDefinition(texts),
    ...pauseDefinitions(texts),
    testDefinition(texts),
    {
      type: ApplicationCommandOptionType.Subcommand,
      name: 'list',
      ...described(texts, 'command.watch.list'),
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      name: 'remove',
      ...described(texts, 'command.watch.remove'),
      options: [completedOption(texts, 'server', 'option.watched', true)],
    },
  ],
  answer(ask, desk) {
    const t = desk.texts.in(askersLanguage(ask));
    switch (ask.options.getSubcommand()) {
      case 'add':
        return answerAdd(ask, desk, t);
      case 'bulk':
        return openBulk(ask, t);
      case 'edit':
      case 'move':
        return forAsker(ask, desk, (words, signal) => answerEdit(ask, desk, words, signal));
      case 'pause':
        return forAsker(ask, desk, (words, signal) => pauseWatch(ask, { desk, t: words, signal }));
      case 'resume':
        return forAsker(ask, desk, (words, signal) => resumeWatch(ask, { desk, t: words, signal }));
      case 'test':
        return forAsker(ask, desk, (words, signal) => testWatch(ask, { desk, t: words, signal }));
      case 'remove':
        return answerRemove(ask, desk, t);
      default:
        return answerList(ask, desk, t);
    }
  },
  complete(ask, desk) {
    const { name, value } = ask.options.getFocused(true);
    if (name === 'grace') {
      return spanChoices(value, GRACES, desk.texts.in(askersLanguage(ask)));
    }
    if (name === 'name') {
      return labelChoices(ask, desk, desk.texts.in(askersLanguage(ask)));
    }
    if (name !== 'server') {
      return completeLookUp(ask, desk);
    }
    return watchChoices(ask, desk, ['pause', 'resume'].includes(ask.options.getSubcommand()));
  },
  turn: turnList,
  submit(subject, form, desk) {
    const t = desk.texts.in(askersLanguage(form));
    return { seenBy: 'asker', make: (signal) => addBulk(subject, form, { desk, t, signal }) };
  },
};
