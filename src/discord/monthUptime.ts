import type { Logger } from 'pino';
import type { History } from '#history/history.ts';
import { uptimeOf } from '#history/uptime.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Watch } from '#store/guildDocument.ts';

const HOUR_MS = 3_600_000;
export const MONTH_DAYS = 30;
const MONTH_MS = MONTH_DAYS * 24 * HOUR_MS;
/** Of a server that was not watched for so long, percents tell nothing (minutes). */
const LEAST_KNOWN = 6 * 60;

/** How much of the last 30 days a watched server was up, 0 to 1; null = not known for long enough. */
export type MonthUptime = (guildId: string, watch: Watch) => Promise<number | null>;

/** Makes the function that finds it out, once an hour for each watch: a board that is drawn each minute asks each minute. */
export function createMonthUptime(parts: {
  history: Pick<History, 'read' | 'plannedWork'>;
  now: () => number;
  log: Logger;
}): MonthUptime {
  const { history, now, log } = parts;
  /** The oldest first. */
  const known = new Map<string, { at: number; share: Promise<number | null> }>();

  async function shareOf(guildId: string, watch: Watch): Promise<number | null> {
    const to = now();
    const span = { from: to - MONTH_MS, to };
    try {
      const planned = await history.plannedWork(guildId, watch.id);
      const buckets = await history.read(serverKey(targetOf(watch)), span);
      const { up, down, share } = uptimeOf(buckets, span, planned);
      return up + down < LEAST_KNOWN ? null : share;
    } catch (error) {
      log.error(
        { event: 'uptime', guildId, watchId: watch.id, err: error },
        'no uptime on a board',
      );
      return null;
    }
  }

  const isOld = (at: number): boolean => Math.abs(now() - at) >= HOUR_MS;

  function forgetOld(): void {
    for (const [key, { at }] of known) {
      if (!isOld(at)) {
        return;
      }
      known.delete(key);
    }
  }

  return (guildId, watch) => {
    const key = `${guildId}/${watch.id}/${serverKey(targetOf(watch))}`;
    forgetOld();
    const found = known.get(key);
    if (found !== undefined && !isOld(found.at)) {
      return found.share;
    }
    const share = shareOf(guildId, watch);
    known.delete(key);
    known.set(key, { at: now(), share });
    return share;
  };
}
