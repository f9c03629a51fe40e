import { expect, it } from 'vitest';
import { watchSchema } from '#store/guildDocument.ts';
import { usualSettings } from '#store/watchSettings.ts';
import { watchOf } from './examples.ts';

/** A watch as it was stored before people could choose which comings and goings are told. */
function storedBefore(joinLeave: boolean): Record<string, unknown> {
  const { joins: _joins, ...watch } = watchOf();
  const chosen = Object.keys(usualSettings());
  const kept = Object.entries(watch).filter(([name]) => !chosen.includes(name));
  return { ...Object.fromEntries(kept), joinLeave };
}

it('a watch that was stored with joins and leaves goes on telling both', () => {
  const watch = watchSchema.parse(storedBefore(true));
  expect(watch).toEqual({ ...watchOf(), joins: 'both' });
  expect('joinLeave' in watch).toBe(false);
});

it('a watch that was stored without them stays quiet', () => {
  expect(watchSchema.parse(storedBefore(false)).joins).toBe('off');
});

it.each([
  [
    'a time zone that does not exist',
    { quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Base', pings: 'wait' } },
  ],
  [
    'an hour that does not exist',
    { quietHours: { from: '25:00', to: '07:00', timeZone: 'UTC', pings: 'wait' } },
  ],
  ['a pattern that is empty', { namedPlayers: [{ pattern: '', roleId: null, cooldownMs: 0 }] }],
])('a watch with %s is not stored', (_what, settings) => {
  expect(watchSchema.safeParse({ ...watchOf(), ...settings }).success).toBe(false);
});
