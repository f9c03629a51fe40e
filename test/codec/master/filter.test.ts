import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import {
  APP_KEYS,
  type Condition,
  FLAG_KEYS,
  GLOB_KEYS,
  OPERATOR_KEYS,
  TAGS_KEYS,
  TEXT_KEYS,
} from '#codec/master/filter.ts';
import { compileFilter, searchable } from '#codec/master/filterMatch.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import { printFilter } from '#codec/master/filterPrint.ts';
import { compileGlob } from '#codec/master/glob.ts';

const SERVER = searchable({
  address: '198.51.100.7',
  port: 27015,
  gamedir: 'CStrike',
  map: 'De_Dust2',
  type: 'd',
  os: 'l',
  secure: true,
  password: false,
  players: 12,
  max: 32,
  tags: ['AllTalk', 'friendlyfire'],
  version: '1.1.2.7/Stdio',
  name: 'The Long Watch | 24/7 Dust',
  appId: 10,
  white: false,
});
const holds = (text: string) => compileFilter(parseFilter(text).filter)(SERVER);
const back = (text: string) => printFilter(parseFilter(text).filter);

describe('what a filter asks', () => {
  test.each([
    ['\\gamedir\\cstrike\\empty\\1\\full\\1\\password\\0\\secure\\1', true],
    ['\\gametype\\alltalk', true],
    ['\\gametype\\all', false],
    ['\\name_match\\the long*dust', true],
    ['\\name_match\\*24/7*', true],
    ['\\name_match\\long*', false],
    ['\\nor\\2\\map\\de_aztec\\map\\de_dust2', false],
    ['\\nand\\2\\map\\de_aztec\\map\\de_dust2', true],
    ['\\or\\3\\and\\2\\map\\de_aztec\\linux\\1\\gamedir\\tf', false],
    ['\\or\\4\\and\\2\\map\\de_dust2\\linux\\1\\gamedir\\tf', true],
    ['\\gameaddr\\198.51.100.7:27016', false],
  ])('%s', (filter, expected) => {
    expect(holds(filter)).toBe(expected);
  });

  test('\\empty\\1 asks for players, \\full\\1 for room, \\noplayers\\0 for nothing', () => {
    const nobody = { ...SERVER, players: 0 };
    const crowd = { ...SERVER, players: 32 };
    const fits = (text: string, facts: typeof SERVER) =>
      compileFilter(parseFilter(text).filter)(facts);
    expect([fits('\\empty\\1', nobody), fits('\\empty\\1', SERVER)]).toEqual([false, true]);
    expect([fits('\\full\\1', crowd), fits('\\full\\1', SERVER)]).toEqual([false, true]);
    expect([fits('\\noplayers\\0', crowd), fits('\\noplayers\\0', nobody)]).toEqual([true, true]);
  });

  test('what is not known fails, and then its denial holds', () => {
    const unknown = searchable({
      ...SERVER,
      gamedir: null,
      map: null,
      type: null,
      os: null,
      secure: null,
      password: null,
      players: null,
      max: null,
      tags: null,
      version: null,
      name: null,
      appId: null,
    });
    const fits = (text: string) => compileFilter(parseFilter(text).filter)(unknown);
    const asked =
      'gamedir\\x map\\x dedicated\\1 linux\\1 secure\\1 password\\0 password\\1 empty\\1 full\\1 noplayers\\1 gametype\\x version_match\\x* name_match\\x* appid\\10';
    for (const pair of asked.split(' ')) {
      expect([pair, fits(`\\${pair}`), fits(`\\nor\\1\\${pair}`)]).toEqual([pair, false, true]);
    }
    expect(fits('\\napp\\10\\gametagsnor\\x\\name_match\\*')).toBe(true);
  });
});

