/** What ARK says of the time in its world: a day number or a clock, hardly ever both (spec ark section 6). */
export type DayTime = {
  day: number | null;
  /** "HH:MM" */
  time: string | null;
  /** Survival of the Fittest state or the text of a total conversion, at most 40 characters. */
  stage: string | null;
};

const NOTHING: DayTime = { day: null, time: null, stage: null };
const CLOCK = /^(\d{1,2}):(\d{2})$/;
const DAY = /^\d{1,9}$/;
const BOTH = /^Day (\d{1,9}), (\d{1,2}:\d{2})$/;
const STAGE_LENGTH = 40;

/** Reads the value of the rule DAYTIME_s. An empty text gives three nulls. */
export function parseDayTime(text: string): DayTime {
  const time = clock(text);
  if (time !== null) {
    return { ...NOTHING, time };
  }
  if (DAY.test(text)) {
    return { ...NOTHING, day: Number(text) };
  }
  const [, day, both] = BOTH.exec(text) ?? [];
  if (day !== undefined && both !== undefined && clock(both) !== null) {
    return { ...NOTHING, day: Number(day), time: clock(both) };
  }
  const stage = Array.from(text.trim()).slice(0, STAGE_LENGTH).join('');
  return { ...NOTHING, stage: stage === '' ? null : stage };
}

function clock(text: string): string | null {
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) {
    return null;
  }
  return `${hours.padStart(2, '0')}:${minutes}`;
}
