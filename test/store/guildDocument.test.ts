import { expect, it } from 'vitest';
import { watchSchema } from '#store/guildDocument.ts';
import { watchOf } from './examples.ts';

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
