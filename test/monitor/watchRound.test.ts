import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startTimes, watchRound } from '#monitor/watchRound.ts';
import { standingClock } from './watchtower.ts';

describe('a round', () => {
  it('over a few servers asks them all at once', () => {
    expect(startTimes(10, 60_000)).toEqual(Array.from({ length: 10 }, () => 0));
  });

  it('over a thousand servers takes its time, and ends well before the next one', () => {
    const times = startTimes(1000, 60_000);
    expect(times.at(-1)).toBeGreaterThan(30_000);
    expect(times.at(-1)).toBeLessThanOrEqual(36_000);
  });

  it('never bunches servers up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1000, max: 3_600_000 }),
        (count, interval) => {
          const times = startTimes(count, interval);
          expect(times).toHaveLength(count);
          const gaps = times.slice(16).map((at, n) => at - (times[n + 15] ?? 0));
          expect(gaps.every((gap) => gap > 0 && gap <= 50)).toBe(true);
          expect(times.at(-1) ?? 0).toBeLessThan(interval);
        },
      ),
    );
  });

  it('asks the later ones later, and ends with the last answer', async () => {
    const clock = standingClock();
    const asked: number[] = [];
    const begin = clock.now();
    let ended = false;
    const round = watchRound(
      Array.from({ length: 18 }, (_, n) => n),
      {
        ask: async () => {
          asked.push(clock.now() - begin);
        },
        intervalMs: 60_000,
        now: clock.now,
        after: clock.after,
        signal: new AbortController().signal,
      },
    ).then(() => {
      ended = true;
    });
    await clock.pass(99, async () => {});
    expect(asked.slice(15)).toEqual([0, 50]);
    expect(ended).toBe(false);
    await clock.pass(1, async () => {});
    await round;
    expect(asked.slice(15)).toEqual([0, 50, 100]);
  });

  it('that is broken off asks nobody further and leaves no timer', async () => {
    const clock = standingClock();
    const stop = new AbortController();
    const asked: number[] = [];
    const round = watchRound(
      Array.from({ length: 30 }, (_, n) => n),
      {
        ask: async (n) => {
          asked.push(n);
        },
        intervalMs: 60_000,
        now: clock.now,
        after: clock.after,
        signal: stop.signal,
      },
    );
    stop.abort();
    await round;
    expect(asked).toHaveLength(16);
    expect(clock.waiting()).toBe(0);
  });
});
