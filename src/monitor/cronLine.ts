import { zonedClock } from '#clock/timeZone.ts';

/** Smallest and greatest value of each field: minute, hour, day of month, month, day of week (0 and 7 are Sunday). */
const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTE_MS = 60_000;

/** A cron line, ready to be compared with times of a wall clock. */
export type CronLine = {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  weekdays: ReadonlySet<number>;
  /** With both days given, one of them is enough. */
  eitherDay: boolean;
};

/** Names of months and days as their numbers. */
function numberOf(text: string, field: number): number {
  const name = text.slice(0, 3).toLowerCase();
  const names = field === 3 ? MONTHS : field === 4 ? DAYS : [];
  const place = names.indexOf(name);
  return place === -1
    ? /^\d{1,2}$/.test(text)
      ? Number(text)
      : Number.NaN
    : place + (field === 3 ? 1 : 0);
}

/** The values of one part of a field, such as "5", "1-5", "*" or "0-30/10"; null = no such thing. */
function valuesOf(part: string, field: number): number[] | null {
  const [least, most] = BOUNDS[field] ?? [0, 0];
  const [range = '', step = '1', ...more] = part.split('/');
  const every = Number(step);
  const [first = '', last, ...ends] = range.split('-');
  const from = range === '*' ? least : numberOf(first, field);
  const open = range === '*' || (last === undefined && part.includes('/'));
  const to = open ? most : last === undefined ? from : numberOf(last, field);
  const fits = from >= least && to <= most && from <= to && Number.isInteger(every) && every > 0;
  if (!fits || more.length + ends.length > 0) {
    return null;
  }
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, n) => from + n * every);
}

/** Reads five fields as crontab(5) has them; null when the line is no such schedule. */
export function parseCronLine(line: string): CronLine | null {
  const fields = line.trim().split(/\s+/);
  const sets = fields.map((field, place) => {
    const parts = field.split(',').map((part) => valuesOf(part, place));
    return parts.includes(null) ? null : new Set(parts.flatMap((values) => values ?? []));
  });
  const [minutes, hours, days, months, weekdays] = sets;
  if (fields.length !== BOUNDS.length || !minutes || !hours || !days || !months || !weekdays) {
    return null;
  }
  const eitherDay = !fields[2]?.startsWith('*') && !fields[4]?.startsWith('*');
  const week = new Set([...weekdays].map((day) => day % 7));
  return { minutes, hours, days, months, weekdays: week, eitherDay };
}

/** Whether a schedule has this minute of a wall clock, given as if the clock stood in UTC (ms). */
function fits(line: CronLine, wallMs: number): boolean {
  const wall = new Date(wallMs);
  if (!line.minutes.has(wall.getUTCMinutes()) || !line.hours.has(wall.getUTCHours())) {
    return false;
  }
  const day = line.days.has(wall.getUTCDate());
  const weekday = line.weekdays.has(wall.getUTCDay());
  return (
    line.months.has(wall.getUTCMonth() + 1) && (line.eitherDay ? day || weekday : day && weekday)
  );
}

/**
 * When the window of `minutes` is over that began by this schedule and is open at `at` (ms); null = none is. The schedule is
 * read on the wall clock of the zone.
 */
export function openUntil(
  line: CronLine,
  { timeZone, minutes }: { timeZone: string; minutes: number },
  at: number,
): number | null {
  const wall = zonedClock(timeZone).wall(at);
  const minute = at - (at % MINUTE_MS);
  for (let ago = 0; ago < minutes; ago += 1) {
    if (fits(line, wall - ago * MINUTE_MS)) {
      return minute + (minutes - ago) * MINUTE_MS;
    }
  }
  return null;
}
