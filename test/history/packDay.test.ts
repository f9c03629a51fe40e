import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bucket, MINUTE_MS } from '#history/bucket.ts';
import { meanOf, peakOf } from '#history/crowd.ts';
import { packDay, unpackDay } from '#history/packDay.ts';
import { thinDay } from '#history/thinDay.ts';
import { uptimeOf } from '#history/uptime.ts';
import { DAY_MS, minute, minutesOf, MONDAY } from './days.ts';

const DAY = '2026-11-30';
const WHOLE_DAY = { from: MONDAY, to: MONDAY + DAY_MS };

/** Any minutes of a day: up, down, without a count; with gaps between them. */
const anyDay = fc
  .uniqueArray(
    fc.record({
      place: fc.nat(1439),
      people: fc.option(fc.oneof(fc.nat(3), fc.nat(70_000)), { freq: 4 }),
      told: fc.boolean(),
      slots: fc.nat(70_000),
      ping: fc.nat(9_999),
    }),
    { selector: ({ place }) => place, maxLength: 400 },
  )
  .map((seen) =>
    seen
      .sort((a, b) => a.place - b.place)
      .map(({ place, people, told, slots, ping }): Bucket => {
        const at = MONDAY + place * MINUTE_MS;
        const untold = told ? {} : { counted: 0, people: 0, most: 0 };
        return {
          ...minute(at, people),
          slots,
          ...(people === null ? { ping: 0 } : { ping, ...untold }),
        };
      }),
  );

describe('a packed day', () => {
  it('gives back what was put in, whatever that was', () => {
    fc.assert(
      fc.property(anyDay, (buckets) => {
        const packed = packDay(DAY, buckets, { step: 1, every: 1 });
        expect(unpackDay(DAY, packed)).toEqual(buckets);
      }),
    );
  });

  it('is small: a day by the minute of a busy server, its nights and its outage in less than 4 kB', () => {
    const busy = minutesOf(WHOLE_DAY, (at) => {
      const n = (at - MONDAY) / MINUTE_MS;
      return n > 600 && n < 640 ? null : 20 + Math.round(18 * Math.sin(n / 230) + ((n * 7919) % 3));
    }).map((bucket, n) => ({ ...bucket, ping: 38 + ((n * 104_729) % 9) }));
    expect(packDay(DAY, busy, { step: 1, every: 1 }).packed.length).toBeLessThan(4_000);
    const empty = minutesOf(WHOLE_DAY, () => 0);
    expect(packDay(DAY, empty, { step: 1, every: 1 }).packed.length).toBeLessThan(60);
  });

  it('that was cut is a gap, never a wrong number', () => {
    const whole = packDay(
      DAY,
      minutesOf(WHOLE_DAY, (at) => (at / MINUTE_MS) % 7),
      { step: 1, every: 1 },
    );
    for (let length = 0; length < whole.packed.length - 4; length += 4) {
      expect(unpackDay(DAY, { ...whole, packed: whole.packed.slice(0, length) })).toEqual([]);
    }
  });
});

describe('a day that was thinned, by five minutes and then by the hour', () => {
  it('has the peak, the mean and the uptime of every single look', () => {
    fc.assert(
      fc.property(anyDay, (buckets) => {
        const packed = packDay(DAY, buckets, { step: 1, every: 1 });
        const fives = thinDay(DAY, packed, 5);
        const hours = thinDay(DAY, fives, 60);
        const counted = buckets.filter((one) => one.counted > 0);
        const sum = counted.reduce((total, { people }) => total + people, 0);
        for (const thinned of [fives, hours].map((document) => unpackDay(DAY, document))) {
          expect(meanOf(thinned)).toBe(counted.length === 0 ? null : sum / counted.length);
          expect(peakOf(thinned)?.most ?? 0).toBe(Math.max(0, ...buckets.map(({ most }) => most)));
          const { up, down, share } = uptimeOf(thinned, WHOLE_DAY, []);
          expect(up).toBe(buckets.filter((one) => one.up > 0).length);
          expect(down).toBe(buckets.filter((one) => one.down > 0).length);
          expect(share).toBe(buckets.length === 0 ? null : up / buckets.length);
        }
      }),
    );
  });

  it('keeps its gaps', () => {
    const noon = MONDAY + DAY_MS / 2;
    const morning = minutesOf({ from: MONDAY, to: noon }, () => 5);
    const hours = thinDay(DAY, packDay(DAY, morning, { step: 1, every: 1 }), 60);
    expect(unpackDay(DAY, hours).map(({ at }) => at)).toEqual(
      Array.from({ length: 12 }, (_, n) => MONDAY + n * 60 * MINUTE_MS),
    );
  });

  it('stays as it is when it is thinned again', () => {
    const packed = packDay(
      DAY,
      minutesOf(WHOLE_DAY, () => 1),
      { step: 1, every: 1 },
    );
    const hours = thinDay(DAY, packed, 60);
    expect(thinDay(DAY, hours, 60)).toBe(hours);
    expect(thinDay(DAY, hours, 5)).toBe(hours);
  });
});
