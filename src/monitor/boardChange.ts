import { type Board, type GuildDocument, newBoard, type Watch } from '#store/guildDocument.ts';

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

/** The guild with this board as it is now; the same object when it is that already. Pure. */
export function withBoard(guild: GuildDocument, board: Board): GuildDocument {
  const before = guild.boards.find(({ channelId }) => channelId === board.channelId);
  if (before === board) {
    return guild;
  }
  const others = guild.boards.filter((one) => one !== before);
  return { ...guild, boards: [...others, board] };
}

/** The guild without boards that nobody shares any more; the same object when there is none. Pure. */
export function withoutEmptyBoards(guild: GuildDocument): GuildDocument {
  const boards = guild.boards.filter(({ channelId }) => sharersOf(guild, channelId).length > 0);
  return boards.length === guild.boards.length ? guild : { ...guild, boards };
}
