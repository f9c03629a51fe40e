import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { inflateBzip2, MAX_INFLATED } from '#codec/a2s/bzip2.ts';
import { bytesOf } from '../../packets/goldenPacket.ts';
import { cutsOf } from '../outcome.ts';

/** "x" */
const ONE = bytesOf('425a6831314159265359774bb01400000000800040200021184682ee48a70a120ee9760280');
/** 1 MiB of "A" */
const FULL = bytesOf(
  '425a68393141592653596dc2255700080a4400800420000008200030cc0549ea71060140601e2ee48a70a120db844aae',
);
/** 1 MiB and one byte, all zero */
const BOMB = bytesOf(
  '425a683931415926535914d125630008084000c0020008200030cc0529a60806c4201e2ee48a70a12029a24ac6',
);

const X = new TextEncoder().encode('x');

test('gives the bytes that size and CRC describe', () => {
  expect(inflateBzip2(ONE, { size: 1, crc: crc32(X) })).toEqual(X);
});

test('case 75: 1 MiB is taken, one byte more is not', () => {
  const inflated = inflateBzip2(FULL, { size: MAX_INFLATED, crc: 0x81f6bec9 });
  expect(inflated.length).toBe(MAX_INFLATED);
  expect(() => inflateBzip2(BOMB, { size: MAX_INFLATED + 1, crc: 0xc6a48b28 })).toThrow(
    /^inflated size at byte 0: 1048577 bytes; at most 1048576/,
  );
});

test('case 75: a bomb that states a small size stops there', () => {
  expect(() => inflateBzip2(BOMB, { size: 1000, crc: 0 })).toThrow(/more than the 1000 bytes/);
  expect(() => inflateBzip2(FULL, { size: 0, crc: 0 })).toThrow(/more than the 0 bytes/);
});

test('case 74: another size or CRC than stated is no result', () => {
  expect(() => inflateBzip2(ONE, { size: 2, crc: crc32(X) })).toThrow(
    /1 bytes where 2 were stated/,
  );
  expect(() => inflateBzip2(ONE, { size: 1, crc: 1 })).toThrow(/^inflated crc at byte 0/);
});

test('a CRC with its highest bit set is compared without a sign', () => {
  expect(crc32(X)).toBeGreaterThan(0x7fffffff);
});

test('a stream cut at any length is refused', () => {
  for (const cut of cutsOf(ONE)) {
    expect(() => inflateBzip2(cut, { size: 1, crc: crc32(X) })).toThrow(PacketError);
  }
});

test('a stream with any bit turned is refused or gives the same bytes, and never hangs', () => {
  for (let bit = 0; bit < ONE.length * 8; bit++) {
    const broken = ONE.slice();
    broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
    try {
      expect(inflateBzip2(broken, { size: 1, crc: crc32(X) })).toEqual(X);
    } catch (error) {
      expect(error).toBeInstanceOf(PacketError);
    }
  }
});

test('a stream of more blocks than an answer can need is refused before it is decoded', () => {
  const block = ONE.slice(4, -10);
  const many = Uint8Array.of(
    ...ONE.slice(0, 4),
    ...Array(40)
      .fill([...block])
      .flat(),
  );
  expect(() => inflateBzip2(many, { size: 40, crc: 0 })).toThrow(/more than 16 blocks/);
});

test('a broken stream says so and keeps the cause', () => {
  const noise = bytesOf('ffffffff4502006100620063006400');
  const error = catchError(() => inflateBzip2(noise, { size: 11, crc: 0 }));
  expect(error).toBeInstanceOf(PacketError);
  expect(error).toMatchObject({ field: 'bzip2', cause: expect.any(TypeError) });
});

function catchError(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}
