import { expect, test } from 'vitest';
import { countArkPlayers } from '#codec/ark/players.ts';

test.each([
  ['an official server with ghosts', 19, 70, '61', 9, 10],
  ['a full one', 70, 70, '8', 62, 8],
  ['three of four are joining', 4, 50, '49', 1, 3],
  ['nobody', 0, 50, '50', 0, 0],
  ['no ghosts', 82, 100, '18', 82, 0],
  ['255 slots and eight ghosts', 8, 255, '255', 0, 8],
  ['info is behind', 0, 40, '38', 2, 0],
])(
  'case 90: online is max - NUMOPENPUBCONN: %s',
  (_, infoPlayers, maxPlayers, openSlots, online, connecting) => {
    const counts = countArkPlayers({ infoPlayers, maxPlayers, openSlots, namedEntries: null });
    expect(counts).toEqual({ online, connecting, problem: null });
  },
);

test.each([
  ['not sent', null],
  ['negative', '-1'],
  ['above max', '51'],
  ['no number', '4x'],
  ['empty', ''],
])('open slots %s: the named entries count, else info, and it is told', (_, openSlots) => {
  const sources = { infoPlayers: 4, maxPlayers: 50, openSlots };
  expect(countArkPlayers({ ...sources, namedEntries: 1 })).toEqual({
    online: 1,
    connecting: null,
    problem: expect.stringContaining('counted by the list'),
  });
  expect(countArkPlayers({ ...sources, namedEntries: null })).toEqual({
    online: 4,
    connecting: null,
    problem: expect.stringContaining('counted by info'),
  });
});
