import type {
  AnySelectMenuInteraction,
  APIActionRowComponent,
  APIApplicationCommandOption,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
  ApplicationCommandOptionChoiceData,
  AutocompleteInteraction,
  ButtonInteraction,
  CacheType,
  ChatInputCommandInteraction,
  ModalSubmitInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import type { History } from '#history/history.ts';
import type { Painter } from '#picture/painter.ts';
import type { Monitor } from '#monitor/monitor.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import type { ServerFinder } from '#snapshot/serverFinder.ts';
import type { Snapshot, SnapshotPart } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Store } from '#store/openStore.ts';
import { type Language, languageOf, type TextKey, type Texts } from '#text/texts.ts';
import type { RestClient } from './gateway.ts';
import type { PageState } from './pages.ts';
import type { ReadAttachment } from './readAttachment.ts';
import type { SetupDrafts } from './setupDrafts.ts';
import type { WatchMemory } from './watchMemory.ts';

/** One row of buttons, or one menu. */
export type ComponentRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** What a command says. Mentions nobody, whatever is in it. */
export type Reply = {
  content?: string;
  embeds?: APIEmbed[];
  components?: ComponentRow[];
  /** Attached; an embed shows one of them as `attachment://NAME`. */
  files?: { name: string; data: Buffer }[];
};

/**
 * An answer in two steps: who will see it is known at once, because a deferral can not be changed (I5); the rest may take
 * its time. "same" takes the place of the message whose button or menu was used. `make` may throw: one handler around all turns
 * that into words.
 */
export type Answer = {
  seenBy: 'everyone' | 'asker' | 'same';
  make: (signal: AbortSignal) => Reply | Promise<Reply>;
  /** What takes its place later, when that takes time to find out; null = the answer stands. */
  later?: (signal: AbortSignal) => Promise<Reply | null>;
};

/** In place of an answer: a form to fill in. What is sent with it is answered by the command's `submit` (spec discord I4). */
export type Opening = { opens: APIModalInteractionResponseCallbackData };

/** What the bot knows of itself. */
type BotFacts = {
  version: string;
  /** Where its source is; null when nobody said. */
  source: string | null;
  /** ms since 1970. */
  startedAt: number;
  /** History of servers is kept so long. */
  historyDays: number;
  /** How long Discord takes to answer the connection's heartbeat, ms; null when none was answered yet. */
  pingMs: () => number | null;
};

/** The collaborators of the commands, put together by the composition root. */
export type Desk = {
  takeSnapshot: (
    target: Target,
    parts: readonly SnapshotPart[],
    signal?: AbortSignal,
  ) => Promise<Snapshot>;
  runConsole: QueryCore['runConsole'];
  finder: ServerFinder;
  store: Pick<Store, 'guilds' | 'servers' | 'incidents'>;
  history: Pick<History, 'read' | 'days' | 'plannedWork'>;
  painter: Pick<Painter, 'draw'>;
  /** The guilds' watches, without waiting. */
  watches: WatchMemory;
  monitor: Pick<
    Monitor,
    | 'wishes'
    | 'forgetGuild'
    | 'forgetPerson'
    | 'post'
    | 'present'
    | 'forget'
    | 'follow'
    | 'unfollow'
    | 'reread'
    | 'retry'
  >;
  rest: RestClient;
  readAttachment: ReadAttachment;
  /** A command as people can press it in a text, such as "watch add". */
  mention: (path: string) => string;
  about: BotFacts;
  setups: SetupDrafts<Reply>;
  texts: Texts;
  watchesPerGuild: number;
  /** The page that takes players into a game (JOIN_URL); null = there is none. */
  joinUrl: string | null;
  now: () => number;
  log: Logger;
};

/** What commands are for, in the order in which /help tells of them. */
export const COMMAND_GROUPS = ['look', 'watch', 'tell', 'run', 'bot'] as const;

/** How a command is made, for those who ask from where it can be used. */
type CommandOf<Where extends CacheType> = {
  name: string;
  /** The key of its description. */
  about: Extract<TextKey, `command.${string}`>;
  /** Where /help lists it. */
  group: (typeof COMMAND_GROUPS)[number];
  /** Look-ups send packets to a stranger's machine, so they have a cooldown; so have its buttons and menus. */
  looksUp: boolean;
  /** What a member needs for it until the guild's own settings of Discord say otherwise; absent = nothing. */
  rights?: bigint;
  /** Its rights hold whatever those settings say: they are asked again with every command, button, menu and form of it. */
  strict?: true;
  options?(texts: Texts): APIApplicationCommandOption[];
  answer(ask: ChatInputCommandInteraction<Where>, desk: Desk): Answer | Opening;
  /** From memory only: there is no time for the store (I1). */
  complete?(
    ask: AutocompleteInteraction<Where>,
    desk: Desk,
  ): ApplicationCommandOptionChoiceData<string>[];
  /** Another page of an answer; null when what it showed is no longer there. */
  turn?(
    state: PageState,
    press: ButtonInteraction<Where>,
    desk: Desk,
  ): ((signal: AbortSignal) => Promise<Reply>) | null;
  /** Answers one of its buttons (button.ts); whoever sees the button may press it, unless this says no. */
  press?(subject: string, press: ButtonInteraction<Where>, desk: Desk): Answer | Opening;
  /** Answers what was chosen in a menu of its answer (selectMenu.ts); whoever sees the menu may, unless this says no. */
  choose?(subject: string, menu: AnySelectMenuInteraction<Where>, desk: Desk): Answer | Opening;
  /** Answers the form it opened; `subject` is what the form is about (form.ts). Counts as a look-up. */
  submit?(subject: string, form: ModalSubmitInteraction<Where>, desk: Desk): Answer;
};

/**
 * One slash command: what it looks like, what it answers. It never talks to Discord about its own answer. `reach`: in guilds that
 * have the bot, or anywhere, by people who have the bot to themselves too.
 */
export type Command =
  | ({ reach: 'guild' } & CommandOf<'cached'>)
  | ({ reach: 'anywhere' } & CommandOf<CacheType>);

type Asked = { locale: string; guildId: string | null; guildLocale: string | null };

/** The language of the person who asked: for what only they see (spec discord section 2). */
export function askersLanguage(ask: Pick<Asked, 'locale'>): Language {
  return languageOf(ask.locale);
}

/** The language of the guild: its own choice, else what Discord says of it. For what all see; the asker's where there is no guild. */
export function guildLanguage(ask: Asked, desk: Pick<Desk, 'watches'>): Language {
  const chosen = ask.guildId === null ? null : desk.watches.language(ask.guildId);
  return chosen ?? languageOf(ask.guildLocale ?? ask.locale);
}
