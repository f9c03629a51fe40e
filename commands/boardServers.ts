import type { Reply } from '#discord/command.ts';
import {
  boardChannels,
  boardOf,
  offBoard,
  ontoBoard,
  sharersOf,
  withBoard,
} from '#monitor/boardChange.ts';
import { hasTwin } from '#monitor/watchChange.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import { boardReply, meantBoard } from './boardList.ts';
import { readLook } from './boardLook.ts';
import {
  type Ask,
  done,
  problem,
  shownServer,
  shownServers,
  wantedWatch,
  wantedWatches,
} from './managers.ts';
import { carryOut, changeGuild, type Means } from './statusMoves.ts';
import { statusPlaceProblems } from './placeProblems.ts';

/** /board make: every server whose status stands in a channel goes into one message there. */
export async function makeBoard(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const { guildId } = ask;
  const channelId = ask.options.getChannel('channel')?.id ?? ask.channelId;
  const channel = `<#${channelId}>`;
  const inTheWay = statusPlaceProblems(ask, channelId, t);
  if (inTheWay.length > 0) {
    return problem(inTheWay.join('\n\n'));
  }
  const look = readLook(ask);
  const change = await changeGuild(guildId, desk, (guild) => {
    const its = guild.watches.filter((watch) => watch.channelId === channelId);
    const ids = its.map(({ id }) => id);
    if (ids.length === 0) {
      return 'nobody';
    }
    const made = ontoBoard(guild, channelId, ids, desk.now());
    return withBoard(made, { ...boardOf(made, channelId), ...look });
  });
  if (change === 'nobody') {
    return problem(t('board.nobody', { channel }));
  }
  const lines = await carryOut(change, means);
  return boardReply(guildId, channelId, [t('board.made', { channel }), ...lines], means);
}

/** Where a server goes when no channel is named: the board here, else the only one there is, else a new one here. */
function targetChannel(ask: Ask, guild: GuildDocument): string {
  const channels = boardChannels(guild);
  const only = channels.length === 1 ? channels[0] : undefined;
  return channels.find((id) => id === ask.channelId) ?? only ?? ask.channelId;
}

/** /board add: a watched server, or all of them, onto the board of a channel; its status moves there. */
export async function addToBoard(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const { guildId } = ask;
  const servers = wantedWatches(ask, desk);
  if (servers.length === 0) {
    return problem(t('watch.unknown'));
  }
  const given = ask.options.getChannel('channel')?.id;
  const channelId = given ?? targetChannel(ask, await desk.store.guilds.get(guildId));
  const channel = `<#${channelId}>`;
  const inTheWay = statusPlaceProblems(ask, channelId, t);
  if (inTheWay.length > 0) {
    return problem(inTheWay.join('\n\n'));
  }
  const wanted = servers.map(({ watch }) => watch.id);
  const change = await changeGuild(guildId, desk, (guild) => {
    const coming = guild.watches.filter(
      (watch) => wanted.includes(watch.id) && !hasTwin(guild, { ...watch, channelId }),
    );
    const ids = coming.map(({ id }) => id);
    return ids.length === 0 ? 'duplicate' : ontoBoard(guild, channelId, ids, desk.now());
  });
  if (change === 'duplicate') {
    return problem(t('watch.duplicate', { channel }));
  }
  const lines = await carryOut(change, means);
  const said = t('board.added', { server: shownServers(servers, t), channel });
  return boardReply(guildId, channelId, [said, ...lines], means);
}

/** /board take-off: a server gets a message of its own again. */
export async function takeOffBoard(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const server = wantedWatch(ask, desk);
  if (server === null) {
    return problem(t('watch.unknown'));
  }
  const name = { server: shownServer(server) };
  const { id } = server.watch;
  const change = await changeGuild(ask.guildId, desk, (guild) =>
    guild.watches.some((watch) => watch.id === id && watch.board)
      ? offBoard(guild, [id], desk.now())
      : 'not-on',
  );
  if (change === 'not-on') {
    return problem(t('board.notOn', name));
  }
  const lines = await carryOut(change, means);
  return done([t('board.takenOff', name), ...lines].join('\n'));
}

/** /board remove: each server gets a message of its own again, and the board goes. */
export async function removeBoard(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const meant = meantBoard(ask, await desk.store.guilds.get(ask.guildId), t);
  if (typeof meant === 'string') {
    return problem(meant);
  }
  const { channelId } = meant;
  const channel = `<#${channelId}>`;
  const change = await changeGuild(ask.guildId, desk, (guild) => {
    const ids = sharersOf(guild, channelId).map(({ id }) => id);
    return ids.length === 0 ? 'gone' : offBoard(guild, ids, desk.now());
  });
  if (change === 'gone') {
    return problem(t('board.notThere', { channel }));
  }
  const lines = await carryOut(change, means);
  return done([t('board.removed', { channel }), ...lines].join('\n'));
}
