import { ByteReader, type DecodeText } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';

/** How texts of a packet are to be read; UTF-8 when nothing is given (spec a2s case 117). */
export type TextOptions = { decodeText?: DecodeText | undefined };

/** Begins a datagram that stands alone: FFFFFFFF and the type byte. */
export function startFrame(type: number): ByteWriter {
  return new ByteWriter().u32(0xffffffff).u8(type);
}

/** A reader behind the type byte of a payload. Throws PacketError when the payload is of another type. */
export function openPayload(
  payload: Uint8Array,
  type: number,
  { decodeText }: TextOptions = {},
): ByteReader {
  const reader = new ByteReader(payload, decodeText === undefined ? {} : { decodeText });
  const found = reader.u8('type');
  if (found !== type) {
    throw new PacketError(
      { field: 'type', offset: 0, wanted: 0, left: payload.length },
      `0x${found.toString(16)} is not 0x${type.toString(16)}`,
    );
  }
  return reader;
}

/** The bytes behind the leading FFFFFFFF, of which some servers send two (spec a2s cases 24, 77). */
export function skipHeaders(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (startsWithHeader(bytes, start)) {
    start += 4;
  }
  return bytes.subarray(start);
}

/** Whether FFFFFFFF stands at this offset. */
export function startsWithHeader(bytes: Uint8Array, offset: number): boolean {
  return (
    bytes[offset] === 0xff &&
    bytes[offset + 1] === 0xff &&
    bytes[offset + 2] === 0xff &&
    bytes[offset + 3] === 0xff
  );
}
