import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  type Guild,
  type ModalSubmitInteraction,
  Routes,
} from 'discord.js';
import { buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import {
  type Answer,
  askersLanguage,
  type Desk,
  type Opening,
  type Reply,
} from '#discord/command.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { listButton, type WishDeed } from '#discord/wishButtons.ts';
import { shownName } from '#monitor/shownName.ts';
import type { Occasion } from '#store/personDocument.ts';
import type { Translate } from '#text/texts.ts';
import { bellReply, bellTitle, boardReply } from './bell.ts';
import { problem } from './managers.ts';
import { stopWish } from './myList.ts';
import { type Asker, askFor } from './wishAsk.ts';
import { FIELD, readFormSubject, readWritten, wishForm } from './wishForm.ts';

type Use = ButtonInteraction | AnySelectMenuInteraction | ModalSubmitInteraction;
type Deed<What extends WishDeed['do']> = Extract<WishDeed, { do: What }>;

/** Somebody at the bell of a watched server. */
type Ringer = { asker: Asker; server: WatchedServer };

/** Null when the server is no longer watched in the guild where this happens. */
function ringerOf(use: Use, watchId: string, desk: Desk): Ringer | null {
  const server = desk.watches.servers(use.guildId).find(({ watch }) => watch.id === watchId);
  if (server === undefined || !use.inCachedGuild()) {
    return null;
  }
  const { user, locale, guildId, guild } = use;
  return { server, asker: { personId: user.id, guildId, guildName: guild.name, locale } };
}

/** Answers with the bell of a server; `say` gives what is said above what can be asked, absent = the question. */
function atBell(
  use: Use,
  watchId: string,
  desk: Desk,
  seenBy: Answer['seenBy'],
  say?: (ringer: Ringer, t: Translate, signal: AbortSignal) => Promise<string>,
): Answer {
  const t = desk.texts.in(askersLanguage(use));
  const ringer = ringerOf(use, watchId, desk);
  return {
    seenBy,
    make: async (signal) =>
      ringer === null
        ? problem(t('bell.gone'))
        : bellReply(ringer.server, ringer.asker, { desk, t }, await say?.(ringer, t, signal)),
  };
}

/** The bell under the status message of one server. */
export const answerRing = (
  { watchId }: Deed<'ring'>,
  press: ButtonInteraction,
  desk: Desk,
): Answer => atBell(press, watchId, desk, 'asker');

/** The bell under a message that servers share: one of them is chosen first. */
export function answerRingBoard(press: ButtonInteraction, desk: Desk): Answer {
  const t = desk.texts.in(askersLanguage(press));
  const { servers, reply } = boardReply(press, desk, t);
  const [only, ...others] = servers;
  return only !== undefined && others.length === 0
    ? atBell(press, only.watch.id, desk, 'asker')
    : { seenBy: 'asker', make: () => reply };
}

/** What was chosen of them. */
export const answerChosen = (menu: AnySelectMenuInteraction, desk: Desk): Answer =>
  atBell(menu, menu.values[0] ?? '', desk, 'same');

const asking =
  (occasion: Occasion, desk: Desk) =>
  ({ server, asker }: Ringer, t: Translate, signal: AbortSignal): Promise<string> =>
    askFor(server, occasion, asker, { desk, t, signal });

/** One of the things that can be asked: at once, or after a form. */
export function answerAsk(
  { watchId, kind }: Deed<'ask'>,
  press: ButtonInteraction,
  desk: Desk,
): Answer | Opening {
  return kind === 'back' || kind === 'down'
    ? atBell(press, watchId, desk, 'same', asking({ kind }, desk))
    : { opens: wishForm(kind, watchId, desk.texts.in(askersLanguage(press))) };
}

/** What was written into the form. */
export function answerForm(subject: string, form: ModalSubmitInteraction, desk: Desk): Answer {
  const t = desk.texts.in(askersLanguage(form));
  const about = readFormSubject(subject);
  if (about === null) {
    return { seenBy: 'asker', make: () => problem(t('form.stale')) };
  }
  const wanted = readWritten(about.kind, form.fields.getTextInputValue(FIELD), t);
  const say = typeof wanted === 'string' ? async () => `⚠️ ${wanted}` : asking(wanted, desk);
  return atBell(form, about.watchId, desk, 'same', say);
}

/** A button that stops one of the wishes shown at the bell. */
export const answerStopHere = (
  { watchId, wishId }: Deed<'stop-here'>,
  press: ButtonInteraction,
  desk: Desk,
): Answer =>
  atBell(press, watchId, desk, 'same', ({ asker }, t) => stopWish(asker, wishId, { desk, t }));

/** A watched server and the name of its guild, which may be in the hands of another process; null = one of them is gone. */
async function watchedIn(
  { guildId, watchId }: Deed<'again'>,
  guild: Pick<Guild, 'name'> | undefined,
  { store, watches, rest }: Desk,
): Promise<{ server: WatchedServer; guildName: string } | null> {
  if (guild !== undefined) {
    const server = watches.servers(guildId).find(({ watch }) => watch.id === watchId);
    return server === undefined ? null : { server, guildName: guild.name };
  }
  const watch = (await store.guilds.get(guildId)).watches.find(({ id }) => id === watchId);
  if (watch === undefined) {
    return null;
  }
  const found = await (rest.get(Routes.guild(guildId)) as Promise<{ name: string }>).catch(
    () => null,
  );
  const server = { watch, name: shownName(watch, null), game: watch.target.game };
  return found && { server, guildName: found.name };
}

/** "Next time too", in a direct message: the guild is the one of the message. */
export function answerAgain(deed: Deed<'again'>, press: ButtonInteraction, desk: Desk): Answer {
  const t = desk.texts.in(askersLanguage(press));
  const make = async (signal: AbortSignal): Promise<Reply> => {
    const { guildId } = deed;
    const found = await watchedIn(deed, press.client.guilds.cache.get(guildId), desk);
    if (found === null) {
      return problem(t('bell.gone'));
    }
    const { user, locale } = press;
    const asker = { personId: user.id, guildId, guildName: found.guildName, locale };
    const said = await askFor(found.server, { kind: 'back' }, asker, { desk, t, signal });
    return {
      embeds: [{ title: bellTitle(found.server, t), description: said, color: COLOURS.good }],
      components: buttonRows([listButton(t)]),
    };
  };
  return { seenBy: 'asker', make };
}
