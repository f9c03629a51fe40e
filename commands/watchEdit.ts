import type { APIEmbed } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { storedTarget } from '#discord/newWatch.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { type WatchWish, withWish } from '#monitor/watchWish.ts';
import { JOINS, type Joins } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';
import { graphLines } from './graphLines.ts';
import { type Ask, problem, shownServer, wantedWatch } from './managers.ts';
import { readSpan } from './spanOption.ts';
import { carryOut, changeGuild, type Means, placeLine } from './statusMoves.ts';
import { settingFacts } from './watchFacts.ts';
import { readLabel } from './watchLabel.ts';
import { moveProblems } from './placeProblems.ts';
import { readTarget, targetRefusal } from './watchTarget.ts';

const LONGEST_GRACE_MS = 86_400_000;

/** /watch edit and /watch move: changes what was given and leaves the rest; a status message that moves is posted anew. */
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
  return (await targetRefusal(target, means)) ?? edit(ask, server, changed, means);
}

/** What the options say; a sentence when that will not do. */
function readWish(ask: Ask, t: Translate): WatchWish | string {
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
    restarts: options.getBoolean('restarts'),
    bell: options.getBoolean('bell'),
    graph: options.getBoolean('graph'),
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

/** Saves the wish, has everything follow it, and says how the watch is now. */
async function edit(ask: Ask, given: WatchedServer, wish: WatchWish, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const { guildId } = ask;
  const { id } = given.watch;
  const change = await changeGuild(guildId, desk, (guild) => withWish(guild, id, wish, desk.now()));
  if (change === 'duplicate') {
    const channelId = wish.channelId ?? given.watch.channelId;
    return problem(t('watch.duplicate', { channel: `<#${channelId}>` }));
  }
  if (change === 'gone') {
    return problem(t('watch.unknown'));
  }
  const lines = await carryOut(change, means);
  const server = desk.watches.servers(guildId).find(({ watch }) => watch.id === id) ?? given;
  const { watch } = server;
  const guild = await desk.store.guilds.get(guildId);
  const embed: APIEmbed = {
    title: t('edit.title', { server: shownServer(server) }),
    description: [
      ...(wish.channelId === undefined ? [] : [placeLine(guild, watch, t)]),
      ...lines,
      ...graphLines(ask, watch, t),
      settingFacts(watch, desk.now(), t).join(' · '),
    ].join('\n'),
    color: COLOURS.good,
  };
  return { embeds: [embed] };
}
