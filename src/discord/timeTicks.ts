import type { ZonedClock } from '#clock/timeZone.ts';
import type { Period } from '#history/frame.ts';
import type { Tick } from '#picture/chart.ts';
import type { Language } from '#text/texts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Nothing is written so close to the ends of an axis, as a part of it. */
const MARGIN = 0.02;

/** How times are written: on the clock of a zone, in a language. */
export type TimeWords = {
  /** "21:00" */
  hour(at: number): string;
  /** "Fri" */
  weekday(at: number): string;
  /** "12 Nov" */
  day(at: number): string;
  /** "Nov" */
  month(at: number): string;
};

export function timeWords(language: Language, timeZone: string): TimeWords {
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      timeZone,
      ...options,
    });
    return (at: number): string => format.format(at).replace(/\.$/, '').replace(' de ', ' ');
  };
  return {
    hour: writer({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    weekday: writer({ weekday: 'short' }),
    day: writer({ day: 'numeric', month: 'short' }),
    month: writer({ month: 'short' }),
  };
}

/** Days of the month that are named. */
const NAMED_DAYS = [1, 6, 11, 16, 21, 26];

/** What is written below the axis at a time on the clock, given as if it stood in UTC (ms); null = nothing. */
function labelAt(wall: number, period: Period, hours: number): keyof TimeWords | null {
  const isMidnight = wall % DAY_MS === 0;
  const dayOfMonth = new Date(wall).getUTCDate();
  switch (period) {
    case 'day':
      return isMidnight ? 'weekday' : wall % (hours * HOUR_MS) === 0 ? 'hour' : null;
    case 'week':
      return isMidnight ? 'weekday' : null;
    case 'month':
      return isMidnight && NAMED_DAYS.includes(dayOfMonth) ? 'day' : null;
    case 'year':
      return isMidnight && dayOfMonth === 1 ? 'month' : null;
  }
}

/** The times to be written below a chart; `hours` = between two of a day. */
export function timeTicks(
  { from, to }: { from: number; to: number },
  options: { period: Period; clock: ZonedClock; words: TimeWords; hours: number },
): Tick[] {
  const { period, clock, words, hours } = options;
  const ticks: Tick[] = [];
  const step = period === 'day' ? HOUR_MS : DAY_MS;
  const margin = (to - from) * MARGIN;
  for (let wall = Math.ceil(clock.wall(from) / step) * step; ; wall += step) {
    const at = clock.at(wall);
    if (at > to - margin) {
      return ticks;
    }
    const label = labelAt(wall, period, hours);
    if (label !== null && at >= from + margin) {
      ticks.push({ at, label: words[label](at) });
    }
  }
}
