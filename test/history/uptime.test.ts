import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#history/bucket.ts';
import { surelySeen, type Look } from '#history/surelySeen.ts';
import { inSpans } from '#history/thinDay.ts';
import { uptimeOf } from '#history/uptime.ts';
import { HOUR_MS, minute, minutesOf, MONDAY } from './days.ts';

const DAY = { from: MONDAY, to: MONDAY + 24 * HOUR_MS };

/** Up all day, but down from 10 to 11 and not seen from 15 to 18. */
const seen = minutesOf(DAY, (at) => {
  const hour = (at - MONDAY) / HOUR_MS;
  return hour >= 15 && hour < 18 ? undefined : hour >= 10 && hour < 11 ? null : 8;
});

describe('uptime', () => {
  it('is of what was seen: a gap is neither up nor down, and is said', () => {
    expect(uptimeOf(seen, DAY, [])).toEqual({
      up: 20 * 60,
      down: 60,
      planned: 0,
      unknown: 180,
      share: 20 / 21,
    });
  });

  it('is the same when the day was thinned', () => {
    expect(uptimeOf(inSpans(seen, 60), DAY, [])).toEqual(uptimeOf(seen, DAY, []));
  });

  it('leaves out planned work, and says how much', () => {
    const work = [{ from: MONDAY + 10 * HOUR_MS, to: MONDAY + 10.5 * HOUR_MS }];
    expect(uptimeOf(seen, DAY, work)).toMatchObject({ down: 30, planned: 30, share: 1200 / 1230 });
  });

  it('begins with the first look, and not with the span', () => {
    const late = seen.filter(({ at }) => at >= MONDAY + 20 * HOUR_MS);
    expect(uptimeOf(late, DAY, [])).toMatchObject({ up: 240, unknown: 0, share: 1 });
  });

  it('of nothing is not known, and never 0 %', () => {
    expect(uptimeOf([], DAY, [])).toMatchObject({ share: null, unknown: 0 });
  });

  it('counts a look in five minutes as five minutes, and two that were late as no gap', () => {
    const looks = [0, 5, 10, 21, 25, 120].map((n) =>
      minute(MONDAY + n * MINUTE_MS, 3, { every: 5 }),
    );
    const span = { from: MONDAY, to: MONDAY + 125 * MINUTE_MS };
    expect(uptimeOf(looks, span, [])).toMatchObject({ up: 30, unknown: 94 });
  });
});

describe('a look', () => {
  const GAP = 3 * MINUTE_MS;
  const look = (n: number, state: Look['state'], answered: boolean): Look => ({
    at: MONDAY + n * 5_000,
    state,
    answered,
    people: answered ? 3 : null,
    slots: 32,
    pingMs: 40,
  });
  const story = (...looks: Look[]) => {
    let waiting: readonly Look[] = [];
    return looks.flatMap((one) => {
      const step = surelySeen(waiting, one, GAP);
      waiting = step.waiting;
      return step.sure;
    });
  };

  it('that was lost once is no downtime', () => {
    const [before, lost, after] = [
      look(0, 'up', true),
      look(12, 'suspect', false),
      look(13, 'up', true),
    ];
    expect(story(before, lost, after)).toEqual([before, after]);
  });

  it('that was the first miss of an outage counts, once it is one', () => {
    const misses = [
      look(12, 'suspect', false),
      look(13, 'suspect', false),
      look(15, 'down', false),
    ];
    expect(story(look(0, 'up', true), ...misses)).toEqual([look(0, 'up', true), ...misses]);
  });

  it('that was the first answer after it counts, once it is over; an answer in between does not', () => {
    const down = look(0, 'down', false);
    const short = [look(12, 'recovering', true), look(13, 'down', false)];
    const back = [look(24, 'recovering', true), look(25, 'up', true)];
    expect(story(down, ...short, ...back)).toEqual([down, look(13, 'down', false), ...back]);
  });

  it('is not decided by one long after it', () => {
    const late = look(9_000, 'down', false);
    expect(story(look(0, 'suspect', false), late)).toEqual([late]);
  });
});
