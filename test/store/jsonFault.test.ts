import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '#store/jsonFault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a": 1,\n "b": }', 15],
    ['{"a": 1,\n}', 9],
    ['{"a": "one\ntwo"}', 10],
    ['{"a": "\\x"}', 7],
    ['[1, 2', 5],
    ['', 0],
    ['   ', 3],
    ['{} x', 3],
    ['[1 2]', 3],
    ['01', 1],
    ["{'a': 1}", 1],
    ['{"a" 1}', 5],
    ['[,]', 1],
    [']', 0],
    ['{"a": tru}', 6],
    ['// note\n{}', 0],
  ])('%j: %i', (text, place) => {
    expect(jsonFault(text)).toBe(place);
  });

  it('is nowhere in what JSON.parse reads, and somewhere in what it does not', () => {
    const signs = fc.string({
      unit: fc.constantFrom(...'{}[]",:\\ \n01-.eEtrufalsn'),
      maxLength: 30,
    });
    const cut = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }))
      .map(([text, at, gone, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + gone);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), signs, cut), (text) => {
        const fault = jsonFault(text);
        expect(fault === null).toBe(isJson(text));
        expect(fault ?? 0).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('is found at once in long and deep texts', () => {
    const deep = '['.repeat(200_000);
    expect(jsonFault(deep)).toBe(deep.length);
    expect(jsonFault(`${deep}${']'.repeat(200_000)}`)).toBe(null);
    expect(jsonFault(JSON.stringify('\\"x'.repeat(100_000)))).toBe(null);
  });
});
