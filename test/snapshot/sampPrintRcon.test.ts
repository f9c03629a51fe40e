import { expect, test } from 'vitest';
import { printRcon } from '#snapshot/printRcon.ts';

test('lines are shown as they came, without what moves the cursor', () => {
  const lines = ['ID\tName', '\u001b[2Jgone', ''];
  expect(printRcon({ outcome: 'answered', lines, cut: false })).toEqual({
    lines: ['ID  Name', '[2Jgone', ''],
    problem: null,
  });
});

test('an answer that was cut says so', () => {
  expect(printRcon({ outcome: 'answered', lines: ['a'], cut: true }).problem).toMatch(/more/);
});

test.each([
  [{ outcome: 'wrong-password' }, /password is wrong/],
  [{ outcome: 'refused' }, /not running/],
  [{ outcome: 'silent', reachable: true }, /RCON is off/],
  [{ outcome: 'silent', reachable: false }, /not reachable/],
] as const)('%o has words of its own', (answer, words) => {
  expect(printRcon(answer)).toEqual({ lines: [], problem: expect.stringMatching(words) });
});
