import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { decodeInfo } from '#codec/a2s/info.ts';
import { decodePlayers, encodePlayers } from '#codec/a2s/players.ts';
import { type A2sRules, decodeRules, encodeRules, rulesOf, ruleValues } from '#codec/a2s/rules.ts';
import {
  decodeFragment,
  encodeFragments,
  isFirstFragment,
  joinFragments,
  type SplitLayout,
} from '#codec/a2s/split.ts';
import { isFirstFragment as isFirstGoldsrcFragment } from '#codec/goldsrc/split.ts';
import { bytesOf, goldenPacket, goldenPackets, hexOf } from '../../packets/goldenPacket.ts';
import { cutsOf, outcome, payloadOf } from '../outcome.ts';

const ANSWER = bytesOf('ffffffff4502006100620063006400');

const join = (datagrams: readonly Uint8Array[], layout: SplitLayout) =>
  joinFragments(datagrams.map((datagram) => decodeFragment(datagram, layout)));

test.each([
  ['case 70', 'splitSource', 'with-size'],
  ['case 71', 'splitSourceNoSize', 'without-size'],
] as const)('%s: %s gives the answer, and the answer gives the fragments', (_, name, layout) => {
  const datagrams = goldenPackets(name);
  expect(join(datagrams, layout)).toEqual(payloadOf(ANSWER));
  const written = encodeFragments(ANSWER, { id: 42, layout, bodySize: 8 });
  expect(written.map(hexOf)).toEqual(datagrams.map(hexOf));
});

const TWENTY = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `rule_${String(index).padStart(2, '0')}`,
    `value of rule ${index}`,
  ]),
);

test.each([
  ['with the size field, two fragments', 'splitBzip2', 'with-size'],
  ['without it, one fragment', 'splitBzip2NoSize', 'without-size'],
] as const)('case 74: a compressed answer %s', (_, name, layout) => {
  const datagrams = goldenPackets(name);
  const rules = decodeRules(join(datagrams, layout));
  expect({ ...ruleValues(rules) }).toEqual(TWENTY);
  expect(rules.complete).toBe(true);
});

const CASE_74 = [
  'feffffff050000800200e0043800000021a84b02425a683931415926535904e95e9600001c4f80c8007db00623cd00a22208200000a0004114d89341a7940f5346ca14000d00007b',
  'feffffff050000800201e00470289d24b44aa955765cc666a5d1835a4c46cd3390ef16174e21ddc422f827e2ee48a70a12009d2bd2c0',
];
const ARK_RULES = { DayTime_s: '12', SESSIONISPVE_i: '0', MOD0_s: '731604991:0' };

test('case 74: size and CRC stand in fragment 0 only, the other goes on with the stream', () => {
  const datagrams = CASE_74.map(bytesOf);
  expect({ ...ruleValues(decodeRules(join(datagrams, 'with-size'))) }).toEqual(ARK_RULES);
  const [first] = datagrams.map((datagram) => decodeFragment(datagram, 'with-size'));
  expect(first?.inflated).toEqual({ size: 56, crc: 0x024ba821 });
});

test('case 74: the same without the size field', () => {
  const datagrams = CASE_74.map((hex) => bytesOf(hex.replace('e004', '')));
  expect({ ...ruleValues(decodeRules(join(datagrams, 'without-size'))) }).toEqual(ARK_RULES);
});

test('case 74: one byte turned in fragment 2 is an error, not a result', () => {
  const [first = '', second = ''] = CASE_74;
  for (let at = 12; at < second.length / 2 - 1; at++) {
    const broken = bytesOf(second);
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    expect(() => join([bytesOf(first), broken], 'with-size')).toThrow(PacketError);
  }
});

const layoutsOf = (datagram: Uint8Array | undefined) => ({
  goldsrc: datagram !== undefined && isFirstGoldsrcFragment(datagram),
  'with-size': datagram !== undefined && isFirstFragment(datagram, 'with-size'),
  'without-size': datagram !== undefined && isFirstFragment(datagram, 'without-size'),
});

