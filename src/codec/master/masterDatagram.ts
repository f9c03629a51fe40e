import { ByteReader } from '#bytes/byteReader.ts';
import { PacketError } from '#bytes/packetError.ts';
import { decodeHeartbeat, HEARTBEAT_BYTE, type Heartbeat } from './heartbeat.ts';
import { decodeMasterQuery, type MasterQuery, QUERY_BYTE } from './query.ts';

/** What arrives at a master. */
export type MasterDatagram =
  | { kind: 'query'; query: MasterQuery }
  /** `echo`: the number with which a Xash3D server joins, wanted back. */
  | { kind: 'join'; echo: number | null }
  | { kind: 'heartbeat'; heartbeat: Heartbeat }
  | { kind: 'quit' }
  | { kind: 'ping' }
  /** A list request of 1998 to 2001, which nobody answers any more. */
  | { kind: 'legacy' }
  | { kind: 'noise' };

const BYTE = { join: 0x71, quit: 0x62, ping: 0x69 } as const;
const LEGACY = [0x63, 0x65, 0x76, 0x67];
const LONGEST = 2048;

/** Sorts a datagram by its first byte, FFFFFFFF before a join or ping skipped (spec master sections 5 and 6). Never throws. */
export function readMasterDatagram(datagram: Uint8Array): MasterDatagram {
  if (datagram.length > LONGEST) {
    return { kind: 'noise' };
  }
  const body = startsWithHeader(datagram) ? datagram.subarray(4) : datagram;
  const first = body[0] ?? -1;
  if (first === BYTE.join) {
    return { kind: 'join', echo: readEcho(body) };
  }
  if (first === BYTE.ping) {
    return { kind: 'ping' };
  }
  if (body !== datagram) {
    return { kind: 'noise' };
  }
  switch (first) {
    case QUERY_BYTE: {
      const query = decodeMasterQuery(datagram);
      return query === null ? { kind: 'noise' } : { kind: 'query', query };
    }
    case HEARTBEAT_BYTE:
      return readHeartbeat(datagram);
    case BYTE.quit:
      return { kind: datagram[1] === 0x0a ? 'quit' : 'noise' };
    default:
      return { kind: LEGACY.includes(first) ? 'legacy' : 'noise' };
  }
}

/** 71 ff and a number; any other bytes behind the 71 mean nothing. */
function readEcho(body: Uint8Array): number | null {
  return body.length === 6 && body[1] === 0xff
    ? new ByteReader(body, { offset: 2 }).u32('echo')
    : null;
}

function readHeartbeat(datagram: Uint8Array): MasterDatagram {
  try {
    return { kind: 'heartbeat', heartbeat: decodeHeartbeat(datagram) };
  } catch (error) {
    if (error instanceof PacketError) {
      return { kind: 'noise' };
    }
    throw error;
  }
}

function startsWithHeader(bytes: Uint8Array): boolean {
  return bytes.length > 4 && bytes.subarray(0, 4).every((byte) => byte === 0xff);
}

/** The join of a game server, and the start of every heartbeat; with its number for Xash3D. */
export function encodeJoin(echo: number | null = null): Uint8Array {
  if (echo === null) {
    return Uint8Array.of(BYTE.join);
  }
  const bytes = Uint8Array.of(BYTE.join, 0xff, 0, 0, 0, 0);
  new DataView(bytes.buffer).setUint32(2, echo, true);
  return bytes;
}

/** A server's goodbye: two bytes from GoldSrc, three from Source. */
export function encodeQuit(engine: 'goldsrc' | 'source'): Uint8Array {
  return engine === 'goldsrc' ? Uint8Array.of(BYTE.quit, 0x0a) : Uint8Array.of(BYTE.quit, 0x0a, 0);
}

/** The answer to a ping. */
export function encodePong(): Uint8Array {
  return Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x6a, 0);
}

/** Asks a master whether it is there. */
export function encodeMasterPing(): Uint8Array {
  return Uint8Array.of(BYTE.ping);
}
