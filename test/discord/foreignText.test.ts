import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, cut, escaped, inlineCode, plain } from '#discord/foreignText.ts';
import { tries } from '#test/tries.ts';
import { HOSTILE_NAMES } from './pictures.ts';

/** Discord drops a backslash before punctuation; what is left without one would be alive. */
const unescaped = (text: string): string => text.replace(/\\[^\p{L}\p{N}\s]/gu, '');

const endsInOddBackslashes = (text: string): boolean =>
  (/\\*$/.exec(text)?.[0].length ?? 0) % 2 === 1;

describe('cleaning', () => {
  it('leaves nothing that turns the reading direction, hides or breaks the line', () => {
    for (const name of HOSTILE_NAMES) {
      expect(clean(name)).not.toMatch(
        /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u,
      );
    }
  });

  it('makes one line with single spaces', () => {
    expect(clean('  a \r\n\t b   c ')).toBe('a b c');
    expect(clean('a \u200B b')).toBe('a b');
  });

  it('sees that a name of invisible characters is no name', () => {
    for (const name of ['', '   ', '\u200B\u2060', '\u3164\u3164', '\u2800', '\u0301']) {
      expect(clean(name)).toBe('');
    }
  });

  it('takes colour codes out only where the game writes them', () => {
    expect(clean('^1Red^7 {FF0000}Name')).toBe('^1Red^7 {FF0000}Name');
    expect(clean('^1Red^7 Name', 'caret')).toBe('Red Name');
    expect(clean('{FF0000}Red {00ff00}Name', 'braces')).toBe('Red Name');
  });

  it('survives half of a surrogate pair', () => {
    expect(clean('a\uD83Db')).toBe('ab');
  });
});

describe('escaping for markdown', () => {
  it.each(HOSTILE_NAMES)('leaves nothing alive in %j', (name) => {
    const left = unescaped(escaped(name, 4096));
    expect(left).not.toMatch(/[*_~`|>#+[\]()<@]|https?:|:\w+:|^\d+\. /);
  });

  it('keeps what people see', () => {
    expect(escaped('@everyone **x** https://discord.gg/x', 256)).toBe(
      '\\@everyone \\*\\*x\\*\\* https\\://discord.gg/x',
    );
    expect(escaped('1. Server', 50)).toBe('1\\. Server');
    expect(escaped('2Fort 24/7', 50)).toBe('2Fort 24/7');
  });

  it('cuts after escaping: within the limit, no torn escape, no torn emoji', () => {
    expect(escaped('*'.repeat(300), 256)).toHaveLength(255);
    expect(escaped('👍🏽'.repeat(200), 10)).toBe('👍🏽👍🏽…');
  });
});

describe('places without markdown', () => {
  it('shows no backslash', () => {
    expect(plain('*Evening* (24/7) <3', 100)).toBe('*Evening* (24/7) <3');
  });

  it('closes inline code only where we close it', () => {
    for (const name of HOSTILE_NAMES) {
      expect(inlineCode(name, 60)).toMatch(/^`[^`\n]+`$/);
    }
    expect(inlineCode('\u200B', 60)).toBe('');
  });
});

it('holds for any text, limit and place', () => {
  const hostile = fc.oneof(
    fc.constantFrom(...HOSTILE_NAMES),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\\', '*', '`', '@', ':', '\u202E', '👩‍👧', 'a', ' ') }),
  );
  fc.assert(
    fc.property(hostile, fc.integer({ min: 3, max: 60 }), (raw, limit) => {
      const texts = [plain(raw, limit), escaped(raw, limit), inlineCode(raw, limit)];
      for (const text of texts) {
        expect(text.length).toBeLessThanOrEqual(limit);
        expect(text.isWellFormed()).toBe(true);
      }
      expect(endsInOddBackslashes(texts[1] ?? '')).toBe(false);
      expect(unescaped(texts[1] ?? '')).not.toMatch(/[*_~`|>#+[\]()<@]/);
      expect(cut(plain(raw, 1000), limit).length).toBeLessThanOrEqual(limit);
    }),
    { numRuns: tries(1_000) },
  );
});
