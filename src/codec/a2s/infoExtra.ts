import type { ByteReader } from '#bytes/byteReader.ts';
import type { ByteWriter } from '#bytes/byteWriter.ts';
import { packetErrorOf } from '#bytes/packetError.ts';

/** The fields at the end of A2S_INFO; each is null when its EDF bit is not set, or when the field was cut. */
export type InfoExtra = {
  /** Game port; 0 is sent by servers that do not know it (spec a2s case 125). */
  port: number | null;
  steamId: bigint | null;
  /** SourceTV of this server. */
  tv: { port: number; name: string } | null;
  keywords: string | null;
  /** 64 bits: the app in the low 24, a mod's id in the high 32 (case 38). */
  gameId: bigint | null;
};

const EDF = { port: 0x80, steamId: 0x10, tv: 0x40, keywords: 0x20, gameId: 0x01 } as const;

/**
 * Reads the EDF byte and its fields (spec a2s cases 32 to 36). No EDF byte means no extra fields. Where the bytes end
 * inside them, what was read is kept and one line goes to `problems`.
 */
export function decodeExtra(reader: ByteReader, problems: string[]): InfoExtra {
  const extra: InfoExtra = { port: null, steamId: null, tv: null, keywords: null, gameId: null };
  if (reader.left === 0) {
    return extra;
  }
  const cut = packetErrorOf(() => readExtra(reader, extra));
  if (cut !== null) {
    problems.push(`info: cut in ${cut.field}`);
  }
  return extra;
}

function readExtra(reader: ByteReader, extra: InfoExtra): void {
  const edf = reader.u8('edf');
  if (edf & EDF.port) {
    extra.port = reader.u16('port');
  }
  if (edf & EDF.steamId) {
    extra.steamId = reader.u64('steamId');
  }
  if (edf & EDF.tv) {
    extra.tv = { port: reader.u16('tv port'), name: reader.cstring('tv name') };
  }
  if (edf & EDF.keywords) {
    extra.keywords = reader.cstring('keywords');
  }
  if (edf & EDF.gameId) {
    extra.gameId = reader.u64('gameId');
  }
}

/** Writes the EDF byte and the fields that are not null; nothing at all when every field is null. */
export function encodeExtra(writer: ByteWriter, extra: InfoExtra): void {
  const edf = extraFlags(extra);
  if (edf === 0) {
    return;
  }
  writer.u8(edf);
  if (extra.port !== null) {
    writer.u16(extra.port, 'port');
  }
  if (extra.steamId !== null) {
    writer.u64(extra.steamId);
  }
  if (extra.tv !== null) {
    writer.u16(extra.tv.port, 'tv port').cstring(extra.tv.name, 'tv name');
  }
  if (extra.keywords !== null) {
    writer.cstring(extra.keywords, 'keywords');
  }
  if (extra.gameId !== null) {
    writer.u64(extra.gameId);
  }
}

function extraFlags(extra: InfoExtra): number {
  const { port, steamId, tv, keywords, gameId } = extra;
  return (
    (port === null ? 0 : EDF.port) |
    (steamId === null ? 0 : EDF.steamId) |
    (tv === null ? 0 : EDF.tv) |
    (keywords === null ? 0 : EDF.keywords) |
    (gameId === null ? 0 : EDF.gameId)
  );
}
