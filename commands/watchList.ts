import type { ButtonInteraction, ChatInputCommandInteraction } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { type Answer, askersLanguage, type Desk, type Reply } from '#discord/command.ts';
import { escaped, inlineCode } from '#discord/foreignText.ts';
import { messageLink } from '#discord/messageLink.ts';
import { clampPage, type PageState, pageButtons, paginate } from '#discord/pages.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { timeStamp } from '#discord/serverWords.ts';
import { asOf, FACES, STANDING_MARKS } from '#discord/statusFace.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { REFRESH_AFTER_MS } from '#monitor/statusPlan.ts';
import { boardOf } from '#monitor/boardChange.ts';
import { shownName } from '#monitor/shownName.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { ServerDocument } from '#store/serverDocument.ts';
import type { Translate } from '#text/texts.ts';
import { graphLines } from './graphLines.ts';
import { settingFacts } from './watchFacts.ts';
import type { Here } from './watchPlaces.ts';

type Entry = { watch: Watch; name: string | null; server: ServerDocument | null };

const NAME = 100;
const ADDRESS = 120;
const PER_PAGE = { lines: 8, length: 3800 };
/** /watch list: what is watched here, where, and what is in the way. */
export function answerList(
  ask: ChatInputCommandInteraction<'cached'>,
  desk: Desk,
  t: Translate,
): Answer {
  const state = { command: 'watch', page: 0, userId: ask.user.id, server: null };
  return { seenBy: 'asker', make: () => list(ask, state, desk, t) };
}

/** Another page of the list. */
export function turnList(state: PageState, press: ButtonInteraction<'cached'>, desk: Desk) {
  const t = desk.texts.in(askersLanguage(press));
  return () => list(press, state, desk, t);
}

async function list(
  here: Pick<Here, 'guild'>,
  state: PageState,
  desk: Desk,
  t: Translate,
): Promise<Reply> {
  const entries = await watchEntries(here, desk, t);
  if (entries.length === 0) {
    return { embeds: [{ description: t('watch.list.none'), color: COLOURS.plain }] };
  }
  const pages = paginate(
    entries.map((entry) => `${entry}\n`),
    PER_PAGE,
  );
  const page = clampPage(state.page, pages.length);
  return {
    embeds: [
      { title: t('watch.list.title'), description: pages[page] ?? '', color: COLOURS.plain },
    ],
    components: pageButtons({ ...state, page }, pages.length, t),
  };
}

/** What is watched in a guild: name, where its status is, what was chosen for it and what is in the way, a few lines each. */
export async function watchEntries(
  here: Pick<Here, 'guild'>,
  desk: Desk,
  t: Translate,
): Promise<string[]> {
  const guildId = here.guild.id;
  const guild = await desk.store.guilds.get(guildId);
  const known = desk.watches.servers(guildId);
  const entries = await Promise.all(
    guild.watches.map((watch) => entryOf(withBoard(watch, guild), known, desk)),
  );
  return entries.map((entry) => {
    const [lacking] = entry.watch.board ? [] : graphLines(here, entry.watch, t);
    const lines = entryLines(guildId, entry, desk.now(), t);
    return lacking === undefined ? lines : `${lines}\n⚠️ ${t('graph.lacking', { lacking })}`;
  });
}

/** The watch with the message its status is in: its own, or the one it shares. */
function withBoard(watch: Watch, guild: GuildDocument): Watch {
  const { message, trouble } = watch.board ? boardOf(guild, watch.channelId) : watch;
  return { ...watch, message, trouble };
}

async function entryOf(watch: Watch, known: readonly WatchedServer[], desk: Desk): Promise<Entry> {
  const server = await desk.store.servers.get(serverKey(targetOf(watch)));
  const remembered = known.find((one) => one.watch.id === watch.id)?.name ?? null;
  const name = shownName(watch, remembered ?? server?.lastSeen?.name ?? null);
  return { watch, name, server };
}

function entryLines(
  guildId: string,
  { watch, name, server }: Entry,
  now: number,
  t: Translate,
): string {
  const title = name === null ? '' : escaped(name, NAME);
  const address = inlineCode(hostPort(watch.target.host, watch.target.port), ADDRESS);
  const standing = server?.availability.state ?? 'unknown';
  const mark = watch.paused === null ? STANDING_MARKS[standing] : FACES.paused.mark;
  const since = watch.paused === null && server !== null ? standingFact(server, now, t) : null;
  const first = [mark, title === '' ? null : `**${title}**`, address, since];
  const facts = [statusFact(guildId, watch, t), pinFact(watch, t), ...settingFacts(watch, now, t)];
  const lines = [
    first.filter((part) => part !== null).join(' '),
    facts.filter((part) => part !== null).join(' · '),
    watch.trouble === null ? null : `⚠️ ${troubleLine(watch.trouble, t)}`,
    watch.noticeTrouble === null
      ? null
      : `⚠️ ${t('watch.list.noticeTrouble', { trouble: troubleLine(watch.noticeTrouble, t) })}`,
  ];
  return lines.filter((line) => line !== null).join('\n');
}

/** Since when it is down; where nobody looked for a while, how old that is. null = it is as the mark says. */
function standingFact(server: ServerDocument, now: number, t: Translate): string | null {
  const { availability, checkedAt } = server;
  if (now - checkedAt > REFRESH_AFTER_MS) {
    return `· ${asOf(server, t)}`;
  }
  return availability.state === 'down' && availability.downSince !== null
    ? `· ${t('state.since', { time: timeStamp(availability.downSince) })}`
    : null;
}

/** Where the message of a watch stands. */
export function statusFact(
  guildId: string,
  { channelId, message }: Pick<Watch, 'channelId' | 'message'>,
  t: Translate,
): string {
  return message === null
    ? t('watch.list.noMessage', { channel: `<#${channelId}>` })
    : t('watch.list.status', { link: messageLink(guildId, channelId, message.id) });
}

/** Why the status message is not pinned; a person who took the pin away twice knows. */
function pinFact({ message }: Watch, t: Translate): string | null {
  if (message === null || message.pinned) {
    return null;
  }
  return t(message.pinProblem === 'full' ? 'watch.list.pinsFull' : 'watch.list.notPinned');
}

/** What is in the way, and when it is tried again. */
export function troubleLine(trouble: NonNullable<Watch['trouble']>, t: Translate): string {
  return `${troubleWords(trouble, t)} ${t('trouble.retry', { time: timeStamp(trouble.retryAt) })}`;
}
