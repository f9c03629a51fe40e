import { describe, expect, it } from 'vitest';
import { type DaySample, grownIn, liveDay } from '../../bench/simulatedDay.ts';

/** So much more than in the second quarter there may be in the heap, where other tests ran before (MiB). */
const ROOM_MIB = 4;

it('a bot lives through six hours, in short: nothing grows', { timeout: 120_000 }, async () => {
  const day = await liveDay({ watches: 20, hours: 6 });
  expect(day.rounds).toBe(360);
  expect(day.looks).toBeGreaterThan(20 * 360);
  expect(day.edits).toBeGreaterThan(500);
  expect(day.notices).toBeGreaterThan(50);
  expect(day.samples).toHaveLength(24);
  const { heapMiB, open } = grownIn(day);
  expect(open).toEqual([]);
  expect(heapMiB).toBeLessThan(ROOM_MIB);
});

describe('what grew', () => {
  const sample = (hour: number, heapMiB: number, open = {}): DaySample => ({ hour, heapMiB, open });

  it('is the heap of the last quarter above that of the second', () => {
    const heaps = [90, 20, 30, 20, 20, 38, 31, 35];
    const samples = heaps.map((heap, hour) => sample(hour, heap));
    expect(grownIn({ samples })).toEqual({ heapMiB: 5, open: [] });
  });

  it('is every kind of which more is open all the time, new ones too', () => {
    const opens = [
      ...[{ Timeout: 9 }, { Timeout: 9 }, { Timeout: 2, UDPWrap: 1 }, { Timeout: 7 }],
      ...[{}, {}, { Timeout: 3, UDPWrap: 6, TCPWrap: 1 }, { Timeout: 4, TCPWrap: 1 }],
    ];
    const samples = opens.map((open, hour) => sample(hour, 20, { ...open }));
    expect(grownIn({ samples }).open).toEqual(['Timeout', 'TCPWrap']);
  });
});