test.each([
  ['splitGoldsrc', 'goldsrc'],
  ['splitSource', 'with-size'],
  ['splitSourceNoSize', 'without-size'],
  ['splitBzip2', 'with-size'],
  ['splitBzip2NoSize', 'without-size'],
] as const)('case 71: fragment 0 of %s tells its layout, and no other fits', (name, layout) => {
  const [first, ...others] = goldenPackets(name);
  const none = { goldsrc: false, 'with-size': false, 'without-size': false };
  expect(layoutsOf(first)).toEqual({ ...none, [layout]: true });
  for (const other of others) {
    expect(layoutsOf(other)).toEqual(none);
  }
});

test('case 71: a fragment 0 without any mark tells no layout', () => {
  const [first] = encodeFragments(payloadOf(ANSWER), { id: 1 });
  expect(Object.values(layoutsOf(first))).not.toContain(true);
});

test('case 73: bit 15 of the id is no compression', () => {
  const datagram = bytesOf('feffffff cde80500 0100e004 ffffffff4400');
  expect(decodeFragment(datagram, 'with-size')).toMatchObject({ compressed: false, id: 0x5e8cd });
});

test('case 76: one fragment of one is a whole answer', () => {
  expect(join(encodeFragments(ANSWER, { id: 7 }), 'with-size')).toEqual(payloadOf(ANSWER));
});

test('case 77: a joined answer may lack FFFFFFFF, or have it twice', () => {
  for (const head of ['', 'ffffffff', 'ffffffffffffffff']) {
    const datagrams = encodeFragments(bytesOf(`${head}4400`), { id: 7, bodySize: 4 });
    expect(hexOf(join(datagrams, 'with-size'))).toBe('4400');
  }
});

test('case 78: fragments in any order are put in order', () => {
  const rules = encodeRules(rulesOf(TWENTY));
  const datagrams = encodeFragments(rules, { id: 7, bodySize: 60 });
  expect(datagrams.length).toBeGreaterThan(8);
  expect(join(datagrams.toReversed(), 'with-size')).toEqual(payloadOf(rules));
});

test('case 83: an id of 1 or 0 is an id', () => {
  for (const id of [0, 1]) {
    const datagrams = encodeFragments(ANSWER, { id, bodySize: 8 });
    expect(decodeFragment(datagrams[0] ?? new Uint8Array(), 'with-size').id).toBe(id);
    expect(join(datagrams, 'with-size')).toEqual(payloadOf(ANSWER));
  }
});

test('cases 70, 84: 170 players in fragments of 1188 bytes', () => {
  const entries = Array.from({ length: 170 }, (_, index) => ({
    index,
    name: `survivor ${index}`,
    score: index - 85,
    seconds: index,
  }));
  const packet = encodePlayers({ declared: 170, entries, ship: null });
  const datagrams = encodeFragments(packet, { id: 0x43, bodySize: 0x04a4 });
  expect(datagrams.length).toBeGreaterThan(2);
  expect(decodeFragment(datagrams[0] ?? new Uint8Array(), 'with-size').size).toBe(0x04a4);
  expect(decodePlayers(join(datagrams, 'with-size')).entries).toEqual(entries);
});

test('cases 79, 80: a hole or a fragment twice is never joined', () => {
  const [first, second] = goldenPackets('splitSource').map((datagram) =>
    decodeFragment(datagram, 'with-size'),
  );
  if (first === undefined || second === undefined) {
    throw new Error('two fragments were expected');
  }
  expect(() => joinFragments([])).toThrow(PacketError);
  expect(() => joinFragments([first])).toThrow(/1 fragments of 2/);
  expect(() => joinFragments([second])).toThrow(PacketError);
  expect(() => joinFragments([first, second, second])).toThrow(PacketError);
  expect(() => joinFragments([first, first])).toThrow(PacketError);
});

