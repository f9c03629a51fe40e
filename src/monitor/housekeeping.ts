import type { Logger } from 'pino';
import { serverKey } from '#snapshot/serverKey.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { ChannelNames } from './channelNames.ts';
import type { Departures } from './departures.ts';
import type { GuildWatch } from './noticesFor.ts';
import type { Outbox } from './outbox.ts';
import { pausedPicture } from './pausedPicture.ts';
import type { StatusBoard } from './statusBoard.ts';
import { pausedWatches, targetOf } from './watchedServers.ts';
import type { WishBook } from './wishBook.ts';

type House = {
  store: Store;
  outbox: Pick<Outbox, 'forget'>;
  board: Pick<StatusBoard, 'show'>;
  names: Pick<ChannelNames, 'show'>;
  wishes: Pick<WishBook, 'passTime'>;
  departures: Departures;
  log: Logger;
  signal: AbortSignal;
};

/** Has a watch show that it is paused, and drops what waits to be told about it. */
async function showPaused(
  { store, outbox, board, names }: House,
  { guildId, watch }: GuildWatch,
): Promise<void> {
  const picture = pausedPicture(watch, await store.servers.get(serverKey(targetOf(watch))));
  board.show(guildId, watch.id, picture);
  names.show(guildId, watch, picture);
  await outbox.forget(guildId, watch.id);
}

/**
 * What guilds, as they are now, need besides questions: wishes end, paused watches show that they are, guilds that
 * left are noted. Never rejects: no server
 * goes unasked because the store does not do its part.
 */
export async function keepHouse(house: House, guilds: readonly GuildDocument[]): Promise<void> {
  const failed = (error: unknown): void => {
    if (!house.signal.aborted) {
      house.log.error(
        { event: 'housekeeping', err: error },
        'wishes, paused watches and guilds that left: the next round tries again',
      );
    }
  };
  const paused = pausedWatches(guilds).map((one) => showPaused(house, one).catch(failed));
  await Promise.all([
    ...paused,
    house.wishes.passTime(guilds).catch(failed),
    house.departures.pass(guilds).catch(failed),
  ]);
}
