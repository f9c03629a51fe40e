import type { ByteReader } from '#bytes/byteReader.ts';
import type { ByteWriter } from '#bytes/byteWriter.ts';
import { type CountedList, readCountedList } from './countedList.ts';
import { openBody, readHeader, type SampTarget, startDatagram } from './header.ts';

/** One player of either list. */
export type SampPlayer = {
  /** Raw bytes, 0 to 255 of them (spec samp case 25). */
  name: Uint8Array;
  /** Signed (case 24). */
  score: number;
  /** Milliseconds; null in the client list `c`, which has none. */
  ping: number | null;
  /** Low byte of the slot number, so two players may share it: never a key. Null in `c`. */
  slotByte: number | null;
};

/** The answer to `c` or `d`. */
export type SampPlayers = {
  declared: number;
  entries: SampPlayer[];
  /**
   * True also when fewer are listed than counted but the data ends between two records: plugins hide players and count
   * them (case 9). Only a datagram of exactly 1,024 bytes was cut there, by a cache.
   */
  complete: boolean;
  trailing: number;
};

/** Caches in front of servers read this much of a reply and drop the rest (spec samp case 8). */
const CACHE_BYTES = 1024;

/** Reads the whole datagram, `c` or `d` by its opcode; a cut record is dropped. Throws PacketError for a body that is no list. */
export function decodePlayers(datagram: Uint8Array): SampPlayers {
  const detailed = readHeader(datagram)?.opcode === 'd';
  const list = readCountedList(openBody(datagram, 'c', 'd'), detailed ? readDetailed : readClient);
  return {
    declared: list.declared,
    entries: list.entries,
    complete: isComplete(list, datagram.length),
    trailing: list.trailing,
  };
}

function isComplete({ end }: CountedList<SampPlayer>, bytes: number): boolean {
  return end === 'counted' || (end === 'early' && bytes !== CACHE_BYTES);
}

function readClient(reader: ByteReader): SampPlayer {
  const name = reader.bytes('player name', reader.u8('player name length'));
  return { name, score: reader.i32('score'), ping: null, slotByte: null };
}

function readDetailed(reader: ByteReader): SampPlayer {
  const slotByte = reader.u8('player id');
  const name = reader.bytes('player name', reader.u8('player name length'));
  const score = reader.i32('score');
  return { name, score, ping: reader.u32('ping'), slotByte };
}

/**
 * The whole datagram; `declared` may differ from the number of entries, as it does on some servers. What `d` needs and
 * an entry does not have is sent as 0. Throws PacketError for a value its field cannot hold.
 */
export function encodePlayers(
  target: SampTarget,
  opcode: 'c' | 'd',
  players: { declared: number; entries: readonly SampPlayer[] },
): Uint8Array {
  const writer = startDatagram(target, opcode).u16(players.declared, 'count');
  for (const player of players.entries) {
    writeEntry(writer, opcode, player);
  }
  return writer.done();
}

function writeEntry(writer: ByteWriter, opcode: 'c' | 'd', player: SampPlayer): void {
  if (opcode === 'd') {
    writer.u8(player.slotByte ?? 0, 'player id');
  }
  writer.u8(player.name.length, 'player name length').bytes(player.name).i32(player.score, 'score');
  if (opcode === 'd') {
    writer.u32(player.ping ?? 0, 'ping');
  }
}
