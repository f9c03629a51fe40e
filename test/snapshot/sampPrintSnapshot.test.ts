import { expect, test } from 'vitest';
import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import { queryDisabledSnapshot } from '#snapshot/fromSamp.ts';
import { printSnapshot } from '#snapshot/printSnapshot.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';

const target = { host: '203.0.113.7', port: 7777, game: 'samp' };

const crowded: Snapshot = {
  ...blankSnapshot(target),
  protocol: 'samp',
  name: 'Север',
  players: { online: 545, max: 1000, bots: null, connecting: null },
  samp: {
    gamemode: 'РП',
    language: 'Русский',
    openmp: false,
    website: 'https://samp.example.org/',
    links: null,
  },
};

test('a full SA:MP server: mode, language, website, the count, and why there is no list', () => {
  const status = printSnapshot(crowded, 'status').join('\n');
  for (const word of ['РП', 'Русский', 'https://samp.example.org/', '545/1000 players']) {
    expect(status).toContain(word);
  }
  expect(status).toContain('not available: SA:MP servers give none above 100 players');
  expect(printSnapshot(crowded, 'players').join('\n')).toMatch(/545\/1000.*\n.*above 100 players/);
});

test('a query that is switched off is said on every sheet, never "offline"', () => {
  const off = queryDisabledSnapshot(target, null, 'It is online with its query switched off.');
  for (const sheet of ['status', 'players', 'rules', 'ping'] as const) {
    const text = printSnapshot(off, sheet).join('\n');
    expect(text).toContain('switched off');
    expect(text).not.toMatch(/offline|\?\/\?/);
  }
});
