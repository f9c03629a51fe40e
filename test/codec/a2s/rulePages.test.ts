import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawText } from '#bytes/rawText.ts';
import { encodePages, joinPages, sortRules } from '#codec/a2s/rulePages.ts';
import { decodeRules, encodeRules, type RulePair, rulesOf, ruleValues } from '#codec/a2s/rules.ts';
import { bytesOf, goldenPacket, hexOf } from '../../packets/goldenPacket.ts';
import { payloadOf } from '../outcome.ts';

const page = (name: string, value: string): RulePair => ({
  name: rawText(bytesOf(name)),
  value: rawText(bytesOf(value)),
});

test('case 114: DayZ sends pages first and plain pairs behind them', () => {
  const { pages, plain } = sortRules(decodeRules(payloadOf(goldenPacket('rulesDayz'))).pairs);
  expect(pages.map(({ name }) => name)).toEqual(['\x01\x02', '\x02\x02']);
  expect({ ...ruleValues({ pairs: plain }) }).toEqual({ island: 'enoch', timeLeft: '15' });
});

test('case 114: old DayZ sends plain pairs only', () => {
  const { pairs } = rulesOf({ allowedBuild: '133913', dedicated: '1' });
  expect(sortRules(pairs)).toEqual({ pages: [], plain: pairs });
});

test('case 113: a page number that is a newline is a page number', () => {
  const pairs = encodePages(new Uint8Array(127 * 5 - 3).fill(0));
  expect(pairs.map(({ name }) => name).slice(-1)).toEqual(['\n\n']);
  expect(sortRules(pairs)).toEqual({ pages: pairs, plain: [] });
});

test('a plain rule with a name of two letters is no page, though it looks like 103 of 109', () => {
  const { pairs } = rulesOf({ gm: 'dm', map: 'x' });
  expect(sortRules(pairs)).toEqual({ pages: [], plain: pairs });
});

test('more than 31 pages are pages when the first is there', () => {
  const pages = encodePages(new Uint8Array(127 * 100).fill(5));
  const { pairs } = rulesOf({ cd: 'plain' });
  expect(pages).toHaveLength(100);
  const sorted = sortRules([...pages, ...rulesOf({ island: 'enoch' }).pairs]);
  expect(sorted.pages).toEqual(pages);
  expect(sortRules(pairs).plain).toEqual(pairs);
});

test('case 113: pages are joined in order of their numbers, not of their coming', () => {
  expect(joinPages([page('0202', '6364'), page('0102', '6162')])).toEqual({
    bytes: bytesOf('61626364'),
    missing: null,
  });
});

test('case 113: the escapes, each once and from left to right', () => {
  expect(hexOf(joinPages([page('0101', '0101 0102 0103')]).bytes)).toBe('0100ff');
  expect(hexOf(joinPages([page('0101', '010102')]).bytes)).toBe('0102');
  expect(hexOf(joinPages([page('0101', '0104 01')]).bytes)).toBe('010401');
});

test('case 113: an escape may straddle two pages', () => {
  expect(hexOf(joinPages([page('0102', '6101'), page('0202', '0362')]).bytes)).toBe('61ff62');
});

test('a missing page ends what can be read, and is named', () => {
  const pages = [page('0103', '61'), page('0303', '63')];
  expect(joinPages(pages)).toEqual({ bytes: bytesOf('61'), missing: 2 });
});

test('any bytes come back through escaping, paging and the wire', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const pairs = encodePages(bytes);
      const rules = decodeRules(payloadOf(encodeRules({ declared: pairs.length, pairs })));
      expect(joinPages(sortRules(rules.pairs).pages)).toEqual({ bytes, missing: null });
    }),
  );
});
