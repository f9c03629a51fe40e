import type { ByteReader } from '#bytes/byteReader.ts';
import { packetErrorOf } from '#bytes/packetError.ts';
import { openPayload, startFrame, type TextOptions } from './frame.ts';
import { REPLY } from './reply.ts';

/** One entry of the list. */
type A2sPlayer = {
  /** No meaning: 0 for all, or numbers with gaps (spec a2s case 93). */
  index: number;
  /** As sent; "" for hidden, connecting and ghost players (case 89). */
  name: string;
  score: number;
  /** Seconds connected; null for what is negative or no number (case 95). */
  seconds: number | null;
};

/** What The Ship adds for each player, behind the whole list. */
type ShipPlayer = { deaths: number; money: number };

/** The answer to A2S_PLAYER (spec a2s section 6). */
export type A2sPlayers = {
  /** The count byte: a hint, with a ceiling of 255 (cases 86, 87). */
  declared: number;
  entries: A2sPlayer[];
  ship: ShipPlayer[] | null;
  /** False when an entry was cut, when there are fewer than declared, or more than are read. */
  complete: boolean;
};

const SHIP_BYTES = 8;
/** Far above any server that is known; 1 MiB has room for a hundred thousand. */
const MOST_ENTRIES = 2_048;

/**
 * Reads the list to the end of the bytes, up to 2,048 entries. A cut entry is dropped; throws PacketError only when the
 * count is missing.
 */
export function decodePlayers(payload: Uint8Array, options: TextOptions = {}): A2sPlayers {
  const reader = openPayload(payload, REPLY.players, options);
  const declared = reader.u8('count');
  const entries: A2sPlayer[] = [];
  let ship: ShipPlayer[] | null = null;
  const cut = packetErrorOf(() => {
    while (reader.left > 0 && entries.length < MOST_ENTRIES) {
      // The only mark of The Ship: the list may come before the info that names the game (case 100).
      if (entries.length === declared && reader.left === SHIP_BYTES * declared) {
        ship = entries.map(() => readShipPlayer(reader));
      } else {
        entries.push(readPlayer(reader));
      }
    }
  });
  const complete = cut === null && reader.left === 0 && entries.length >= declared;
  return { declared, entries, ship, complete };
}

function readPlayer(reader: ByteReader): A2sPlayer {
  const index = reader.u8('index');
  const name = reader.cstring('name');
  const score = reader.i32('score');
  const seconds = reader.f32('seconds');
  return { index, name, score, seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null };
}

function readShipPlayer(reader: ByteReader): ShipPlayer {
  return { deaths: reader.i32('deaths'), money: reader.i32('money') };
}

/**
 * The players datagram: the declared count, the entries, The Ship's block. Unknown seconds are sent as -1, as servers
 * do for bots. Throws PacketError for a value its field cannot hold.
 */
export function encodePlayers(players: Omit<A2sPlayers, 'complete'>): Uint8Array {
  const writer = startFrame(REPLY.players).u8(players.declared, 'count');
  for (const { index, name, score, seconds } of players.entries) {
    writer
      .u8(index, 'index')
      .cstring(name, 'name')
      .i32(score, 'score')
      .f32(seconds ?? -1);
  }
  for (const { deaths, money } of players.ship ?? []) {
    writer.i32(deaths, 'deaths').i32(money, 'money');
  }
  return writer.done();
}
