import { serverKey } from '#snapshot/serverKey.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import { withStatusIn, withTidyBoards } from './boardChange.ts';
import { hasTwin, withoutTold, withWatch } from './watchChange.ts';
import { targetOf } from './watchedServers.ts';

/** What of a watch is to be another way. */
export type WatchWish = Partial<
  Pick<
    Watch,
    | 'label'
    | 'target'
    | 'channelId'
    | 'noticeChannelId'
    | 'roleId'
    | 'joins'
    | 'graceMs'
    | 'restarts'
    | 'bell'
    | 'graph'
    | 'countStep'
  >
>;

/** Another server has nothing to do with what was told; a message in another channel is not linked, nor edited any more. */
function wishedWatch(watch: Watch, wish: Omit<WatchWish, 'channelId'>): Watch {
  const { told } = watch;
  const wished = { ...watch, ...wish };
  const isOther = serverKey(targetOf(wished)) !== serverKey(targetOf(watch));
  const after = isOther ? withoutTold(wished) : wished;
  return after.noticeChannelId === watch.noticeChannelId
    ? after
    : {
        ...after,
        noticeTrouble: null,
        ...(told === undefined || isOther ? {} : { told: { ...told, messageId: null } }),
      };
}

/**
 * The guild with a watch as people wish it, its status message where it belongs then; "duplicate" when that server would be
 * in that channel twice, "gone" when there is no such watch. Pure.
 */
export function withWish(
  guild: GuildDocument,
  watchId: string,
  { channelId, ...wish }: WatchWish,
  now: number,
): GuildDocument | 'duplicate' | 'gone' {
  const wished = withWatch(guild, watchId, (watch) => wishedWatch(watch, wish));
  const after = channelId === undefined ? wished : withStatusIn(wished, watchId, channelId, now);
  const watch = after.watches.find(({ id }) => id === watchId);
  if (watch === undefined) {
    return 'gone';
  }
  return hasTwin(after, watch) ? 'duplicate' : withTidyBoards(after);
}
