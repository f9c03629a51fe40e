import type { Snapshot } from '#snapshot/snapshot.ts';
import { incidentId } from '#store/incidentDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { Availability, ServerDocument } from '#store/serverDocument.ts';
import type { AvailabilityEvent } from './availability.ts';
import { type DatedNews, type GuildWatch, noticesFor } from './noticesFor.ts';
import { availabilityNews, serverName } from './serverStep.ts';
import type { WishBook } from './wishBook.ts';
import { stepWishes } from './wishStep.ts';

/** Since when the outage lasts that people are told of (ms); null = there is none. */
const outSince = ({ state, downSince }: Availability): number | null =>
  state === 'down' || state === 'recovering' ? downSince : null;

/** The outage that began or ended from one state of knowledge to a newer one; null = none did. Pure. */
function eventBetween(last: Availability, newer: Availability): AvailabilityEvent | null {
  const [before, after] = [outSince(last), outSince(newer)];
  if (before === after) {
    return null;
  }
  if (after !== null) {
    return { kind: 'down', since: after, lastOnline: newer.lastAnswerAt };
  }
  return newer.state === 'up' && before !== null
    ? { kind: 'up', since: before, until: newer.since, unwatched: last.unwatched }
    : null;
}

/** What one watch was not told: its last process ended before it knew what another one knew already, which is gone on from now. */
export async function missedNotices(
  watched: GuildWatch,
  { last, newer }: { last: ServerDocument; newer: ServerDocument },
  { snapshot, at, wishes }: { snapshot: Snapshot; at: number; wishes: Pick<WishBook, 'of'> },
): Promise<Notice[]> {
  const event = eventBetween(last.availability, newer.availability);
  if (event === null || newer.flapping.since !== null) {
    return [];
  }
  const server = serverName(snapshot, newer.lastSeen);
  const before = newer.lastSeen && { online: newer.lastSeen.online, max: newer.lastSeen.max };
  const facts = { reason: 'timeout', before, host: null, restarted: false, farewell: null };
  const news: DatedNews[] = [availabilityNews(event, server, facts)];
  const step = { after: newer, news, event, restarted: false, traffic: null };
  const seen = { snapshot, server, traffic: null, before: last.checkedAt, at };
  const asked = (await wishes.of(watched.guildId, watched.watch.id)).filter(
    ({ wish }) => wish.occasion.kind === 'back' || wish.occasion.kind === 'down',
  );
  return [
    ...noticesFor(news, [watched], at),
    ...stepWishes(watched, asked, { before: last, step, seen }).notices,
  ];
}

/** Ends an outage for the history that only processes saw which are gone; where this one sees the same, nothing is done. Throws StoreError. */
export async function endOrphaned(
  { incidents }: Pick<Store, 'incidents'>,
  { last, newer }: { last: ServerDocument; newer: ServerDocument },
): Promise<void> {
  const since = outSince(last.availability);
  if (since === null || since === outSince(newer.availability)) {
    return;
  }
  const { state, since: entered } = newer.availability;
  const until = state === 'up' ? entered : last.checkedAt;
  await incidents.update(incidentId(last.key, since), (before) =>
    before === null || before.until !== null ? before : { ...before, until },
  );
}
