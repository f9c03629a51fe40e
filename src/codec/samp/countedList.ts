import type { ByteReader } from '#bytes/byteReader.ts';
import { PacketError, packetErrorOf } from '#bytes/packetError.ts';

/** What a counted list turned out to be. */
export type CountedList<Entry> = {
  /** The count in the datagram: an upper bound, unlike A2S rules (spec samp case 7). */
  declared: number;
  entries: Entry[];
  /** "counted" = as many as declared; "early" = the data ended between two records; "cut" = inside one (cases 8, 9). */
  end: 'counted' | 'early' | 'cut';
  /** Bytes behind the last counted record: padding, never more records. */
  trailing: number;
};

/** No server has more players or rules; a larger count is the body of another opcode (spec samp case 10). */
const MOST_RECORDS = 1000;

/** Reads a u16 count and that many records, as far as there are bytes. Throws PacketError when the count is above 1000. */
export function readCountedList<Entry>(
  reader: ByteReader,
  readEntry: (reader: ByteReader) => Entry,
): CountedList<Entry> {
  const offset = reader.offset;
  const declared = reader.u16('count');
  if (declared > MOST_RECORDS) {
    throw new PacketError(
      { field: 'count', offset, wanted: 0, left: reader.left },
      `${declared} records; no server has more than ${MOST_RECORDS}`,
    );
  }
  const entries: Entry[] = [];
  while (entries.length < declared && reader.left > 0) {
    if (packetErrorOf(() => entries.push(readEntry(reader))) !== null) {
      return { declared, entries, end: 'cut', trailing: 0 };
    }
  }
  const end = entries.length < declared ? 'early' : 'counted';
  return { declared, entries, end, trailing: reader.left };
}
