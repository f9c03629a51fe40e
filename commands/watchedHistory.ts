import { type ZonedClock, zonedClock } from '#clock/timeZone.ts';
import type { Desk, Reply } from '#discord/command.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import type { Bucket } from '#history/bucket.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Span } from '#store/spanSchema.ts';
import type { Translate } from '#text/texts.ts';
import { problem } from './managers.ts';

const UTC = 'UTC';

/** What is known of a watched server, as the people of a guild see it. */
export type WatchedHistory = {
  key: string;
  buckets: Bucket[];
  /** When what is known begins (ms); null = nothing is. */
  since: number | null;
  /** When it was not up while they had planned work. */
  planned: readonly Span[];
  timeZone: string;
  /** Whether they chose that zone; UTC otherwise. */
  isZoneChosen: boolean;
  clock: ZonedClock;
};

/** What the history of a watched server is kept under. */
export const watchedKey = ({ watch }: WatchedServer): string => serverKey(targetOf(watch));

/** Reads what is known of a server in a span of time. */
export async function readWatched(
  guildId: string,
  server: WatchedServer,
  span: Span,
  { store, history }: Desk,
): Promise<WatchedHistory> {
  const key = watchedKey(server);
  const [buckets, planned, guild] = await Promise.all([
    history.read(key, span),
    history.plannedWork(guildId, server.watch.id),
    store.guilds.get(guildId),
  ]);
  const timeZone = guild.timeZone ?? UTC;
  const since = buckets[0]?.at ?? null;
  const isZoneChosen = guild.timeZone !== null;
  return { key, buckets, since, planned, timeZone, isZoneChosen, clock: zonedClock(timeZone) };
}

/** Only watched servers have a history. */
export const notWatched = (desk: Desk, t: Translate): Reply =>
  problem(t('history.notWatched', { command: desk.mention('watch add') }));
