import type {
  AnySelectMenuInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
} from 'discord.js';
import {
  type Answer,
  askersLanguage,
  type Command,
  type Desk,
  guildLanguage,
  type Reply,
} from '#discord/command.ts';
import { foundTarget, FOUND_PER_PAGE, findFailure, foundReply } from '#discord/findPages.ts';
import { lookUpEmbed } from '#discord/lookUp.ts';
import type { PageState } from '#discord/pages.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import { readFindRequest } from '#snapshot/findRequest.ts';
import { badSource, completeFind, findOptions, typedQuestion } from './findOptions.ts';
import { watchButton, watchFound } from './findWatch.ts';

const NAME = 'find';

/**
 * /find: servers on the lists of others and of our own, most players first, in pages. A menu shows the state of one of them,
 * with a button that watches it for those who may manage the guild.
 */
export const find: Command = {
  name: NAME,
  about: 'command.find',
  group: 'look',
  reach: 'anywhere',
  looksUp: true,
  options: (texts) => findOptions(texts),
  answer: answerFind,
  complete: completeFind,
  turn: (state, press, desk) =>
    state.server?.kind === 'found' ? turnFound(state, state.server.listId, press, desk) : null,
  press: (subject, press, desk) => ({
    seenBy: 'same',
    make: (signal) => watchFound(subject, press, desk, signal),
  }),
  choose: (_, menu, desk) => showChosen(menu, desk),
};

function answerFind(ask: ChatInputCommandInteraction, desk: Desk): Answer {
  const { options } = ask;
  const question = typedQuestion(ask);
  const request = readFindRequest({
    ...question,
    notEmpty: options.getBoolean('not_empty') === true,
    notFull: options.getBoolean('not_full') === true,
  });
  if (request === null) {
    const reply = badSource(question.source, desk.texts.in(askersLanguage(ask)));
    return { seenBy: 'asker', make: () => reply };
  }
  const t = desk.texts.in(guildLanguage(ask, desk));
  return {
    seenBy: 'everyone',
    async make(signal) {
      const outcome = await desk.finder.find(request, signal);
      if (!outcome.ok) {
        const { fault, message: words } = outcome;
        desk.log.info({ event: 'list-failed', source: outcome.source, fault, words }, 'no list');
        return findFailure(outcome, t);
      }
      return foundReply(outcome.list, { page: 0, userId: ask.user.id }, t);
    },
  };
}

function turnFound(
  { page, userId }: PageState,
  listId: string,
  press: ButtonInteraction,
  desk: Desk,
) {
  const t = desk.texts.in(guildLanguage(press, desk));
  return async (signal: AbortSignal): Promise<Reply> => {
    const list = await desk.finder.kept(listId, Math.max(0, page) * FOUND_PER_PAGE, signal);
    return list === null ? { content: t('find.gone') } : foundReply(list, { page, userId }, t);
  };
}

/** The state of the server that was chosen, for the chooser alone. */
function showChosen(menu: AnySelectMenuInteraction, desk: Desk): Answer {
  const t = desk.texts.in(askersLanguage(menu));
  const target = foundTarget(menu.values[0] ?? '');
  if (target === null) {
    return { seenBy: 'asker', make: () => ({ content: t('menu.stale') }) };
  }
  return {
    seenBy: 'asker',
    async make(signal) {
      const snapshot = await desk.takeSnapshot(target, WATCHED_PARTS, signal);
      return {
        embeds: [lookUpEmbed(snapshot, null, desk, t)],
        components: watchButton(target, snapshot, menu, t),
      };
    },
  };
}
