import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  MessageFlags,
} from 'discord.js';
import { buttonRows } from '#discord/button.ts';
import {
  type Answer,
  askersLanguage,
  type Command,
  type Desk,
  type Opening,
  type Reply,
} from '#discord/command.ts';
import { subcommand } from '#discord/commandDefinition.ts';
import { STOP_MENU } from '#discord/personalMessage.ts';
import { listButton, readWishSubject, WISH_COMMAND } from '#discord/wishButtons.ts';
import { RING_MENU } from './bell.ts';
import {
  answerAgain,
  answerAsk,
  answerChosen,
  answerForm,
  answerRing,
  answerRingBoard,
  answerStopHere,
} from './bellPress.ts';
import { done, problem } from './managers.ts';
import { forgetEverything, forgetReply } from './myForget.ts';
import { listReply, renewAll, stopAll, stopWish, tryToWrite } from './myList.ts';
import type { Means } from './statusMoves.ts';

type Use = ChatInputCommandInteraction | ButtonInteraction | AnySelectMenuInteraction;

/**
 * /my: what a person asked to be told in direct messages, wherever that person is, and everything that the bell under status
 * messages leads to.
 */
export const my: Command = {
  name: WISH_COMMAND,
  about: 'command.my',
  group: 'tell',
  reach: 'anywhere',
  looksUp: false,
  options: (texts) => [
    subcommand(texts, 'list', 'command.my.list'),
    subcommand(texts, 'forget', 'command.my.forget'),
  ],
  answer: (ask, desk) =>
    answered(ask, desk, (means) =>
      ask.options.getSubcommand() === 'forget'
        ? forgetReply(ask.user.id, means)
        : listReply(ask.user.id, { page: 0 }, means),
    ),
  press: answerPress,
  choose(subject, menu, desk) {
    const [what] = subject.split(':');
    return what === RING_MENU
      ? answerChosen(menu, desk)
      : stopped(what === STOP_MENU ? (menu.values[0] ?? '') : '', menu, desk);
  },
  submit: answerForm,
};

/** In the place of an answer of ours that only this person sees; else beside the message that all see, or that is to be kept. */
const seenBy = (use: Use): Answer['seenBy'] =>
  use.isMessageComponent() && use.message.flags.has(MessageFlags.Ephemeral) ? 'same' : 'asker';

function answered(use: Use, desk: Desk, make: (means: Means) => Reply | Promise<Reply>): Answer {
  const t = desk.texts.in(askersLanguage(use));
  return { seenBy: seenBy(use), make: (signal) => make({ desk, t, signal }) };
}

/** Stops the wish GUILD:WISH and says so beside the message. */
function stopped(which: string, use: Use, desk: Desk): Answer {
  const [guildId = '', wishId = ''] = which.split(':');
  const whose = { personId: use.user.id, guildId };
  return answered(use, desk, async (means) => ({
    ...done(await stopWish(whose, wishId, means)),
    components: buttonRows([listButton(means.t)]),
  }));
}

function answerPress(subject: string, press: ButtonInteraction, desk: Desk): Answer | Opening {
  const deed = readWishSubject(subject);
  const personId = press.user.id;
  /** The list, with what became of the press. */
  const list = (act: (means: Means) => Promise<string>, page = 0): Answer =>
    answered(press, desk, async (means) =>
      listReply(personId, { page, said: await act(means) }, means),
    );
  switch (deed?.do) {
    case undefined:
      return answered(press, desk, ({ t }) => problem(t('button.stale')));
    case 'ring':
      return answerRing(deed, press, desk);
    case 'ring-board':
      return answerRingBoard(press, desk);
    case 'ask':
      return answerAsk(deed, press, desk);
    case 'stop-here':
      return answerStopHere(deed, press, desk);
    case 'again':
      return answerAgain(deed, press, desk);
    case 'stop':
      return stopped(`${deed.guildId}:${deed.wishId}`, press, desk);
    case 'stop-listed': {
      const { guildId, wishId, page } = deed;
      return list((means) => stopWish({ personId, guildId }, wishId, means), page);
    }
    case 'list':
      return answered(press, desk, (means) => listReply(personId, { page: 0 }, means));
    case 'page':
      return answered(press, desk, (means) => listReply(personId, { page: deed.page }, means));
    case 'stop-all':
      return list((means) => stopAll(personId, means));
    case 'renew':
      return list((means) => renewAll(personId, means));
    case 'test':
      return list((means) => tryToWrite(personId, means));
    case 'forget':
      return answered(press, desk, (means) => forgetEverything(personId, means));
  }
}
