import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { decodeExtraInfo, encodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { readHeader, type SampOpcode } from '#codec/samp/header.ts';
import { decodeInfo, encodeInfo } from '#codec/samp/info.ts';
import { decodePing, encodePing } from '#codec/samp/ping.ts';
import { decodePlayers, encodePlayers } from '#codec/samp/players.ts';
import {
  decodeRconCommand,
  decodeRconLine,
  encodeRconCommand,
  encodeRconLine,
} from '#codec/samp/rcon.ts';
import { decodeRequest, encodeRequest } from '#codec/samp/request.ts';
import { decodeRules, encodeRules } from '#codec/samp/rules.ts';
import { tries } from '#test/tries.ts';
import { HEADER, packet } from './bytes.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const u16 = fc.integer({ min: 0, max: 0xffff });
const target = fc.record({ address: fc.ipV4(), port: u16 });
const i32 = fc.integer({ min: -0x80000000, max: 0x7fffffff });
const info = fc.record({
  password: fc.boolean(),
  players: u16,
  max: u16,
  hostname: bytes(80),
  gamemode: bytes(50),
  language: bytes(50),
});
const rules = fc.array(fc.record({ name: bytes(255), value: bytes(255) }), { maxLength: 20 });
const clients = fc.array(
  fc.record({
    name: bytes(255),
    score: i32,
    ping: fc.constant(null),
    slotByte: fc.constant(null),
  }),
  { maxLength: 20 },
);
const details = fc.array(
  fc.record({
    name: bytes(255),
    score: i32,
    ping: fc.integer({ min: 0, max: 0xffffffff }),
    slotByte: fc.integer({ min: 0, max: 255 }),
  }),
  { maxLength: 20 },
);
const links = fc.record({
  discord: bytes(50),
  lightBanner: bytes(160),
  darkBanner: bytes(160),
  logo: fc.option(bytes(160)),
});

/** Copies of views, so that they compare as plain arrays whatever packet they are cut from. */
const plain = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? [...value]
    : Array.isArray(value)
      ? value.map(plain)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
        : value;

describe('what was written is read', () => {
  test('requests', () => {
    fc.assert(
      fc.property(target, fc.constantFrom('i', 'r', 'c', 'd', 'o'), (where, opcode) => {
        expect(decodeRequest(encodeRequest(where, opcode))).toEqual({
          target: where,
          opcode,
          bytes: 11,
        });
      }),
    );
  });

  test('info, rules and links', () => {
    fc.assert(
      fc.property(target, info, rules, links, (where, asked, pairs, extra) => {
        const infoPacket = encodeInfo(where, asked);
        expect(infoPacket).toHaveLength(
          28 + asked.hostname.length + asked.gamemode.length + asked.language.length,
        );
        expect(plain(decodeInfo(infoPacket))).toEqual(plain({ ...asked, trailing: 0 }));
        expect(readHeader(infoPacket)?.target).toEqual(where);
        expect(plain(decodeRules(encodeRules(where, pairs)))).toEqual(
          plain({ declared: pairs.length, pairs, complete: true, trailing: 0 }),
        );
        expect(plain(decodeExtraInfo(encodeExtraInfo(where, extra)))).toEqual(
          plain({ ...extra, trailing: 0 }),
        );
      }),
    );
  });

  test('both lists', () => {
    fc.assert(
      fc.property(target, clients, details, (where, few, more) => {
        for (const [opcode, entries] of [
          ['c', few],
          ['d', more],
        ] as const) {
          const list = { declared: entries.length, entries };
          expect(plain(decodePlayers(encodePlayers(where, opcode, list)))).toEqual(
            plain({ ...list, complete: true, trailing: 0 }),
          );
        }
      }),
    );
  });

  test('ping and RCON', () => {
    const four = fc.uint8Array({ minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(target, four, bytes(300), bytes(300), (where, payload, password, command) => {
        expect(plain(decodePing(encodePing(where, payload)))).toEqual([...payload]);
        expect(plain(decodeRconCommand(encodeRconCommand(where, { password, command })))).toEqual(
          plain({ password, command, trailing: 0 }),
        );
        expect(plain(decodeRconLine(encodeRconLine(where, command)))).toEqual([...command]);
      }),
    );
  });
});

const decoders: Record<string, (datagram: Uint8Array) => unknown> = {
  i: decodeInfo,
  r: decodeRules,
  c: decodePlayers,
  d: decodePlayers,
  p: decodePing,
  o: decodeExtraInfo,
  'x request': decodeRconCommand,
  x: decodeRconLine,
};

const isPacketError = (run: () => unknown): boolean => {
  try {
    run();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(PacketError);
    return true;
  }
};

describe('cut at every length', () => {
  const info = packet(
    `${HEADER} 69 00 01 00 32 00 03 00 00 00 "one" 02 00 00 00 "RP" 02 00 00 00 "EN"`,
  );
  const extra = packet(
    `${HEADER} 6f 01 00 00 00 "a" 01 00 00 00 "b" 01 00 00 00 "c" 01 00 00 00 "d"`,
  );
  const command = packet(`${HEADER} 78 02 00 "pw" 02 00 "hi"`);
  const line = packet(`${HEADER} 78 02 00 "hi"`);
  const ping = packet(`${HEADER} 70 01 02 03 04`);
  const threeLinks = extra.length - 5;

  test.each([
    ['i', info, []],
    ['o', extra, [threeLinks]],
    ['x request', command, []],
    ['x', line, []],
    ['p', ping, []],
  ] as const)('%s is a PacketError, except where less is legal', (decoder, whole, legal) => {
    const failed = Array.from(whole.keys()).filter((length) =>
      isPacketError(() => decoders[decoder]?.(whole.subarray(0, length))),
    );
    expect(failed).toEqual(Array.from(whole.keys()).filter((at) => !legal.some((ok) => ok === at)));
    expect(isPacketError(() => decoders[decoder]?.(whole))).toBe(false);
  });

  test.each([
    ['c', packet(`${HEADER} 63 02 00 02 "CJ" 01 00 00 00 05 "Smoke" 02 00 00 00`), [13, 20]],
    [
      'd',
      packet(
        `${HEADER} 64 02 00 00 02 "CJ" 01 00 00 00 09 00 00 00 01 01 "X" 02 00 00 00 09 00 00 00`,
      ),
      [13, 25],
    ],
  ] as const)(
    '%s keeps whole players and says complete only between two records',
    (_, whole, boundaries) => {
      for (const length of whole.keys()) {
        const cut = whole.subarray(0, length);
        if (length < 13) {
          expect(isPacketError(() => decodePlayers(cut))).toBe(true);
        } else {
          const list = decodePlayers(cut);
          expect(list.entries).toHaveLength(boundaries.filter((at) => at <= length).length - 1);
          expect(list.complete).toBe(boundaries.some((at) => at === length));
        }
      }
    },
  );

  test('r keeps whole rules and is never complete', () => {
    const whole = packet(`${HEADER} 72 02 00 01 "a" 01 "1" 01 "b" 01 "2"`);
    for (const length of Array.from(whole.keys()).slice(13)) {
      const list = decodeRules(whole.subarray(0, length));
      expect(list.pairs).toHaveLength(length < 17 ? 0 : 1);
      expect(list.complete).toBe(false);
    }
  });
});

describe('any bytes', () => {
  const opcode = fc.constantFrom<SampOpcode>('i', 'r', 'c', 'd', 'p', 'o', 'x');
  const withHeader = fc
    .tuple(opcode, fc.uint8Array({ maxLength: 1500 }))
    .map(([letter, body]) => Uint8Array.from([...packet(`${HEADER} "${letter}"`), ...body]));

  test('give a value or a PacketError, and no more entries than there are bytes', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: withHeader }, bytes(40)), (datagram) => {
        for (const decode of Object.values(decoders)) {
          isPacketError(() => decode(datagram));
        }
        isPacketError(() => {
          const { entries, declared } = decodePlayers(datagram);
          expect(entries.length).toBeLessThanOrEqual(Math.min(declared, datagram.length / 5));
        });
        readHeader(datagram);
      }),
      { numRuns: tries(1_500) },
    );
  });

  test('one flipped bit in a real answer gives a value or a PacketError', () => {
    fc.assert(
      fc.property(target, details, info, fc.nat(), fc.nat(7), (where, entries, asked, at, bit) => {
        for (const whole of [
          encodePlayers(where, 'd', { declared: entries.length, entries }),
          encodeInfo(where, asked),
        ]) {
          const place = at % whole.length;
          whole[place] = (whole[place] ?? 0) ^ (1 << bit);
          for (const decode of Object.values(decoders)) {
            isPacketError(() => decode(whole));
          }
        }
      }),
      { numRuns: tries(300) },
    );
  });
});
