import { expect, it } from 'vitest';
import { sharersOf } from '#monitor/boardChange.ts';
import { guildSchema, watchSchema } from '#store/guildDocument.ts';
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

it('a board that was stored before boards had a look of their own goes on as it was', () => {
  const stored = {
    version: 1,
    guildId: '100000000000000001',
    language: null,
    watches: [
      { ...watchOf({ id: 'valley' }), board: true },
      { ...watchOf({ id: 'island' }), board: true },
    ],
    boards: [
      {
        channelId: '200000000000000001',
        message: {
          id: '500000000000000001',
          pinned: true,
          hash: 'abc',
          writtenAt: 7,
          unpins: 0,
          pinProblem: null,
        },
        trouble: null,
      },
    ],
  };
  const guild = guildSchema.parse(stored);
  expect(guild.boards).toMatchObject([{ style: 'rich', title: null, order: [], madeAt: 0 }]);
  expect(guild.boards[0]?.message?.id).toBe('500000000000000001');
  expect(sharersOf(guild, '200000000000000001').map(({ id }) => id)).toEqual(['valley', 'island']);
});
