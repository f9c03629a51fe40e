import { ByteReader } from '#bytes/byteReader.ts';
import { PacketError } from '#bytes/packetError.ts';
import { startFrame, startsWithHeader } from './frame.ts';

/** The three queries of A2S. */
export type A2sPart = 'info' | 'players' | 'rules';

/** What a datagram to a server asks for. `challenge` is the four bytes as sent (FFFFFFFF too), null when there are none. */
export type A2sRequest = {
  part: A2sPart | 'getchallenge' | 'ping';
  challenge: Uint8Array | null;
};

const INFO_TEXT = 'Source Engine Query';
const NO_CHALLENGE = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
const REQUEST = { info: 0x54, players: 0x55, rules: 0x56, getchallenge: 0x57, ping: 0x69 } as const;

/** What a request begins with, and what ends it when there is no challenge. */
const PLAIN: Readonly<Record<A2sPart, { head: Uint8Array; end: Uint8Array }>> = {
  info: { head: startFrame(REQUEST.info).cstring(INFO_TEXT).done(), end: new Uint8Array() },
  players: { head: startFrame(REQUEST.players).done(), end: NO_CHALLENGE },
  rules: { head: startFrame(REQUEST.rules).done(), end: NO_CHALLENGE },
};

/**
 * The datagram that asks for one part. Without a challenge, info is 25 bytes and players and rules carry FFFFFFFF
 * (spec a2s cases 1, 2, 6). Throws PacketError when the challenge is not four bytes long.
 */
export function encodeRequest(part: A2sPart, challenge: Uint8Array | null): Uint8Array {
  if (challenge !== null && challenge.length !== 4) {
    throw new PacketError(
      { field: 'challenge', offset: 5, wanted: 4, left: challenge.length },
      `a challenge of ${challenge.length} bytes; it has 4`,
    );
  }
  const { head, end } = PLAIN[part];
  const tail = challenge ?? end;
  const datagram = Buffer.allocUnsafe(head.length + tail.length);
  datagram.set(head);
  datagram.set(tail, head.length);
  return datagram;
}

/** Reads a request as a server does; null when the datagram is none. Bytes behind it are ignored. Never throws. */
export function decodeRequest(datagram: Uint8Array): A2sRequest | null {
  if (!startsWithHeader(datagram, 0)) {
    return null;
  }
  try {
    return readRequest(new ByteReader(datagram, { offset: 4 }));
  } catch (error) {
    if (error instanceof PacketError) {
      return null;
    }
    throw error;
  }
}

function readRequest(reader: ByteReader): A2sRequest | null {
  switch (reader.u8('type')) {
    case REQUEST.info:
      return reader.cstring('text') === INFO_TEXT ? withChallenge('info', reader) : null;
    case REQUEST.players:
      return withChallenge('players', reader);
    case REQUEST.rules:
      return withChallenge('rules', reader);
    case REQUEST.getchallenge:
      return { part: 'getchallenge', challenge: null };
    case REQUEST.ping:
      return { part: 'ping', challenge: null };
    default:
      return null;
  }
}

function withChallenge(part: A2sPart, reader: ByteReader): A2sRequest {
  return { part, challenge: reader.left < 4 ? null : new Uint8Array(reader.bytes('challenge', 4)) };
}
