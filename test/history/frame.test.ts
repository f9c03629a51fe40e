import { describe, expect, it } from 'vitest';
import { zonedClock } from '#clock/timeZone.ts';
import { MINUTE_MS } from '#history/bucket.ts';
import { frameOf, pointsIn, startOf, stopOf } from '#history/frame.ts';
import { inSpans } from '#history/thinDay.ts';
import { HOUR_MS, minutesOf, MONDAY } from './days.ts';

const UTC = zonedClock('UTC');
const NOW = MONDAY + 15 * HOUR_MS + 7 * MINUTE_MS;
const hours = (edges: readonly number[]) =>
  edges.slice(1).map((edge, n) => (edge - (edges[n] ?? 0)) / HOUR_MS);

describe('a period', () => {
  it('ends now, with a point for each few minutes', () => {
    const day = frameOf('day', { now: NOW, clock: UTC });
    expect(stopOf(day)).toBe(MONDAY + 15 * HOUR_MS + 10 * MINUTE_MS);
    expect(stopOf(day) - startOf(day)).toBe(24 * HOUR_MS);
    expect(frameOf('week', { now: NOW, clock: UTC }).edges).toHaveLength(337);
    expect(frameOf('month', { now: NOW, clock: UTC }).edges).toHaveLength(361);
  });

  it('has no points shorter than what is known', () => {
    const day = frameOf('day', { now: NOW, clock: UTC, coarsest: 60 });
    expect(day.edges).toHaveLength(25);
  });

  it('of a year has a point for each day of the calendar, an hour less or more where the clocks change', () => {
    const berlin = zonedClock('Europe/Berlin');
    const { edges } = frameOf('year', { now: NOW, clock: berlin });
    expect(edges).toHaveLength(366);
    const lengths = hours(edges);
    expect(lengths.filter((length) => length !== 24)).toEqual([23, 25]);
    const short = edges[lengths.indexOf(23)] ?? 0;
    expect(new Date(short).toISOString()).toBe('2026-03-28T23:00:00.000Z');
    const midnights = edges.map((edge) => berlin.wall(edge) % (24 * HOUR_MS));
    expect(new Set(midnights)).toEqual(new Set([0]));
  });

  it.each([
    'America/Santiago',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ])(
    'goes on day by day in %s, where clocks change at midnight, by half an hour, or not at all',
    (zone) => {
      const { edges } = frameOf('year', { now: NOW, clock: zonedClock(zone) });
      for (const length of hours(edges)) {
        expect(length).toBeGreaterThanOrEqual(23);
        expect(length).toBeLessThanOrEqual(25);
      }
    },
  );
});

describe('a point', () => {
  const frame = frameOf('day', { now: NOW, clock: UTC });

  it('is the mean of its looks with the most of them, and nothing where nobody looked', () => {
    const from = startOf(frame);
    const seen = minutesOf({ from, to: from + 10 * MINUTE_MS }, (at) => (at - from) / MINUTE_MS);
    const points = pointsIn(frame, seen);
    expect(points).toHaveLength(288);
    expect(points[0]).toMatchObject({ at: from, counted: 5, people: 10, most: 4 });
    expect(points[1]).toMatchObject({ counted: 5, people: 35, most: 9 });
    expect(points.slice(2).every((point) => point === null)).toBe(true);
  });

  it('says the same of a day of 25 hours, by the minute and by the hour', () => {
    const clock = zonedClock('Europe/Berlin');
    const { edges } = frameOf('year', { now: NOW, clock });
    const n = hours(edges).indexOf(25);
    const day = { from: edges[n] ?? 0, to: edges[n + 1] ?? 0 };
    const seen = minutesOf(day, () => 4);
    for (const buckets of [seen, inSpans(seen, 60)]) {
      const points = pointsIn({ period: 'year', edges }, buckets);
      expect(points[n]).toMatchObject({ counted: 25 * 60, people: 25 * 60 * 4 });
      expect(points.filter((point) => point !== null)).toHaveLength(1);
    }
  });

  it('knows nothing of what was before or after', () => {
    const seen = minutesOf({ from: startOf(frame) - HOUR_MS, to: startOf(frame) }, () => 9);
    expect(pointsIn(frame, seen).every((point) => point === null)).toBe(true);
  });
});
