import { describe, expect, it } from 'vitest';
import { zonedClock } from '#clock/timeZone.ts';
import { peakOf, usuallyFullest } from '#history/crowd.ts';
import { inSpans } from '#history/thinDay.ts';
import { DAY_MS, HOUR_MS, minutesOf, MONDAY } from './days.ts';

const DAY = (n: number) => MONDAY + n * DAY_MS;

/** Four weeks of a server that is full on Friday evenings from 21 to 22 by the clock of Berlin, over a change of clocks. */
const berlin = zonedClock('Europe/Berlin');
const autumn = Date.UTC(2026, 9, 12);
const weeks = inSpans(
  minutesOf({ from: autumn, to: autumn + 28 * DAY_MS }, (at) => {
    const wall = new Date(berlin.wall(at));
    return wall.getUTCDay() === 5 && wall.getUTCHours() === 21
      ? 30
      : wall.getUTCHours() === 20
        ? 12
        : 2;
  }),
  60,
);

describe('the usual rush hour', () => {
  it('is told by the clock of the people, also over a change of their clocks', () => {
    expect(usuallyFullest(weeks, berlin)).toEqual({ weekday: 5, hour: 21, people: 30 });
  });

  it('is another hour, or another day, elsewhere', () => {
    expect(usuallyFullest(weeks.slice(24 * 14), zonedClock('Asia/Vladivostok'))).toEqual({
      weekday: 6,
      hour: 6,
      people: 30,
    });
  });

  it('is one of the day while no two weeks are known', () => {
    expect(usuallyFullest(weeks.slice(0, 24 * 5), berlin)).toMatchObject({
      weekday: null,
      hour: 20,
    });
  });

  it('is not made of a single evening', () => {
    const once = minutesOf({ from: DAY(0), to: DAY(1) }, () => 5);
    expect(usuallyFullest(once, berlin)).toBeNull();
    const party = minutesOf({ from: DAY(0), to: DAY(28) }, (at) =>
      at - DAY(9) < HOUR_MS && at >= DAY(9) ? 60 : 1,
    );
    expect(usuallyFullest(inSpans(party, 60), berlin)?.people).toBeLessThan(20);
  });

  it('of a server that is always empty, or silent about it, is none', () => {
    expect(
      usuallyFullest(
        inSpans(
          minutesOf({ from: DAY(0), to: DAY(20) }, () => 0),
          60,
        ),
        berlin,
      ),
    ).toBeNull();
    expect(usuallyFullest([], berlin)).toBeNull();
  });
});

it('the peak is the first time that so many were there; nobody at all is no peak', () => {
  const seen = minutesOf({ from: DAY(0), to: DAY(1) }, (at) => (at >= DAY(0) + HOUR_MS ? 7 : 3));
  expect(peakOf(seen)).toEqual({ most: 7, at: DAY(0) + HOUR_MS });
  expect(peakOf(minutesOf({ from: DAY(0), to: DAY(1) }, () => 0))).toBeNull();
});
