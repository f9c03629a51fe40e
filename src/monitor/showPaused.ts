import { serverKey } from '#snapshot/serverKey.ts';
import type { Store } from '#store/openStore.ts';
import type { ChannelNames } from './channelNames.ts';
import type { GuildWatch } from './noticesFor.ts';
import type { Outbox } from './outbox.ts';
import { pausedPicture } from './pausedPicture.ts';
import type { StatusBoard } from './statusBoard.ts';
import { targetOf } from './watchedServers.ts';

/** Has a watch show that it is paused, and drops what waits to be told about it. */
export async function showPaused(
  parts: { store: Store; outbox: Outbox; board: StatusBoard; names: ChannelNames },
  { guildId, watch }: GuildWatch,
): Promise<void> {
  const { store, outbox, board, names } = parts;
  await outbox.forget(guildId, watch.id);
  const picture = pausedPicture(watch, await store.servers.get(serverKey(targetOf(watch))));
  board.show(guildId, watch.id, picture);
  names.show(guildId, watch, picture);
}