test('case 81: a fragment of another id is not joined', () => {
  const [first] = goldenPackets('splitSource');
  const [, second] = encodeFragments(ANSWER, { id: 43, bodySize: 8 });
  const both = [first ?? new Uint8Array(), second ?? new Uint8Array()];
  expect(() => join(both, 'with-size')).toThrow(PacketError);
  const foreign = decodeFragment(bytesOf('feffffff990000000200e00400'), 'with-size');
  expect(foreign).toMatchObject({ id: 0x99, total: 2, index: 0, body: bytesOf('00') });
});

test.each([
  ['an index that is not below the total', 'feffffff 2a000000 0202 e004 61'],
  ['a total of 0', 'feffffff 2a000000 0000 e004 61'],
  ['another header', 'ffffffff 2a000000 0200 e004 61'],
])('case 82: %s is refused', (_, hex) => {
  expect(() => decodeFragment(bytesOf(hex), 'with-size')).toThrow(PacketError);
  expect(() => decodeFragment(bytesOf(hex), 'without-size')).toThrow(PacketError);
});

test('case 82: fragments that differ in their total are not joined', () => {
  const [, second] = goldenPackets('splitSource');
  const [first] = encodeFragments(ANSWER, { id: 42, bodySize: 5 });
  const both = [first ?? new Uint8Array(), second ?? new Uint8Array()];
  expect(() => join(both, 'with-size')).toThrow(PacketError);
});

test('case 57: an info answer is split and joined like any other', () => {
  const packet = goldenPacket('infoCs2');
  const payload = join(encodeFragments(packet, { id: 3, bodySize: 100 }), 'with-size');
  expect(decodeInfo(payload)).toEqual(decodeInfo(payloadOf(packet)));
});

test('an answer of more than 1 MiB is not joined', () => {
  const body = new Uint8Array(60_000);
  const fragments = Array.from({ length: 20 }, (_, index) => ({
    ...{ id: 1, compressed: false, total: 20, index, size: null, inflated: null },
    body,
  }));
  expect(() => joinFragments(fragments)).toThrow(/more than 1048576 bytes/);
});

test('an id that would say "compressed" is refused', () => {
  expect(() => encodeFragments(ANSWER, { id: 0x80000001 })).toThrow(/^split id at byte /);
});

test('an answer that needs more than 255 fragments is refused', () => {
  expect(() => encodeFragments(new Uint8Array(257), { id: 1, bodySize: 1 })).toThrow(
    /^split total at byte /,
  );
});

test.each(['splitSource', 'splitSourceNoSize', 'splitBzip2', 'splitBzip2NoSize'])(
  'a fragment of %s cut at any length is refused, or the rules are not all there',
  (name) => {
    const layout = name.includes('NoSize') ? 'without-size' : 'with-size';
    const datagrams = goldenPackets(name);
    const whole = decodeRules(join(datagrams, layout));
    for (const [index, datagram] of datagrams.entries()) {
      for (const cut of cutsOf(datagram)) {
        const read = outcome(() => decodeRules(join(datagrams.with(index, cut), layout)));
        expect(read instanceof PacketError || differs(read, whole)).toBe(true);
      }
    }
  },
);

/** Nothing in a fragment tells how long it was: what is joined behind a cut one is other text. */
function differs(read: A2sRules, whole: A2sRules): boolean {
  return JSON.stringify(ruleValues(read)) !== JSON.stringify(ruleValues(whole));
}

test('joining gives what was cut, for any bytes and any size of fragment', () => {
  const layouts = fc.constantFrom<SplitLayout>('with-size', 'without-size');
  const sizes = fc.integer({ min: 8, max: 1400 });
  const bytes = fc.uint8Array({ maxLength: 2000 });
  const ids = fc.integer({ min: 0, max: 0x7fffffff });
  fc.assert(
    fc.property(bytes, layouts, sizes, ids, (tail, layout, bodySize, id) => {
      const datagram = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x45, ...tail);
      const fragments = encodeFragments(datagram, { id, layout, bodySize });
      expect(isFirstFragment(fragments[0] ?? new Uint8Array(), layout)).toBe(true);
      expect(join(fragments.toReversed(), layout)).toEqual(payloadOf(datagram));
    }),
  );
});
