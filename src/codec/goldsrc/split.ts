import { ByteReader } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';

/** One fragment of a split GoldSrc answer (spec a2s case 69). */
export type GoldsrcFragment = {
  /** The same in all fragments of one answer. */
  id: number;
  /** 1 to 15. */
  total: number;
  /** Below `total`. */
  index: number;
  body: Uint8Array;
};

const SPLIT_MARK = 0xfffffffe;
const BODY = 9;
/** What GoldSrc puts into one fragment. */
const BODY_SIZE = 1391;

/**
 * Whether the datagram is fragment 0 of a GoldSrc answer: its body begins with FFFFFFFF, where Source has an index no
 * fragment can have (spec a2s case 71). Never throws.
 */
export function isFirstFragment(datagram: Uint8Array): boolean {
  const [numbers] = datagram.subarray(8);
  return numbers !== undefined && numbers >> 4 === 0 && startsWithHeader(datagram, BODY);
}

/**
 * Reads one fragment. Throws PacketError when it is cut, or when its index is not below its total: that datagram is to
 * be dropped (spec a2s case 82).
 */
export function decodeFragment(datagram: Uint8Array): GoldsrcFragment {
  const reader = new ByteReader(datagram);
  if (reader.u32('split mark') !== SPLIT_MARK) {
    throw refused('split mark', 0, 'not FEFFFFFF');
  }
  const id = reader.u32('split id');
  const numbers = reader.u8('split numbers');
  const total = numbers & 0x0f;
  const index = numbers >> 4;
  if (index >= total) {
    throw refused('split numbers', 8, `fragment ${index} of ${total}`);
  }
  return { id, total, index, body: reader.rest() };
}

/**
 * The payload of a whole answer, from its type byte on. Takes the fragments in any order, each index once. Throws
 * PacketError when one is missing or does not belong (spec a2s cases 77 to 80).
 */
export function joinFragments(fragments: readonly GoldsrcFragment[]): Uint8Array {
  const ordered = fragments.toSorted((left, right) => left.index - right.index);
  const total = ordered[0]?.total ?? 0;
  if (ordered.length === 0 || ordered.length !== total) {
    throw refused('split numbers', 8, `${ordered.length} fragments of ${total}`);
  }
  const writer = new ByteWriter();
  for (const [index, fragment] of ordered.entries()) {
    const belongs =
      fragment.index === index && fragment.total === total && fragment.id === ordered[0]?.id;
    if (!belongs) {
      throw refused('split numbers', 8, `fragment ${fragment.index} where ${index} belongs`);
    }
    writer.bytes(fragment.body);
  }
  return skipHeaders(writer.done());
}

/**
 * Cuts a whole datagram (FFFFFFFF included) into fragments, in order. `bodySize` is bytes of the answer in one
 * fragment. Throws PacketError when it would take more than 15.
 */
export function encodeFragments(
  datagram: Uint8Array,
  { id, bodySize = BODY_SIZE }: { id: number; bodySize?: number },
): Uint8Array[] {
  const total = Math.max(1, Math.ceil(datagram.length / bodySize));
  if (total > 15) {
    throw refused('split numbers', 8, `${total} fragments; a nibble holds 15`);
  }
  return Array.from({ length: total }, (_, index) =>
    new ByteWriter()
      .u32(SPLIT_MARK)
      .u32(id, 'split id')
      .u8((index << 4) | total)
      .bytes(datagram.subarray(index * bodySize, (index + 1) * bodySize))
      .done(),
  );
}

function startsWithHeader(bytes: Uint8Array, offset: number): boolean {
  const header = bytes.subarray(offset, offset + 4);
  return header.length === 4 && header.every((byte) => byte === 0xff);
}

function skipHeaders(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (startsWithHeader(bytes, start)) {
    start += 4;
  }
  return bytes.subarray(start);
}

function refused(field: string, offset: number, reason: string): PacketError {
  return new PacketError({ field, offset, wanted: 0, left: 0 }, reason);
}
