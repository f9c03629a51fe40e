import type {
  ApplicationCommandOptionChoiceData,
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
} from 'discord.js';
import { codePageChoices } from '#discord/codePages.ts';
import {
  type Answer,
  askersLanguage,
  type Desk,
  guildLanguage,
  type Reply,
} from '#discord/command.ts';
import {
  gameChoices,
  type Known,
  type LookUp,
  lookUpEmbed,
  lookUpOfPage,
  readLookUp,
  serverChoices,
  serverOfPage,
  targetProblemEmbed,
} from '#discord/lookUp.ts';
import { type PageState, pageButtons } from '#discord/pages.ts';
import type { Page } from '#discord/playersPages.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import { underShownName } from '#monitor/shownName.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Language, Translate } from '#text/texts.ts';

/** Draws one page of an answer about a server that is online. */
export type DrawPage = (snapshot: Snapshot, page: number, checkedAt: number, t: Translate) => Page;

/**
 * Asks the server of the options and shows the answer to everybody. An address that can not be one is explained to the asker
 * alone, and nothing is sent.
 */
export function answerLookUp(
  ask: ChatInputCommandInteraction,
  desk: Desk,
  show: (
    snapshot: Snapshot,
    lookUp: LookUp,
    known: Known,
    signal: AbortSignal,
  ) => Reply | Promise<Reply>,
): Answer {
  const { options } = ask;
  const read = readLookUp(
    options.getString('server') ?? '',
    options.getString('game'),
    desk.watches.servers(ask.guildId),
    options.getString('encoding'),
  );
  if (!read.ok) {
    const t = desk.texts.in(askersLanguage(ask));
    return { seenBy: 'asker', make: () => ({ embeds: [targetProblemEmbed(read.problem, t)] }) };
  }
  return {
    seenBy: 'everyone',
    make: async (signal) => {
      const { snapshot, ...known } = await askNow(read.lookUp, desk, signal);
      return show(snapshot, read.lookUp, known, signal);
    },
  };
}

/** What the watch knows of a server that is silent now. */
async function knownOf(snapshot: Snapshot, target: Target, desk: Desk): Promise<Known> {
  const server =
    snapshot.state === 'offline' ? await desk.store.servers.get(serverKey(target)) : null;
  return {
    lastSeen: server?.lastSeen ?? null,
    downSince: server?.availability.state === 'down' ? server.availability.downSince : null,
  };
}

/** Asks the server now; one that is watched has the name that people gave it. */
async function askNow({ target, watch }: LookUp, desk: Desk, signal: AbortSignal) {
  const snapshot = await desk.takeSnapshot(target, WATCHED_PARTS, signal);
  const seen = { snapshot, ...(await knownOf(snapshot, target, desk)) };
  return watch === null ? seen : underShownName(watch, seen);
}

/** The first page of a list, or why the server does not answer. */
export function answerPages(
  ask: ChatInputCommandInteraction,
  desk: Desk,
  command: string,
  draw: DrawPage,
): Answer {
  return answerLookUp(ask, desk, (snapshot, lookUp, known) => {
    const state = { command, page: 0, userId: ask.user.id };
    return pageReply({ snapshot, lookUp, known, state, draw }, desk, guildLanguage(ask, desk));
  });
}

/** Another page of a list, from a fresh answer of the server; null when the watch behind the button is gone. */
export function turnPages(state: PageState, press: ButtonInteraction, desk: Desk, draw: DrawPage) {
  const lookUp = lookUpOfPage(state.server, desk.watches.servers(press.guildId));
  if (lookUp === null) {
    return null;
  }
  return async (signal: AbortSignal): Promise<Reply> => {
    const { snapshot, ...known } = await askNow(lookUp, desk, signal);
    return pageReply({ snapshot, known, lookUp, state, draw }, desk, guildLanguage(press, desk));
  };
}

function pageReply(
  drawn: {
    snapshot: Snapshot;
    lookUp: LookUp;
    known: Known;
    state: Omit<PageState, 'server'>;
    draw: DrawPage;
  },
  desk: Desk,
  language: Language,
): Reply {
  const { snapshot, lookUp, known, state, draw } = drawn;
  const t = desk.texts.in(language);
  if (snapshot.state === 'offline') {
    return { embeds: [lookUpEmbed(snapshot, known, desk, t)] };
  }
  const { embeds, page, pages } = draw(snapshot, state.page, desk.now(), t);
  const server = serverOfPage(lookUp, snapshot);
  return { embeds, components: pageButtons({ ...state, page, server }, pages, t) };
}

/** Choices for the options "server", "game" and "encoding". */
export function completeLookUp(
  ask: AutocompleteInteraction,
  desk: Desk,
): ApplicationCommandOptionChoiceData<string>[] {
  const { name, value } = ask.options.getFocused(true);
  switch (name) {
    case 'game':
      return gameChoices(value);
    case 'encoding':
      return codePageChoices(value, desk.texts.in(askersLanguage(ask)));
    default:
      return serverChoices(value, desk.watches.servers(ask.guildId));
  }
}
