import { type Board, type GuildDocument, newBoard, type Watch } from '#store/guildDocument.ts';
import { withWatch } from './watchChange.ts';

/** The message that watches of a channel share; one that was not written yet when there is none. */
export const boardOf = ({ boards }: GuildDocument, channelId: string): Board =>
  boards.find((board) => board.channelId === channelId) ?? newBoard(channelId);

/** The watches that share the message of a channel, from top to bottom. */
export function sharersOf(guild: GuildDocument, channelId: string): Watch[] {
  const { order } = boardOf(guild, channelId);
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: Watch) => places.get(id) ?? order.length;
  return guild.watches
    .filter((watch) => watch.board && watch.channelId === channelId)
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** What is to be seen on the board of a channel, as a text that is the same as long as it looks the same. */
export function boardLooks(guild: GuildDocument, channelId: string): string {
  const { title, style, uptime } = boardOf(guild, channelId);
  return JSON.stringify([title, style, uptime, sharersOf(guild, channelId).map(({ id }) => id)]);
}

/** The channels that have a board. */
export const boardChannels = ({ watches }: GuildDocument): string[] => [
  ...new Set(watches.filter(({ board }) => board).map(({ channelId }) => channelId)),
];

/** The guild with this board as it is now; the same object when it is that already. Pure. */
export function withBoard(guild: GuildDocument, board: Board): GuildDocument {
  const before = guild.boards.find(({ channelId }) => channelId === board.channelId);
  if (before === board) {
    return guild;
  }
  const others = guild.boards.filter((one) => one !== before);
  return { ...guild, boards: [...others, board] };
}

/** The guild without boards that nobody shares any more, and without places of those who left; the same object when there are none. Pure. */
export function withTidyBoards(guild: GuildDocument): GuildDocument {
  const boards = guild.boards.flatMap((board) => {
    const ids = sharersOf(guild, board.channelId).map(({ id }) => id);
    const order = board.order.filter((id) => ids.includes(id));
    const isTidy = order.length === board.order.length;
    return ids.length === 0 ? [] : [isTidy ? board : { ...board, order }];
  });
  const isSame = boards.length === guild.boards.length;
  return isSame && boards.every((board) => guild.boards.includes(board))
    ? guild
    : { ...guild, boards };
}

/** The guild with these watches on the board of a channel, below those that are on it. A board is made where there is none. Pure. */
export function ontoBoard(
  guild: GuildDocument,
  channelId: string,
  watchIds: readonly string[],
  now: number,
): GuildDocument {
  const there = sharersOf(guild, channelId).map(({ id }) => id);
  const coming = watchIds.filter((id) => !there.includes(id));
  const placed = { channelId, board: true, message: null, trouble: null };
  const moved = coming.reduce(
    (before, id) => withWatch(before, id, (watch) => ({ ...watch, ...placed })),
    guild,
  );
  const board = boardOf(guild, channelId);
  const made = there.length === 0 ? { ...board, madeAt: now } : board;
  return withTidyBoards(withBoard(moved, { ...made, order: [...there, ...coming] }));
}

/** The guild with watches off their boards: each gets a message of its own, in the channel it was in. Pure. */
export function offBoard(
  guild: GuildDocument,
  watchIds: readonly string[],
  now: number,
): GuildDocument {
  const alone = { board: false, message: null, trouble: null, placedAt: now };
  return withTidyBoards(
    watchIds.reduce(
      (before, id) =>
        withWatch(before, id, (watch) => (watch.board ? { ...watch, ...alone } : watch)),
      guild,
    ),
  );
}

/** The guild with the status of a watch in a channel: on the board there when it has one, else in a message of its own. Pure. */
export function withStatusIn(
  guild: GuildDocument,
  watchId: string,
  channelId: string,
  now: number,
): GuildDocument {
  const watch = guild.watches.find(({ id }) => id === watchId);
  if (watch === undefined || watch.channelId === channelId) {
    return guild;
  }
  if (sharersOf(guild, channelId).length > 0) {
    return ontoBoard(guild, channelId, [watchId], now);
  }
  const alone = { board: false, message: null, trouble: null, placedAt: now };
  return withTidyBoards(withWatch(guild, watchId, () => ({ ...watch, channelId, ...alone })));
}

/** The guild with a watch at a place of its board, 0 = the top; one beyond the end is the end. Pure. */
export function withPlace(guild: GuildDocument, watch: Watch, place: number): GuildDocument {
  const ids = sharersOf(guild, watch.channelId).map(({ id }) => id);
  const others = ids.filter((id) => id !== watch.id);
  const order = others.toSpliced(Math.max(0, place), 0, watch.id);
  return withBoard(guild, { ...boardOf(guild, watch.channelId), order });
}
