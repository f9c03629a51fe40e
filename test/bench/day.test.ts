import { describe, expect, it } from 'vitest';
import { type DaySample, grownIn, liveDay } from '../../bench/simulatedDay.ts';

/** So much more than in its second quarter there may be in the heap of a process that has only begun (MiB). */
const ROOM_MIB = 4;
/** The first graphs are drawn after a quarter of an hour, in a worker of their own. */
const WARM_AFTER_HOURS = 0.3;
/** In so few samples a connection to Discord, kept for a few seconds, may be there or not, and with it its timers. */
const COMES_AND_GOES = ['TCPSocketWrap', 'Timeout', 'JourneyTimer'];

it('the bot lives through half an hour, in short: nothing grows', {
  timeout: 120_000,
}, async () => {
  const day = await liveDay({ watches: 20, hours: 0.5, sampledEvery: 2 });
  expect(day.rounds).toBe(30);
  expect(day.datagrams).toBeGreaterThan(15 * 2 * 30);
  expect(day.edits).toBeGreaterThan(30);
  expect(day.notices).toBeGreaterThan(1);
  expect(day.problems).toEqual([]);
  expect(day.samples).toHaveLength(15);
  const samples = day.samples.filter(({ hour }) => hour > WARM_AFTER_HOURS);
  const { heapMiB, open } = grownIn({ samples });
  expect(open.filter((kind) => !COMES_AND_GOES.includes(kind))).toEqual([]);
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
