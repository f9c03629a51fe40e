import { type APIEmbed, Routes } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';
import { messageLink } from '#discord/messageLink.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import type { Watch } from '#store/guildDocument.ts';
import { JOINS, type Joins } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, changeWatches, problem, shownServer, wantedWatch } from './managers.ts';
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
  { desk, t, signal }: Means,
): Promise<Reply> {
  let before = server.watch;
  const [watch] = await changeWatches(guildId, [server], desk, (current) => {
    before = current;
    const changed = { ...current, ...wish };
    return moves(current, changed) ? { ...changed, message: null, trouble: null } : changed;
  });
  if (watch === undefined) {
    return problem(t('watch.unknown'));
  }
  const lines = moves(before, watch) ? await move(guildId, before, watch, { desk, t, signal }) : [];
  const embed: APIEmbed = {
    title: t('edit.title', { server: shownServer(server) }),
    description: [...lines, settingFacts(watch, desk.now(), t).join(' · ')].join('\n'),
    color: COLOURS.good,
  };
  return { embeds: [embed] };
}

/** Whether the status message is another one afterwards. */
const moves = (before: Watch, after: Watch): boolean =>
  before.channelId !== after.channelId || before.board !== after.board;

/** Posts the status message where it belongs now, then takes the old one away, that one alone. */
async function move(
  guildId: string,
  before: Watch,
  watch: Watch,
  { desk, t, signal }: Means,
): Promise<string[]> {
  const channel = `<#${watch.channelId}>`;
  const lines: string[] = [];
  if (watch.board) {
    lines.push(t('edit.board', { channel }));
  } else {
    const outcome = await desk.monitor.post(guildId, watch);
    await desk.watches.load(guildId);
    const { watches } = await desk.store.guilds.get(guildId);
    const message = watches.find(({ id }) => id === watch.id)?.message ?? null;
    const link = message && messageLink(guildId, watch.channelId, message.id);
    lines.push(link === null ? t('edit.soon', { channel }) : t('edit.posted', { link, channel }));
    if (outcome.kind === 'trouble') {
      lines.push(troubleWords({ kind: outcome.trouble, facts: outcome.facts }, t));
    }
  }
  const stays = before.message !== null && !(await isDeleted(before, desk, signal));
  return stays ? [...lines, t('edit.oldStays')] : lines;
}

async function isDeleted(
  { channelId, message }: Watch,
  { rest, log }: Desk,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await rest.delete(Routes.channelMessage(channelId, message?.id ?? ''), { signal });
    return true;
  } catch (error) {
    const failure = discordFailure(error);
    log.info({ channel: channelId, message: message?.id, failure }, 'an old status message stays');
    return failure.kind === 'message-gone' || failure.kind === 'channel-gone';
  }
}
