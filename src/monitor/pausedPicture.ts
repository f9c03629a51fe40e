import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { ServerDocument } from '#store/serverDocument.ts';
import { neverAsked } from './availability.ts';
import type { StatusView } from './statusView.ts';
import { targetOf } from './watchedServers.ts';

/** What a paused watch shows: what its server was last seen as, and nothing of what it may be doing now. Pure. */
export function pausedPicture(
  watch: Watch,
  server: Pick<ServerDocument, 'lastSeen'> | null,
): Omit<StatusView, 'watch'> {
  const since = watch.paused?.since ?? 0;
  const lastSeen = server?.lastSeen ?? null;
  const blank = blankSnapshot(targetOf(watch));
  const port = lastSeen?.port ?? blank.target.port;
  return {
    snapshot: {
      ...blank,
      state: 'offline',
      reason: 'not-asked',
      target: { ...blank.target, port },
    },
    availability: neverAsked(since),
    lastSeen,
    checkedAt: lastSeen?.at ?? since,
  };
}
