import { ByteReader } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';
import { inflateBzip2, MAX_INFLATED } from './bzip2.ts';
import { skipHeaders, startsWithHeader } from './frame.ts';

/** The two headers of Source; GoldSrc has its own (spec a2s cases 69 to 71). */
export type SplitLayout = 'with-size' | 'without-size';

/** One fragment of a split answer. */
export type SourceFragment = {
  /** The same in all fragments of one answer, and no key for anything else (case 83). Bit 31 is left out. */
  id: number;
  /** Bit 31 of the id: the joined bodies are bzip2 (case 73). */
  compressed: boolean;
  total: number;
  /** Below `total`. */
  index: number;
  /** The server's largest fragment; null in a layout without it. Never checked (case 70). */
  size: number | null;
  /** Stated in fragment 0 of a compressed answer only (case 74). `size` in bytes. */
  inflated: { size: number; crc: number } | null;
  body: Uint8Array;
};

const SPLIT_MARK = 0xfffffffe;
const COMPRESSED = 0x80000000;
const BODY = { 'with-size': 12, 'without-size': 10 } as const;
const BZIP2_FIELDS = 8;

/**
 * Whether the datagram is fragment 0 and shows, by what stands where the body begins, that it has this layout
 * (spec a2s case 71). False also for a fragment 0 that shows nothing. Never throws.
 */
export function isFirstFragment(datagram: Uint8Array, layout: SplitLayout): boolean {
  const body = BODY[layout];
  if (datagram[9] !== 0) {
    return false;
  }
  const compressed = ((datagram[7] ?? 0) & 0x80) !== 0;
  return compressed
    ? startsWithBzip2(datagram, body + BZIP2_FIELDS)
    : startsWithHeader(datagram, body);
}

function startsWithBzip2(bytes: Uint8Array, offset: number): boolean {
  return bytes[offset] === 0x42 && bytes[offset + 1] === 0x5a && bytes[offset + 2] === 0x68;
}

/**
 * Reads one fragment. Throws PacketError when it is cut, or when its index is not below its total: that datagram is to
 * be dropped (spec a2s case 82).
 */
export function decodeFragment(datagram: Uint8Array, layout: SplitLayout): SourceFragment {
  const reader = new ByteReader(datagram);
  if (reader.u32('split mark') !== SPLIT_MARK) {
    throw refused('split mark', 0, 'not FEFFFFFF');
  }
  const id = reader.u32('split id');
  const total = reader.u8('split total');
  const index = reader.u8('split index');
  if (index >= total) {
    throw refused('split index', 9, `fragment ${index} of ${total}`);
  }
  const size = layout === 'with-size' ? reader.u16('split size') : null;
  const compressed = id >= COMPRESSED;
  const inflated =
    compressed && index === 0
      ? { size: reader.u32('inflated size'), crc: reader.u32('inflated crc') }
      : null;
  const body = reader.rest();
  return { id: id % COMPRESSED, compressed, total, index, size, inflated, body };
}

/**
 * The payload of a whole answer, from its type byte on. Takes the fragments in any order, each index once. Throws
 * PacketError when one is missing or does not belong, when the answer is over 1 MiB, or when size or CRC-32 of the
 * decompressed bytes are not as stated (spec a2s cases 74 to 80).
 */
export function joinFragments(fragments: readonly SourceFragment[]): Uint8Array {
  const ordered = fragments.toSorted((left, right) => left.index - right.index);
  const first = ordered[0];
  if (first === undefined) {
    throw refused('split total', 8, 'no fragment');
  }
  const writer = new ByteWriter();
  for (const [index, fragment] of ordered.entries()) {
    const belongs =
      fragment.index === index && fragment.total === first.total && fragment.id === first.id;
    if (!belongs) {
      throw refused('split index', 9, `fragment ${fragment.index} where ${index} belongs`);
    }
    if (writer.length + fragment.body.length > MAX_INFLATED) {
      throw refused('split body', 10, `an answer of more than ${MAX_INFLATED} bytes`);
    }
    writer.bytes(fragment.body);
  }
  if (ordered.length !== first.total) {
    throw refused('split total', 8, `${ordered.length} fragments of ${first.total}`);
  }
  const joined = writer.done();
  return skipHeaders(first.inflated === null ? joined : inflateBzip2(joined, first.inflated));
}

/** How to cut an answer into fragments. */
export type FragmentOptions = {
  /** 31 bits: bit 31 would say that the answer is compressed. */
  id: number;
  layout?: SplitLayout;
  /** Bytes of the answer in one fragment; 1248 is what Source uses. */
  bodySize?: number;
};

/**
 * Cuts a whole datagram (FFFFFFFF included) into uncompressed fragments, in order. Throws PacketError when it would
 * take more than 255, or when the id has more than 31 bits.
 */
export function encodeFragments(
  datagram: Uint8Array,
  { id, layout = 'with-size', bodySize = 1248 }: FragmentOptions,
): Uint8Array[] {
  if (id >= COMPRESSED) {
    throw refused('split id', 4, `${id} has more than 31 bits`);
  }
  const total = Math.max(1, Math.ceil(datagram.length / bodySize));
  return Array.from({ length: total }, (_, index) => {
    const writer = new ByteWriter()
      .u32(SPLIT_MARK)
      .u32(id, 'split id')
      .u8(total, 'split total')
      .u8(index, 'split index');
    if (layout === 'with-size') {
      writer.u16(bodySize, 'split size');
    }
    return writer.bytes(datagram.subarray(index * bodySize, (index + 1) * bodySize)).done();
  });
}

function refused(field: string, offset: number, reason: string): PacketError {
  return new PacketError({ field, offset, wanted: 0, left: 0 }, reason);
}
