import { expect, test } from 'vitest';
import { ByteReader } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';

const WRITES = {
  u8: (writer: ByteWriter) => writer.u8(0xa5),
  u16: (writer: ByteWriter) => writer.u16(0xa55a),
  u32: (writer: ByteWriter) => writer.u32(0xdeadbeef),
  i32: (writer: ByteWriter) => writer.i32(-2),
  u64: (writer: ByteWriter) => writer.u64(90_096_618_768_367_620n),
  f32: (writer: ByteWriter) => writer.f32(61.5),
};
const VALUES = {
  u8: 0xa5,
  u16: 0xa55a,
  u32: 0xdeadbeef,
  i32: -2,
  u64: 90_096_618_768_367_620n,
  f32: 61.5,
};

test.each(Object.keys(WRITES) as (keyof typeof WRITES)[])(
  'a %s is whole wherever it stands, also where the packet has to grow for it',
  (kind) => {
    for (let before = 0; before < 140; before += 1) {
      const bytes = WRITES[kind](new ByteWriter().bytes(new Uint8Array(before)))
        .u8(7)
        .done();
      const reader = new ByteReader(bytes, { offset: before });
      expect(reader[kind]('value'), `behind ${before} bytes`).toBe(VALUES[kind]);
      expect(reader.u8('end')).toBe(7);
      expect(reader.left).toBe(0);
    }
  },
);

test('a refused value leaves the packet as it was', () => {
  const writer = new ByteWriter().u8(1);
  expect(() => writer.u8(256)).toThrow(PacketError);
  expect(() => writer.cstring('a\0b')).toThrow(PacketError);
  expect(writer.u8(2).done()).toEqual(Uint8Array.of(1, 2));
});
