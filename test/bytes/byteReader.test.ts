import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ByteReader, decodeUtf8, textOf } from '#bytes/byteReader.ts';
import { PacketError } from '#bytes/packetError.ts';
import { bytesOf } from '../packets/goldenPacket.ts';

test('numbers are little-endian and unsigned unless the name says otherwise', () => {
  const reader = new ByteReader(bytesOf('ff feff fcffffff fbffffff 040027bd65164001 00007642'));
  expect(reader.u8('a')).toBe(255);
  expect(reader.u16('b')).toBe(0xfffe);
  expect(reader.u32('c')).toBe(0xfffffffc);
  expect(reader.i32('d')).toBe(-5);
  expect(reader.u64('e')).toBe(90096618768367620n);
  expect(reader.f32('f')).toBe(61.5);
  expect(reader.left).toBe(0);
});

test('a packet that ends too early names the field, its offset and what was missing', () => {
  const reader = new ByteReader(bytesOf('0a 0102'));
  reader.u8('players');
  const error = catchError(() => reader.u32('version'));
  expect(error).toBeInstanceOf(PacketError);
  expect(error).toMatchObject({ field: 'version', offset: 1, wanted: 4, left: 2 });
  expect(String(error)).toBe('PacketError: version at byte 1: wanted 4 more, 2 left');
});

test('a failed read does not move: the bytes can still be read as something shorter', () => {
  const reader = new ByteReader(bytesOf('0102'));
  expect(() => reader.u64('gameId')).toThrow(PacketError);
  expect(() => reader.cstring('name')).toThrow(PacketError);
  expect(reader.u16('port')).toBe(0x0201);
});

test('case 118: a text without its NUL is cut, not the rest of the packet', () => {
  const reader = new ByteReader(bytesOf('616200 6364'));
  expect(reader.cstring('name')).toBe('ab');
  expect(catchError(() => reader.cstring('map'))).toMatchObject({
    field: 'map',
    wanted: 3,
    left: 2,
  });
  expect(catchError(() => reader.craw('map'))).toMatchObject({
    field: 'map',
    wanted: 3,
    left: 2,
  });
});

test('case 117: invalid UTF-8 becomes U+FFFD and the next field begins where it should', () => {
  const reader = new ByteReader(bytesOf('c3eef000 6f6b00'));
  expect(reader.cstring('name')).toBe('\ufffd\ufffd\ufffd');
  expect(reader.cstring('map')).toBe('ok');
});

test('another encoding is asked only about texts that are not ASCII', () => {
  const decodeText = vi.fn((bytes: Uint8Array) => new TextDecoder('windows-1251').decode(bytes));
  const reader = new ByteReader(bytesOf('6465 00 c3eef0eee4 00 6162'), { decodeText });
  expect(reader.cstring('map')).toBe('de');
  expect(reader.cstring('name')).toBe('Город');
  expect(reader.text('tag', 2)).toBe('ab');
  expect(decodeText).toHaveBeenCalledTimes(1);
  expect(decodeText).toHaveBeenCalledWith(bytesOf('c3eef0eee4'));
});

test('a byte order mark in a name stays a character of the name', () => {
  expect(new ByteReader(bytesOf('efbbbf61 00')).cstring('name')).toBe('\ufeffa');
});

test('reads inside a view on a larger buffer', () => {
  const view = bytesOf('ffff 616200 0700 ffff').subarray(2, 7);
  const reader = new ByteReader(view);
  expect(reader.cstring('name')).toBe('ab');
  expect(reader.u16('port')).toBe(7);
  expect(() => reader.u8('more')).toThrow(PacketError);
});

test('an offset skips what was read before', () => {
  const reader = new ByteReader(bytesOf('ffffffff 6100'), { offset: 4 });
  expect(reader.offset).toBe(4);
  expect(reader.cstring('name')).toBe('a');
});

test('bytes and rest are views, in order', () => {
  const packet = bytesOf('01020304');
  const reader = new ByteReader(packet);
  const head = reader.bytes('head', 1);
  expect(head).toEqual(Uint8Array.of(1));
  expect(head.buffer).toBe(packet.buffer);
  expect(reader.rest()).toEqual(Uint8Array.of(2, 3, 4));
  expect(reader.rest()).toEqual(new Uint8Array());
});

test('texts read through the packet are what decoding their own bytes gives', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 8 }), (fields) => {
      const texts = fields.map((field) => field.filter((byte) => byte !== 0));
      const reader = new ByteReader(Uint8Array.from(texts.flatMap((text) => [...text, 0])));
      for (const text of texts) {
        expect(reader.cstring('text')).toBe(decodeUtf8(text));
        expect(textOf(text)).toBe(decodeUtf8(text));
      }
      expect(reader.left).toBe(0);
    }),
  );
});

function catchError(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}
