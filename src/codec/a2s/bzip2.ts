import { crc32 } from 'node:zlib';
import bunzip from 'seek-bzip';
import { PacketError } from '#bytes/packetError.ts';

/** The most bytes an answer may have, joined or decompressed (spec a2s case 75). */
export const MAX_INFLATED = 1024 * 1024;

/**
 * More blocks than any honest stream of MAX_INFLATED bytes has: a block holds at least 100,000 bytes. Each block costs
 * the decoder a 3.6 MB table, so a stream of thousands of tiny ones would be a cheap attack.
 */
const MAX_BLOCKS = 16;

/**
 * Decompresses a bzip2 stream and checks the stated size (bytes) and CRC-32 (IEEE, unsigned) of the result. Writing
 * stops at the stated size. Throws PacketError for a broken stream, another size or CRC, or more than MAX_INFLATED.
 */
export function inflateBzip2(
  packed: Uint8Array,
  stated: { size: number; crc: number },
): Uint8Array {
  if (stated.size > MAX_INFLATED) {
    throw refused('inflated size', `${stated.size} bytes; at most ${MAX_INFLATED} are taken`);
  }
  if (countBlocks(packed, MAX_BLOCKS) > MAX_BLOCKS) {
    throw refused('bzip2', `more than ${MAX_BLOCKS} blocks`);
  }
  const inflated = new Uint8Array(stated.size);
  const written = inflateInto(inflated, packed);
  if (written !== stated.size) {
    throw refused('inflated size', `${written} bytes where ${stated.size} were stated`);
  }
  const crc = crc32(inflated);
  if (crc !== stated.crc) {
    throw refused('inflated crc', `${hex(crc)} where ${hex(stated.crc)} was stated`);
  }
  return inflated;
}

/** Gives the number of bytes written; more than there is room for, or the end of the input, stop the decoder. */
function inflateInto(inflated: Uint8Array, packed: Uint8Array): number {
  let read = 0;
  let written = 0;
  const input = new bunzip.Stream();
  input.readByte = () => {
    const byte = packed[read++];
    if (byte === undefined) {
      throw refused('bzip2', 'the stream is cut');
    }
    return byte;
  };
  const output = new bunzip.Stream();
  output.writeByte = (byte) => {
    if (written >= inflated.length) {
      throw refused('inflated size', `more than the ${inflated.length} bytes that were stated`);
    }
    inflated[written++] = byte;
  };
  try {
    bunzip.decode(input, output);
  } catch (error) {
    if (error instanceof PacketError) {
      throw error;
    }
    throw refused('bzip2', 'broken stream', { cause: error });
  }
  return written;
}

/** Counts block headers (0x314159265359, at any bit) and stops when there are more than `enough`. */
function countBlocks(packed: Uint8Array, enough: number): number {
  let high = 0;
  let low = 0;
  let blocks = 0;
  for (const byte of packed) {
    for (let bit = 7; bit >= 0; bit--) {
      high = ((high << 1) | (low >>> 23)) & 0xffffff;
      low = ((low << 1) | ((byte >>> bit) & 1)) & 0xffffff;
      if (high === 0x314159 && low === 0x265359) {
        blocks++;
      }
    }
    if (blocks > enough) {
      break;
    }
  }
  return blocks;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function refused(field: string, reason: string, options?: ErrorOptions): PacketError {
  return new PacketError({ field, offset: 0, wanted: 0, left: 0 }, reason, options);
}
