import { zonedClock } from '#clock/timeZone.ts';
import type { Maintenance, QuietHours, WatchSettings } from '#store/watchSettings.ts';
import { openUntil, parseCronLine } from './cronLine.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** How much the people of a watch want to hear at a time. The times are when that is over (ms); null = it is not so. */
export type Attention = {
  /** Muted, or planned work. */
  silentUntil: number | null;
  /** Quiet hours. */
  quietUntil: number | null;
};

function maintenanceUntil(window: Maintenance, at: number): number | null {
  if ('once' in window) {
    const { from, to } = window.once;
    return from <= at && at < to ? to : null;
  }
  const line = parseCronLine(window.cron);
  return line && openUntil(line, window, at);
}

const minutesOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
};

/** When quiet hours that hold now are over; hours that go over midnight are meant so. */
function quietUntil({ from, to, timeZone }: QuietHours, at: number): number | null {
  const now = Math.floor(zonedClock(timeZone).wall(at) / MINUTE_MS) % DAY_MINUTES;
  const since = (now - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
  return since < length ? at - (at % MINUTE_MS) + (length - since) * MINUTE_MS : null;
}

/** Whether work is planned on a watched server at a time. */
export const hasPlannedWork = ({ maintenance }: Pick<WatchSettings, 'maintenance'>, at: number) =>
  maintenance.some((window) => maintenanceUntil(window, at) !== null);

/** What holds for a watch at a time. Pure. */
export function attentionAt(
  { mutedUntil, maintenance, quietHours }: WatchSettings,
  at: number,
): Attention {
  const ends = [
    mutedUntil !== null && mutedUntil > at ? mutedUntil : null,
    ...maintenance.map((window) => maintenanceUntil(window, at)),
  ].filter((end) => end !== null);
  return {
    silentUntil: ends.length === 0 ? null : Math.max(...ends),
    quietUntil: quietHours && quietUntil(quietHours, at),
  };
}
