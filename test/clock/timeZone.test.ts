import { afterEach, expect, it, vi } from 'vitest';
import { isTimeZone, zonedClock } from '#clock/timeZone.ts';

afterEach(() => void vi.restoreAllMocks());

const NOON = Date.UTC(2026, 10, 30, 12);

it('a hundred watches of one zone have its clock read, and only the first has to wait for it', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const walls = Array.from({ length: 100 }, () => zonedClock('Asia/Kathmandu').wall(NOON));
  expect(new Set(walls)).toEqual(new Set([Date.UTC(2026, 10, 30, 17, 45)]));
  expect(made.mock.calls.length).toBeLessThanOrEqual(1);
});

it('a zone is known however its name is typed, and asked for once', () => {
  expect(isTimeZone('America/buenos_aires')).toBe(true);
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  expect(isTimeZone('america/buenos_aires')).toBe(true);
  expect(zonedClock('AMERICA/BUENOS_AIRES').wall(NOON)).toBe(NOON - 3 * 3_600_000);
  expect(made).not.toHaveBeenCalled();
});

it('a zone that does not exist is none, every time it is asked for', () => {
  for (const _ of [1, 2]) {
    expect(isTimeZone('Europe/Atlantis')).toBe(false);
    expect(() => zonedClock('Europe/Atlantis')).toThrow(RangeError);
  }
});
