import { expect, test } from 'vitest';
import { documentedFilter } from '#codec/master/filterDocumented.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import { printFilter } from '#codec/master/filterPrint.ts';

const sent = (text: string, keepIgnored = false) =>
  printFilter(documentedFilter(parseFilter(text).filter, { keepIgnored }));

test.each([
  ['\\type\\d', '\\dedicated\\1'],
  ['\\type\\p', '\\proxy\\1'],
  ['\\type\\l', '\\nor\\2\\dedicated\\1\\proxy\\1'],
  ['\\noplayers\\0\\secure\\0\\password\\0\\empty\\1', '\\password\\0\\empty\\1'],
  [
    '\\nor\\dedicated\\1\\nand\\white\\1\\appId\\550',
    '\\nor\\1\\dedicated\\1\\nand\\1\\white\\1\\appid\\550',
  ],
  ['\\nor\\2\\secure\\0\\map\\x', '\\nor\\1\\map\\x'],
  ['\\nor\\1\\secure\\0\\gamedir\\tf', '\\gamedir\\tf'],
  ['\\or\\3\\and\\2\\type\\l\\map\\a', '\\or\\5\\and\\4\\nor\\2\\dedicated\\1\\proxy\\1\\map\\a'],
  ['\\clver\\0.21\\nor\\2\\foo\\1\\map\\x', '\\nor\\1\\map\\x'],
])('%s is sent as %s', (text, expected) => expect(sent(text)).toBe(expected));

test('keys that only the other master knows go along where they may', () => {
  expect(sent('\\clver\\0.21\\nor\\2\\foo\\1\\map\\x', true)).toBe('\\clver\\0.21\\nor\\1\\map\\x');
});
