import { describe, expect, it } from 'vitest';
import { consoleEmbed } from '#discord/consoleEmbed.ts';
import { codeBlock } from '#discord/foreignText.ts';
import { textField } from '#discord/form.ts';
import { LIMITS } from '#discord/limits.ts';
import type { ConsoleAnswer } from '#snapshot/queryCore.ts';
import { createTexts } from '#text/texts.ts';
import { HOSTILE_NAMES, NOON, offlineSnapshot } from './pictures.ts';

const texts = createTexts();
const LANGUAGES = ['en', 'ru', 'pt-BR'] as const;
const at = { now: () => NOON, joinUrl: null };
const words = (answer: ConsoleAnswer, language: (typeof LANGUAGES)[number] = 'en') =>
  consoleEmbed(answer, 'Vida_Real', at, texts.in(language)).description ?? '';

describe('lines of a console', () => {
  it('stand in a block that nothing in them can leave, columns kept', () => {
    const lines = ['ID\tName', '0\tCJ', ...HOSTILE_NAMES];
    const shown = words({ outcome: 'answered', lines, cut: false });
    expect(shown).toMatch(/^```\nID {4}Name\n0 {4}CJ\n/);
    expect(shown.match(/`/g)).toHaveLength(6);
    expect(shown.split('\n')).toHaveLength(lines.length + 2);
  });

  it('end where Discord ends, and tell how many more there were', () => {
    const lines = Array.from({ length: 1000 }, (_, line) => `${line} ${'x'.repeat(line % 700)}`);
    const shown = words({ outcome: 'answered', lines, cut: true });
    expect(shown.length).toBeLessThanOrEqual(LIMITS.description);
    expect(shown).toMatch(/and \d+ more\n```\nThe server had more to say/);
    expect(codeBlock(['x'.repeat(9_000)], 500, () => '')).toHaveLength(400 + 8);
  });

  it('that cannot be seen are said to be blank', () => {
    expect(words({ outcome: 'answered', lines: ['', ' \u200b'], cut: false })).toContain('blank');
  });
});

describe('no lines', () => {
  it.each(LANGUAGES)('%s: silence names all five things it can mean', (language) => {
    for (const reachable of [true, false]) {
      const said = words({ outcome: 'silent', reachable }, language);
      expect(said.match(/^\d\. /gm)).toHaveLength(5);
      expect(said).toContain('`echo x`');
    }
  });

  it('a wrong password, a closed port and a name that is not found each have their own words', () => {
    const said = [
      words({ outcome: 'wrong-password' }),
      words({ outcome: 'refused' }),
      words({ outcome: 'offline', snapshot: offlineSnapshot({ reason: 'dns' }) }),
      words({ outcome: 'silent', reachable: true }),
    ];
    expect(new Set(said).size).toBe(4);
    expect(said[0]).toContain('password is wrong');
    expect(said[2]).toContain('could not be resolved');
  });
});

it('what stands beside a field of a form fits, however long it is', () => {
  const field = textField('password', { label: 'L'.repeat(80), hint: 'h'.repeat(200) }, 100);
  expect(field.label.length).toBeLessThanOrEqual(LIMITS.formLabel);
  expect(field.description?.length).toBeLessThanOrEqual(LIMITS.formHint);
});
