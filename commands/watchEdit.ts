import type { APIEmbed } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { storedTarget } from '#discord/newWatch.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { withoutEmptyBoards } from '#monitor/boardChange.ts';
import { withWatch } from '#monitor/watchChange.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import { JOINS, type Joins } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, problem, shownServer, wantedWatch } from './managers.ts';
import { readSpan } from './spanOption.ts';
import { settingFacts } from './watchFacts.ts';
import { readLabel } from './watchLabel.ts';
import { type Means, moved, moves } from './watchMove.ts';
import { moveProblems } from './watchPlaces.ts';
import { readTarget, targetRefusal } from './watchTarget.ts';

const LONGEST_GRACE_MS = 86_400_000;

/** What of a watch is to be another way. */
type Wish = Partial<
  Pick<
    Watch,
    | 'label'
    | 'target'
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
  if (inTheWay.length > 0) {
    return problem(inTheWay.join('\n\n'));
  }
  const target = readTarget(ask, server.watch);
  if (target === null && Object.keys(wish).length === 0) {
    return problem(t('edit.nothing'));
  }
  const means = { desk, t, signal };
  const changed = { ...wish, ...(target?.ok ? { target: storedTarget(target.target) } : {}) };
  const refusal = await targetRefusal(ask.guildId, { ...server.watch, ...changed }, target, means);
  return refusal ?? edit(ask.guildId, server, changed, means);
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
  const label = readLabel(ask);
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
    ...(removesRole ? { roleId: null } : {}),
    ...(label === undefined ? {} : { label }),
  };
}

const joinsOf = (typed: string | null): Joins | null => JOINS.find((one) => one === typed) ?? null;

async function edit(
  guildId: string,
  given: WatchedServer,
  wish: Wish,
  means: Means,
): Promise<Reply> {
  const { desk, t } = means;
  let before: GuildDocument | null = null;
  const after = await desk.store.guilds.update(guildId, (guild) => {
    before = guild;
    return withoutEmptyBoards(withWatch(guild, given.watch.id, (watch) => edited(watch, wish)));
  });
  await desk.watches.load(guildId);
  await desk.monitor.reread();
  const watch = after.watches.find(({ id }) => id === given.watch.id);
  if (before === null || watch === undefined) {
    return problem(t('watch.unknown'));
  }
  const lines = await moved(before, after, watch, means);
  const server = desk.watches.servers(guildId).find((one) => one.watch.id === watch.id) ?? given;
  const embed: APIEmbed = {
    title: t('edit.title', { server: shownServer(server) }),
    description: [...lines, settingFacts(watch, desk.now(), t).join(' · ')].join('\n'),
    color: COLOURS.good,
  };
  return { embeds: [embed] };
}

function edited(watch: Watch, wish: Wish): Watch {
  const { told, ...rest } = { ...watch, ...wish };
  const isSame =
    wish.target === undefined || serverKey(targetOf(rest)) === serverKey(targetOf(watch));
  const after: Watch = isSame && told !== undefined ? { ...rest, told } : rest;
  return moves(watch, after) ? { ...after, message: null, trouble: null } : after;
}
