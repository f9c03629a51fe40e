import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#discord/limits.ts';
import { readDuration } from '#discord/readDuration.ts';
import { findTimeZone, readClock, readMoment, timeZoneChoices } from '#discord/zonedTime.ts';
import { NOON } from './pictures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

describe('a span of time as people type it', () => {
  it.each([
    ['90', 90 * MINUTE],
    ['30m', 30 * MINUTE],
    ['30 min.', 30 * MINUTE],
    ['1h30m', 90 * MINUTE],
    ['2 hours', 2 * HOUR],
    ['1d 12h', 36 * HOUR],
    ['1 week', 168 * HOUR],
    ['30 мин', 30 * MINUTE],
    ['2 часа', 2 * HOUR],
    ['1 день', 24 * HOUR],
    ['45s', 45_000],
    ['0', 0],
  ])('%j is read', (typed, ms) => {
    expect(readDuration(typed)).toBe(ms);
  });

  it.each([
    '',
    'soon',
    '1x',
    'h',
    '-5m',
    '1h and a bit',
    '5m!',
    '1.5h',
    '@everyone',
    '9'.repeat(40),
  ])('%j is none', (typed) => {
    expect(readDuration(typed)).toBeNull();
  });

  it('never breaks, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const span = readDuration(typed);
        expect(span === null || span >= 0).toBe(true);
      }),
    );
  });
});

describe('time zones', () => {
  it('are found by name in any letters, and only if they exist', () => {
    expect(['UTC', 'europe/berlin', 'America/Sao_Paulo', 'Asia/Kolkata'].map(findTimeZone)).toEqual(
      [
        'UTC',
        'Europe/Berlin',
        'America/Sao_Paulo',
        expect.stringMatching(/^Asia\/(Kolkata|Calcutta)$/),
      ],
    );
    expect(['', 'Berlin', '+02:00', 'Europe/Nowhere', '../etc', 'GMT+2'].map(findTimeZone)).toEqual(
      Array(6).fill(null),
    );
  });

  it('are offered with the time it is there, those first that begin with what was typed', () => {
    const [first, ...others] = timeZoneChoices('berl', NOON);
    expect(first).toEqual({ name: 'Europe/Berlin (13:00)', value: 'Europe/Berlin' });
    expect(others).toEqual([]);
    expect(timeZoneChoices('new york', NOON)[0]?.value).toBe('America/New_York');
    expect(timeZoneChoices('a', NOON)).toHaveLength(LIMITS.choices);
    expect(timeZoneChoices('x'.repeat(100), NOON)).toEqual([]);
  });
});

it('zones where people live are offered before anything is typed, and every one exists', () => {
  const zones = timeZoneChoices('', NOON).map(({ value }) => value);
  expect(zones).toContain('Europe/Moscow');
  expect(zones.map(findTimeZone)).toEqual(zones);
});

describe('a time of day', () => {
  it('is read as people write it', () => {
    expect(['7:30', '07.30', '22', '0:00', '23:59'].map(readClock)).toEqual([
      '07:30',
      '07:30',
      '22:00',
      '00:00',
      '23:59',
    ]);
    expect(['', '24:00', '7:60', 'noon', '7:3', '1:00 pm'].map(readClock)).toEqual(
      Array(6).fill(null),
    );
  });
});

describe('a moment on the clock of a zone', () => {
  it('is what that clock shows then, in winter and in summer', () => {
    const read = (typed: string, zone: string) => iso(readMoment(typed, zone, NOON));
    expect(read('2026-12-01 06:00', 'Europe/Berlin')).toBe('2026-12-01T05:00');
    expect(read('2027-07-01T06:00', 'Europe/Berlin')).toBe('2027-07-01T04:00');
    expect(read('2026-12-01 06:00', 'Asia/Kathmandu')).toBe('2026-12-01T00:15');
    expect(read('2026-12-01 6:00', 'UTC')).toBe('2026-12-01T06:00');
  });

  it('without a date is the next time it is that late there', () => {
    const read = (typed: string) => iso(readMoment(typed, 'Europe/Berlin', NOON));
    expect(read('14:00')).toBe('2026-11-30T13:00');
    expect(read('06:00')).toBe('2026-12-01T05:00');
  });

  it('can be now', () => {
    expect(
      ['now', ' Now', 'сейчас', 'agora'].map((typed) => readMoment(typed, 'UTC', NOON)),
    ).toEqual(Array(4).fill(NOON));
  });

  it('on the day the clocks change is still that hour', () => {
    const read = (typed: string) => iso(readMoment(typed, 'Europe/Berlin', NOON));
    expect(read('2027-03-28 01:30')).toBe('2027-03-28T00:30');
    expect(read('2027-03-28 03:30')).toBe('2027-03-28T01:30');
    expect(read('2027-10-31 04:00')).toBe('2027-10-31T03:00');
  });

  it.each([
    '',
    'tomorrow',
    '2026-13-01 06:00',
    '2026-02-30 06:00',
    '2026-12-01',
    '1.12.2026 06:00',
    '2026-12-01 06:00 x',
  ])('%j is none', (typed) => {
    expect(readMoment(typed, 'UTC', NOON)).toBeNull();
  });
});
