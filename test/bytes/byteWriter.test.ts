import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';
import { byte, fieldText, long, short, signed, unsigned } from '../codec/arbitraries.ts';
import { hexOf } from '../packets/goldenPacket.ts';

test('a frame is written in the order of its layout', () => {
  const writer = new ByteWriter()
    .u32(0xffffffff)
    .u8(0x49)
    .cstring('möwe')
    .u16(730)
    .i32(-3)
    .f32(61.5)
    .u64(90096618768367620n)
    .bytes(Uint8Array.of(1, 2));
  expect(hexOf(writer.done())).toBe(
    'ffffffff496dc3b6776500da02fdffffff00007642040027bd651640010102',
  );
  expect(writer.length).toBe(31);
});

test.each([
  ['u8', (writer: ByteWriter) => writer.u8(256, 'players')],
  ['u8, negative', (writer: ByteWriter) => writer.u8(-1, 'players')],
  ['u8, a fraction', (writer: ByteWriter) => writer.u8(1.5, 'players')],
  ['u16', (writer: ByteWriter) => writer.u16(65_536, 'players')],
  ['u32', (writer: ByteWriter) => writer.u32(2 ** 32, 'players')],
  ['i32', (writer: ByteWriter) => writer.i32(2 ** 31, 'players')],
  ['not a number', (writer: ByteWriter) => writer.u32(Number.NaN, 'players')],
  ['a NUL inside a text', (writer: ByteWriter) => writer.cstring('a\0b', 'players')],
])('a value that its field cannot hold is refused by name: %s', (_, write) => {
  expect(() => write(new ByteWriter())).toThrow(PacketError);
  expect(() => write(new ByteWriter())).toThrow(/^players at byte 0: /);
});

test('what is done is a copy: writing on does not change it', () => {
  const writer = new ByteWriter().u8(1);
  const first = writer.done();
  writer.u8(2);
  expect(first).toEqual(Uint8Array.of(1));
  expect(writer.done()).toEqual(Uint8Array.of(1, 2));
});

test('grows beyond its first buffer and keeps what was written', () => {
  const writer = new ByteWriter().u8(7).bytes(new Uint8Array(10_000).fill(1)).u16(0x0302);
  const bytes = writer.done();
  expect(bytes.length).toBe(10_003);
  expect([...bytes.subarray(0, 2), ...bytes.subarray(-2)]).toEqual([7, 1, 2, 3]);
});

test('the reader gives back what the writer was given', () => {
  const fields = fc.tuple(byte, short, unsigned, signed, long, fc.float(), fieldText);
  fc.assert(
    fc.property(fields, ([u8, u16, u32, i32, u64, f32, text]) => {
      const writer = new ByteWriter().u8(u8).u16(u16).u32(u32).i32(i32).u64(u64).f32(f32);
      const reader = new ByteReader(writer.cstring(text).done());
      const read = [reader.u8(''), reader.u16(''), reader.u32(''), reader.i32('')];
      expect(read).toEqual([u8, u16, u32, i32]);
      expect([reader.u64(''), reader.f32(''), reader.cstring('')]).toEqual([u64, f32, text]);
      expect(reader.left).toBe(0);
    }),
  );
});
