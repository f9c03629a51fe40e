import { expect, test } from 'vitest';
import { parseDayTime } from '#codec/ark/dayTime.ts';

const NOTHING = { day: null, time: null, stage: null };

test.each([
  ['01:27', { time: '01:27' }],
  ['8:21', { time: '08:21' }],
  ['23:59', { time: '23:59' }],
  ['140', { day: 140 }],
  ['12182', { day: 12182 }],
  ['0', { day: 0 }],
  ['Day 23, 14:05', { day: 23, time: '14:05' }],
  ['Lobby: 12 of 30', { stage: 'Lobby: 12 of 30' }],
  ['Match: final', { stage: 'Match: final' }],
  ['24:00', { stage: '24:00' }],
  ['12:60', { stage: '12:60' }],
  ['Day 23, 25:05', { stage: 'Day 23, 25:05' }],
  ['1234567890', { stage: '1234567890' }],
  ['Winter, morning', { stage: 'Winter, morning' }],
  ['', {}],
  ['  ', {}],
])('case 108: "%s"', (text, expected) => {
  expect(parseDayTime(text)).toEqual({ ...NOTHING, ...expected });
});

test('a text of a total conversion is cut at 40 characters, not inside one', () => {
  expect(parseDayTime('🦖'.repeat(50)).stage).toBe('🦖'.repeat(40));
});