describe('limits of the parser', () => {
  const ones = (count: number) => '\\secure\\1'.repeat(count);

  test('64 pairs count, the 65th is noted', () => {
    expect(parseFilter(ones(64)).notes).toEqual([]);
    const { filter, notes } = parseFilter(ones(65));
    expect([filter.all.length, notes]).toEqual([64, ['more than 64 pairs']]);
  });

  test('a filter is cut at 1,024 bytes, and no half value is left', () => {
    const long = `\\map\\${'x'.repeat(500)}\\gamedir\\${'y'.repeat(600)}`;
    const { filter, notes } = parseFilter(long);
    expect(filter.all.map(({ key }) => key)).toEqual(['map']);
    expect(notes).toEqual(['longer than 1024 bytes', 'key without value: gamedir']);
  });

  test('the ninth operator inside another is left out with all its pairs', () => {
    const nested = (depth: number): string =>
      Array.from({ length: depth }, (_, at) => `\\and\\${depth - at}`).join('');
    expect(parseFilter(`${nested(8)}\\secure\\1`).notes).toEqual([]);
    const { filter, notes } = parseFilter(`${nested(9)}\\secure\\1\\map\\x`);
    expect(notes).toEqual(['and: deeper than 8 operators']);
    expect(filter.all.map(({ key }) => key)).toEqual(['and', 'map']);
  });

  test('a glob of 65 characters is ignored', () => {
    expect(parseFilter(`\\name_match\\${'*'.repeat(65)}`).filter.all[0]?.kind).toBe('ignored');
  });

  test('a count that leaves its parent is cut at the end of the parent', () => {
    const { filter, notes } = parseFilter('\\nor\\2\\or\\5\\map\\a\\map\\b');
    expect(notes).toEqual(['or: count 5 is more than the 1 pairs there']);
    expect(filter.all.map(({ key }) => key)).toEqual(['nor', 'map']);
  });

  test('collapse_addr_hash inside an operator is ignored', () => {
    const { notes } = parseFilter('\\and\\1\\collapse_addr_hash\\1');
    expect(notes).toEqual(['collapse_addr_hash: inside an operator']);
  });

  test('notes hold no control characters', () => {
    expect(parseFilter('\\a\u001b[31m\\1').notes).toEqual(['unknown key: a?[31m']);
  });

  test('a glob full of asterisks takes no time', () => {
    const fits = compileGlob('*a'.repeat(32));
    const before = performance.now();
    for (let times = 0; times < 1000; times += 1) {
      fits('a'.repeat(127));
      fits(`${'a'.repeat(126)}b`);
    }
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

describe('printing', () => {
  test.each([
    ['gamedir\\cstrike', '\\gamedir\\cstrike'],
    ['\\GameDir\\CStrike', '\\gamedir\\CStrike'],
    ['\\nor\\dedicated\\1', '\\nor\\1\\dedicated\\1'],
    ['\\nor\\9\\map\\a', '\\nor\\1\\map\\a'],
    ['\\Foo\\bar\\nor\\x', '\\Foo\\bar\\nor\\x'],
    ['\\gameaddr\\1.2.3.4:5\\addr\\1.2.3.4', '\\gameaddr\\1.2.3.4:5\\addr\\1.2.3.4'],
    ['\\nand\\3\\nor\\2\\appid\\240\\appid\\440', '\\nand\\3\\nor\\2\\appid\\240\\appid\\440'],
  ])('%s gives %s', (text, printed) => {
    expect(back(text)).toBe(printed);
  });

  test('a value with a backslash is refused: it would be another filter', () => {
    const filter = { all: [{ kind: 'text', key: 'map', value: 'a\\full\\1' } as const] };
    expect(() => printFilter(filter)).toThrow(PacketError);
  });

  const word = fc.stringMatching(/^[a-z_0-9][a-z_0-9 .-]{0,11}$/);
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({
      kind: fc.constant('flag' as const),
      key: fc.constantFrom(...FLAG_KEYS.filter((key) => key !== 'collapse_addr_hash')),
      on: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('text' as const),
      key: fc.constantFrom(...TEXT_KEYS),
      value: word,
    }),
    fc.record({
      kind: fc.constant('app' as const),
      key: fc.constantFrom(...APP_KEYS),
      appId: fc.nat(),
    }),
    fc.record({
      kind: fc.constant('tags' as const),
      key: fc.constantFrom(...TAGS_KEYS),
      tags: fc.array(word, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('glob' as const),
      key: fc.constantFrom(...GLOB_KEYS),
      glob: word,
    }),
    fc.record({
      kind: fc.constant('address' as const),
      key: fc.constantFrom('gameaddr' as const, 'addr' as const),
      address: fc.ipV4(),
      port: fc.option(fc.integer({ min: 0, max: 65_535 })),
    }),
    fc.record({
      kind: fc.constant('type' as const),
      key: fc.constant('type' as const),
      value: fc.constantFrom('d' as const, 'l' as const, 'p' as const),
    }),
    fc.record({ kind: fc.constant('ignored' as const), key: fc.constant('Xy'), value: word }),
  );
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.record({
        kind: fc.constant('operator' as const),
        key: fc.constantFrom(...OPERATOR_KEYS),
        operands: fc.array(tie('condition'), { maxLength: 3 }),
      }),
    ),
  }));

  test('what is printed reads back as the same tree', () => {
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 3 }), (all) => {
        const text = printFilter({ all });
        fc.pre(text.length <= 1024 && text.split('\\').length <= 128);
        expect(parseFilter(text).filter).toEqual({ all });
      }),
    );
  });

  test('any text gives a filter whose print is stable and asks the same', () => {
    const soup = fc
      .array(
        fc.constantFrom('\\', 'nor', 'or', '2', '1', '0', 'map', 'de_dust2', 'secure', 'x', ''),
      )
      .map((parts) => parts.join('\\').slice(0, 300));
    fc.assert(
      fc.property(soup, (text) => {
        const { filter } = parseFilter(text);
        const again = parseFilter(printFilter(filter));
        expect(again.filter).toEqual(filter);
        expect(compileFilter(again.filter)(SERVER)).toBe(compileFilter(filter)(SERVER));
      }),
    );
  });
});
