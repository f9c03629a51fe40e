import type { ByteReader } from '#bytes/byteReader.ts';
import { openBody, type SampTarget, startDatagram } from './header.ts';

/** The answer to `i`. Texts are raw bytes: no field names their code page (spec samp section 4). */
export type SampInfo = {
  /** Any byte but 0 means yes (case 30). */
  password: boolean;
  players: number;
  max: number;
  hostname: Uint8Array;
  gamemode: Uint8Array;
  /** Before 0.3.7 this was the map's name. */
  language: Uint8Array;
  /** Bytes behind the last field; emulators pad (case 6). */
  trailing: number;
};

/** Lengths at which servers cut these fields, in bytes, maybe inside a character: SA-MP's, then open.mp's (spec samp 1.2). */
export const SAMP_CAPS = { hostname: [50, 63], gamemode: [30, 39], language: [30, 39] } as const;

/** Reads the whole datagram. Throws PacketError when a length is more than the bytes left: a body of something else (cases 5, 11). */
export function decodeInfo(datagram: Uint8Array): SampInfo {
  const reader = openBody(datagram, 'i');
  const password = reader.u8('password') !== 0;
  const players = reader.u16('players');
  const max = reader.u16('max');
  const hostname = readText(reader, 'hostname');
  const gamemode = readText(reader, 'gamemode');
  const language = readText(reader, 'language');
  return { password, players, max, hostname, gamemode, language, trailing: reader.left };
}

function readText(reader: ByteReader, field: string): Uint8Array {
  return reader.bytes(field, reader.u32(`${field} length`));
}

/** The whole datagram. Throws PacketError for a count its field cannot hold. */
export function encodeInfo(target: SampTarget, info: Omit<SampInfo, 'trailing'>): Uint8Array {
  const writer = startDatagram(target, 'i')
    .u8(info.password ? 1 : 0)
    .u16(info.players, 'players')
    .u16(info.max, 'max');
  for (const text of [info.hostname, info.gamemode, info.language]) {
    writer.u32(text.length).bytes(text);
  }
  return writer.done();
}
