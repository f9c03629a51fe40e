import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { decodeRules, ruleValues } from '#codec/a2s/rules.ts';
import {
  decodeFragment,
  encodeFragments,
  isFirstFragment,
  joinFragments,
} from '#codec/goldsrc/split.ts';
import { bytesOf, goldenPackets, hexOf } from '../../packets/goldenPacket.ts';
import { cutsOf, outcome, payloadOf } from '../outcome.ts';

const ANSWER = bytesOf('ffffffff4502006100620063006400');

const join = (datagrams: readonly Uint8Array[]) => joinFragments(datagrams.map(decodeFragment));

test('splitGoldsrc gives the answer; its fragments have both numbers in one byte', () => {
  const datagrams = goldenPackets('splitGoldsrc');
  expect(join(datagrams)).toEqual(payloadOf(ANSWER));
  const numbers = datagrams.map(decodeFragment).map(({ id, index, total }) => [id, index, total]);
  expect(numbers).toEqual([
    [42, 0, 3],
    [42, 1, 3],
    [42, 2, 3],
  ]);
});

test('an answer is cut into the fragments that GoldSrc would send', () => {
  const datagrams = encodeFragments(ANSWER, { id: 42, bodySize: 6 });
  expect(datagrams.map(hexOf)).toEqual([
    'feffffff2a00000003ffffffff4502',
    'feffffff2a00000013006100620063',
    'feffffff2a00000023006400',
  ]);
});

const CASE_69 = [
  'feffffff0700000005ffffffff4503004461795469',
  'feffffff07000000156d655f730031320053455353',
  'feffffff0700000025494f4e49535056455f690030',
  'feffffff0700000035004d4f44305f730037333136',
  'feffffff070000004530343939313a3000',
].map(bytesOf);

test('case 69: five fragments in any order are three rules', () => {
  const expected = { DayTime_s: '12', SESSIONISPVE_i: '0', MOD0_s: '731604991:0' };
  const orders = fc.shuffledSubarray(CASE_69, { minLength: 5 });
  fc.assert(
    fc.property(orders, (datagrams) => {
      expect({ ...ruleValues(decodeRules(join(datagrams))) }).toEqual(expected);
    }),
  );
});

test('case 71: only fragment 0 shows that the layout is GoldSrc', () => {
  expect(CASE_69.map(isFirstFragment)).toEqual([true, false, false, false, false]);
  expect(isFirstFragment(new Uint8Array())).toBe(false);
  expect(isFirstFragment(bytesOf('feffffff0700000005ffffff'))).toBe(false);
});

test('cases 79, 80: a hole or a fragment twice is never joined', () => {
  expect(() => joinFragments([])).toThrow(PacketError);
  for (const index of CASE_69.keys()) {
    expect(() => join(CASE_69.toSpliced(index, 1))).toThrow(/4 fragments of 5/);
    const twice = CASE_69[index === 0 ? 1 : 0] ?? new Uint8Array();
    expect(() => join(CASE_69.with(index, twice))).toThrow(PacketError);
  }
});

test.each([
  ['an index that is not below the total', 'feffffff0700000055616263'],
  ['a total of 0', 'feffffff0700000000616263'],
  ['another header', 'ffffffff0700000005616263'],
])('case 82: %s is refused', (_, hex) => {
  expect(() => decodeFragment(bytesOf(hex))).toThrow(PacketError);
});

test('cases 81, 82: fragments of another id or another total are not joined', () => {
  const [, second] = encodeFragments(ANSWER, { id: 42, bodySize: 8 });
  for (const other of [
    { id: 43, bodySize: 8 },
    { id: 42, bodySize: 5 },
  ]) {
    const [first] = encodeFragments(ANSWER, other);
    const both = [first ?? new Uint8Array(), second ?? new Uint8Array()];
    expect(() => join(both)).toThrow(PacketError);
  }
});

test('more than the 15 fragments of a nibble are refused', () => {
  expect(encodeFragments(new Uint8Array(15), { id: 1, bodySize: 1 })).toHaveLength(15);
  expect(() => encodeFragments(new Uint8Array(16), { id: 1, bodySize: 1 })).toThrow(PacketError);
});

test('a fragment cut at any length is refused, or the answer is incomplete', () => {
  const datagrams = goldenPackets('splitGoldsrc');
  for (const [index, datagram] of datagrams.entries()) {
    for (const cut of cutsOf(datagram)) {
      const read = outcome(() => decodeRules(join(datagrams.with(index, cut))));
      expect(read instanceof PacketError || !isWhole(read)).toBe(true);
    }
  }
});

function isWhole(rules: ReturnType<typeof decodeRules>): boolean {
  return JSON.stringify(ruleValues(rules)) === '{"a":"b","c":"d"}';
}

test('joining gives what was cut, for any bytes and any size of fragment', () => {
  const sizes = fc.integer({ min: 140, max: 1391 });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), sizes, (tail, bodySize) => {
      const datagram = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x45, ...tail);
      const fragments = encodeFragments(datagram, { id: 1, bodySize });
      expect(isFirstFragment(fragments[0] ?? new Uint8Array())).toBe(true);
      expect(join(fragments.toReversed())).toEqual(payloadOf(datagram));
    }),
  );
});
