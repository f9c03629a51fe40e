import { type APIEmbed, Routes } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';
import { messageLink } from '#discord/messageLink.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { boardOf, sharersOf, withoutEmptyBoards } from '#monitor/boardChange.ts';
import { withWatch } from '#monitor/watchChange.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import { JOINS, type Joins } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, problem, shownServer, wantedWatch } from './managers.ts';
import { readSpan } from './spanOption.ts';
import { settingFacts } from './watchFacts.ts';
import { moveProblems } from './watchPlaces.ts';

const LONGEST_GRACE_MS = 86_400_000;

/** What of a watch is to be another way. */
type Wish = Partial<
  Pick<
    Watch,
    | 'channelId'
    | 'noticeChannelId'
    | 'roleId'
    | 'joins'
    | 'graceMs'
    | 'board'
    | 'restarts'
    | 'countStep'
  >
>;

/** /watch edit: changes what was given and leaves the rest; a status message that moves is posted anew. */
export async function answerEdit(
  ask: Ask,
  desk: Desk,
  t: Translate,
  signal: AbortSignal,
): Promise<Reply> {
  const server = wantedWatch(ask, desk);
  if (server === null) {
    return problem(t('watch.unknown'));
  }
  const wish = readWish(ask, t);
  if (typeof wish === 'string') {
    return problem(wish);
  }
  const inTheWay = moveProblems(ask, server.watch, t);
  return inTheWay.length > 0
    ? problem(inTheWay.join('\n\n'))
    : edit(ask.guildId, server, wish, { desk, t, signal });
}

/** What the options say; a sentence when that will not do. */
function readWish(ask: Ask, t: Translate): Wish | string {
  const { options } = ask;
  const role = options.getRole('role');
  const removesRole = options.getBoolean('remove_role') === true;
  if (role !== null && removesRole) {
    return t('edit.roleBoth');
  }
  const grace = options.getString('grace');
  const graceMs = grace === null ? null : readSpan(grace, LONGEST_GRACE_MS, t);
  if (typeof graceMs === 'string') {
    return graceMs;
  }
  const given = {
    channelId: options.getChannel('channel')?.id ?? null,
    noticeChannelId: options.getChannel('notices')?.id ?? null,
    roleId: role?.id ?? null,
    joins: joinsOf(options.getString('joins')),
    graceMs,
    board: options.getBoolean('board'),
    restarts: options.getBoolean('restarts'),
    countStep: options.getInteger('count_step'),
  };
  const wish: Wish = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
    ...(removesRole ? { roleId: null } : {}),
  };
  return Object.keys(wish).length === 0 ? t('edit.nothing') : wish;
}

const joinsOf = (typed: string | null): Joins | null => JOINS.find((one) => one === typed) ?? null;

type Means = { desk: Desk; t: Translate; signal: AbortSignal };

async function edit(
  guildId: string,
  server: WatchedServer,
  wish: Wish,
  means: Means,
): Promise<Reply> {
  const { desk, t } = means;
  let before: GuildDocument | null = null;
  const after = await desk.store.guilds.update(guildId, (guild) => {
    before = guild;
    return withoutEmptyBoards(withWatch(guild, server.watch.id, (watch) => edited(watch, wish)));
  });
  await desk.watches.load(guildId);
  const watch = after.watches.find(({ id }) => id === server.watch.id);
  if (before === null || watch === undefined) {
    return problem(t('watch.unknown'));
  }
  const lines = await moved(before, after, watch, means);
  const embed: APIEmbed = {
    title: t('edit.title', { server: shownServer(server) }),
    description: [...lines, settingFacts(watch, desk.now(), t).join(' · ')].join('\n'),
    color: COLOURS.good,
  };
  return { embeds: [embed] };
}

function edited(watch: Watch, wish: Wish): Watch {
  const after = { ...watch, ...wish };
  return moves(watch, after) ? { ...after, message: null, trouble: null } : after;
}

/** Whether the status message is another one afterwards. */
const moves = (before: Watch, after: Watch): boolean =>
  before.channelId !== after.channelId || before.board !== after.board;

/** Where the status of a watch stands: in a message of its own, or in the one it shares. */
function messageOf(guild: GuildDocument, watch: Watch): { channelId: string; id: string } | null {
  const { message } = watch.board ? boardOf(guild, watch.channelId) : watch;
  return message && { channelId: watch.channelId, id: message.id };
}

/** Posts the status where it belongs now, then takes the old message away, that one alone, when nobody shares it. */
async function moved(
  before: GuildDocument,
  after: GuildDocument,
  watch: Watch,
  { desk, t, signal }: Means,
): Promise<string[]> {
  const old = before.watches.find(({ id }) => id === watch.id);
  if (old === undefined || !moves(old, watch)) {
    return [];
  }
  const { guildId } = after;
  const outcome = await desk.monitor.post(guildId, watch);
  await desk.watches.load(guildId);
  const guild = await desk.store.guilds.get(guildId);
  const now = guild.watches.find(({ id }) => id === watch.id) ?? watch;
  const lines = [placeLine(guild, now, t)];
  if (outcome.kind === 'trouble') {
    lines.push(troubleWords({ kind: outcome.trouble, facts: outcome.facts }, t));
  }
  const isShared = old.board && sharersOf(after, old.channelId).length > 0;
  const message = isShared ? null : messageOf(before, old);
  const stays = message !== null && !(await isDeleted(message, desk, signal));
  return stays ? [...lines, t('edit.oldStays')] : lines;
}

function placeLine(guild: GuildDocument, watch: Watch, t: Translate): string {
  const channel = `<#${watch.channelId}>`;
  const message = messageOf(guild, watch);
  if (message === null) {
    return t('edit.soon', { channel });
  }
  const link = messageLink(guild.guildId, message.channelId, message.id);
  return t(watch.board ? 'edit.board' : 'edit.posted', { link, channel });
}

async function isDeleted(
  message: { channelId: string; id: string },
  { rest, log }: Desk,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await rest.delete(Routes.channelMessage(message.channelId, message.id), { signal });
    return true;
  } catch (error) {
    const failure = discordFailure(error);
    log.info({ ...message, failure }, 'an old status message stays');
    return failure.kind === 'message-gone' || failure.kind === 'channel-gone';
  }
}
