import type { ApplicationCommandOptionChoiceData } from 'discord.js';
import { zonedClock } from '#clock/timeZone.ts';
import { LIMITS } from './limits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The zones that Node knows, with UTC before them. */
const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Zones where many of our people live, offered before anything is typed. */
const USUAL_ZONES = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Moscow',
  'Asia/Yekaterinburg',
  'Asia/Novosibirsk',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** "now" in our languages. */
const NOW: readonly string[] = ['now', 'сейчас', 'agora'];

/** The zone of this name, in the letters it is written with; null when there is none. Also takes names Intl has beside its list. */
export function findTimeZone(typed: string): string | null {
  const wanted = typed.trim();
  const listed = ZONES.find((zone) => zone.toLowerCase() === wanted.toLowerCase());
  if (listed !== undefined || !/^[a-z_]+\/[a-z_/+-]+\d*$/i.test(wanted)) {
    return listed ?? null;
  }
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Zones that have what was typed, each with the time it is there now; those that begin with it first. */
export function timeZoneChoices(
  typed: string,
  now: number,
): ApplicationCommandOptionChoiceData<string>[] {
  const wanted = typed.trim().toLowerCase().replaceAll(' ', '_');
  const begins = (zone: string): boolean =>
    zone
      .toLowerCase()
      .split('/')
      .some((part) => part.startsWith(wanted));
  const fitting =
    wanted === ''
      ? USUAL_ZONES
      : ZONES.filter((zone) => zone.toLowerCase().includes(wanted)).sort(
          (a, b) => Number(begins(b)) - Number(begins(a)),
        );
  return fitting
    .slice(0, LIMITS.choices)
    .map((zone) => ({ name: zoneAndClock(zone, now), value: zone }));
}

/** A zone with the time it is there, such as "Europe/Moscow (14:05)". */
export function zoneAndClock(zone: string, now: number): string {
  return `${zone} (${new Date(zonedClock(zone).wall(now)).toISOString().slice(11, 16)})`;
}

/** "7:30", "07:30" or "22" as "HH:MM"; null when it is no time of day. */
export function readClock(typed: string): string | null {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(typed.trim()) ?? [];
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60
    ? `${hour.padStart(2, '0')}:${minute}`
    : null;
}

/**
 * Reads a moment on the wall clock of a zone: "2026-12-01 06:00", "06:00" for the next time it is that late there, or "now".
 * Gives ms since 1970; null when it is no such moment. An hour that the clocks skip becomes the one after it.
 */
export function readMoment(typed: string, zone: string, now: number): number | null {
  if (NOW.includes(typed.trim().toLowerCase())) {
    return now;
  }
  const there = zonedClock(zone);
  const [day = '', clock, ...more] = typed.trim().split(/[\sT]+/);
  if (more.length > 0) {
    return null;
  }
  if (clock === undefined) {
    const time = readClock(day);
    const today = there.wall(now) - (there.wall(now) % DAY_MS);
    const next = time === null ? null : there.at(today + clockMs(time));
    return next === null || next > now ? next : there.at(today + DAY_MS + clockMs(time ?? ''));
  }
  const time = readClock(clock);
  const date = dayMs(day);
  return time === null || date === null ? null : there.at(date + clockMs(time));
}

/** "2026-12-01" as the start of that day on a clock that stands in UTC; null when the calendar has no such day. */
function dayMs(day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) {
    return null;
  }
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(day) ? null : at;
}

function clockMs(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}
