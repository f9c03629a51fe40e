const DAY_MS = 86_400_000;

/** One name of each zone. Asking a format is slow, and only needed for the others. */
const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Formats of zones that were asked for, by name in small letters: there are only so many zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows. Throws RangeError when there is none of that name. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase();
  const known = formats.get(name);
  if (known !== undefined) {
    return known;
  }
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(name, format);
  return format;
}

/** Whether there is a time zone of this IANA name, such as "Europe/Berlin". */
export function isTimeZone(name: string): boolean {
  if (ZONES.has(name)) {
    return true;
  }
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The clock on the wall somewhere. Its times are given as if it stood in UTC (ms, whole minutes). */
export type ZonedClock = {
  /** What it shows at a time. */
  wall(at: number): number;
  /** When it shows that. An hour that it skips is the one after it; of one that it shows twice, it is one of both. */
  at(wall: number): number;
};

/** The clock of a zone. Throws RangeError when there is none of that name. */
export function zonedClock(timeZone: string): ZonedClock {
  const format = formatOf(timeZone);
  /** How far it is ahead of UTC at the beginning of a UTC day, by that. */
  const known = new Map<number, number>();

  function shown(at: number): number {
    const parts = format.formatToParts(at);
    const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    const [year, month] = [value('year'), value('month') - 1];
    return Date.UTC(year, month, value('day'), value('hour'), value('minute'));
  }

  function aheadAtMidnight(day: number): number {
    const ahead = known.get(day) ?? shown(day) - day;
    known.set(day, ahead);
    return ahead;
  }

  /** Asking the format is slow; on most days it is the same from beginning to end. */
  function wall(at: number): number {
    const minute = Math.floor(at / 60_000) * 60_000;
    const day = Math.floor(at / DAY_MS) * DAY_MS;
    const ahead = aheadAtMidnight(day);
    return ahead === aheadAtMidnight(day + DAY_MS) ? minute + ahead : shown(at);
  }

  return {
    wall,
    at(shows) {
      const first = shows - (wall(shows) - shows);
      return shows - (wall(first) - first);
    },
  };
}
