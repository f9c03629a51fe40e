import type {
  APIActionRowComponent,
  APIButtonComponent,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
  APIStringSelectComponent,
  ApplicationCommandOptionChoiceData,
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  ModalSubmitInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  StringSelectMenuInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import type { PostOutcome } from '#monitor/statusView.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import type { ServerFinder } from '#snapshot/serverFinder.ts';
import type { Snapshot, SnapshotPart } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import { type Language, languageOf, type Texts } from '#text/texts.ts';
import type { RestClient } from './gateway.ts';
import type { PageState } from './pages.ts';
import type { WatchMemory } from './watchMemory.ts';

/** What a command says. Mentions nobody, whatever is in it. */
export type Reply = {
  content?: string;
  embeds?: APIEmbed[];
  components?: APIActionRowComponent<APIButtonComponent | APIStringSelectComponent>[];
};

/**
 * An answer in two steps: who will see it is known at once, because a deferral can not be changed (I5); the rest may take
 * its time. `make` may throw: one handler around all turns that into words.
 */
export type Answer = {
  seenBy: 'everyone' | 'asker';
  make: (signal: AbortSignal) => Reply | Promise<Reply>;
};

/** In place of an answer: a form to fill in. What is sent with it is answered by the command's `submit` (spec discord I4). */
type Opening = { opens: APIModalInteractionResponseCallbackData };

/** The collaborators of the commands, put together by the composition root. */
export type Desk = {
  takeSnapshot: (
    target: Target,
    parts: readonly SnapshotPart[],
    signal?: AbortSignal,
  ) => Promise<Snapshot>;
  runConsole: QueryCore['runConsole'];
  finder: ServerFinder;
  store: Pick<Store, 'guilds' | 'servers'>;
  /** The guilds' watches, without waiting. */
  watches: WatchMemory;
  monitor: {
    /** Saves a new watch, of `most` at most, and posts its first status message. */
    post(guildId: string, watch: Watch, most?: number): Promise<PostOutcome>;
    /** Takes a watch out of its guild and gives it as it was last; null when there was none. */
    forget(guildId: string, watchId: string): Promise<Watch | null>;
    /** Has changed watches count at once. */
    reread(): Promise<void>;
  };
  rest: RestClient;
  texts: Texts;
  watchesPerGuild: number;
  now: () => number;
  log: Logger;
};

/** One slash command: what it looks like, what it answers. It never talks to Discord about its own answer. */
export type Command = {
  name: string;
  /** Look-ups send packets to a stranger's machine, so they have a cooldown. */
  looksUp: boolean;
  define(texts: Texts): RESTPostAPIChatInputApplicationCommandsJSONBody;
  answer(ask: ChatInputCommandInteraction<'cached'>, desk: Desk): Answer | Opening;
  /** From memory only: there is no time for the store (I1). */
  complete?(
    ask: AutocompleteInteraction<'cached'>,
    desk: Desk,
  ): ApplicationCommandOptionChoiceData<string>[];
  /** Another page of an answer; null when what it showed is no longer there. */
  turn?(
    state: PageState,
    press: ButtonInteraction<'cached'>,
    desk: Desk,
  ): ((signal: AbortSignal) => Promise<Reply>) | null;
  /** Answers what was chosen in a menu of its answer (selectMenu.ts); whoever sees the menu may. Counts as a look-up. */
  choose?(subject: string, menu: StringSelectMenuInteraction<'cached'>, desk: Desk): Answer;
  /** Answers the form it opened; `subject` is what the form is about (form.ts). Counts as a look-up. */
  submit?(subject: string, form: ModalSubmitInteraction<'cached'>, desk: Desk): Answer;
};

type Asked = { locale: string; guildId: string; guildLocale: string };

/** The language of the person who asked: for what only they see (spec discord section 2). */
export function askersLanguage(ask: Asked): Language {
  return languageOf(ask.locale);
}

/** The language of the guild: its own choice, else what Discord says of it. For what all see. */
export function guildLanguage(ask: Asked, desk: Pick<Desk, 'watches'>): Language {
  return desk.watches.language(ask.guildId) ?? languageOf(ask.guildLocale);
}
