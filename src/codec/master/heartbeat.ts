import { textOf } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';

/** A heartbeat's infostring: what a game server says of itself, as text. */
export type Heartbeat = {
  /** Keys in lower case, in the order of their first appearance; the last value of a key wins. Unknown ones are kept. */
  fields: ReadonlyMap<string, string>;
  /** What the server sends back of a challenge, as an unsigned number; null when missing or no number. */
  challenge: number | null;
  /** What was odd, one English line each. */
  problems: string[];
};

/** First byte of a heartbeat; a line feed follows. */
export const HEARTBEAT_BYTE = 0x30;

const LINE_FEED = 0x0a;
/** Longer datagrams are no heartbeat of anybody (spec master section 6). */
const LONGEST = 2048;
const MOST_FIELDS = 64;
const DECIMAL = /^-?\d{1,10}$/;

/**
 * Reads "0\n" and the infostring: keys in any order, the final line feed and NUL may be missing, a key without a value is
 * dropped (spec master section 6). Throws PacketError when the datagram is no heartbeat.
 */
export function decodeHeartbeat(datagram: Uint8Array): Heartbeat {
  if (datagram[0] !== HEARTBEAT_BYTE || datagram[1] !== LINE_FEED || datagram.length > LONGEST) {
    throw new PacketError(
      { field: 'header', offset: 0, wanted: 0, left: datagram.length },
      `not 30 0a and at most ${LONGEST} bytes`,
    );
  }
  const problems: string[] = [];
  const fields = readFields(textOf(datagram.subarray(2, endOfText(datagram))), problems);
  const challenge = fields.get('challenge') ?? '';
  return { fields, challenge: DECIMAL.test(challenge) ? unsigned(challenge) : null, problems };
}

function endOfText(datagram: Uint8Array): number {
  const nul = datagram.indexOf(0, 2);
  let end = nul < 0 ? datagram.length : nul;
  while (end > 2 && datagram[end - 1] === LINE_FEED) {
    end -= 1;
  }
  return end;
}

function readFields(text: string, problems: string[]): Map<string, string> {
  const parts = text.split('\\');
  if (parts[0] === '') {
    parts.shift();
  }
  const fields = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) {
    const [key = '', value] = parts.slice(at, at + 2);
    if (value === undefined) {
      problems.push('heartbeat: key without value');
    } else if (fields.size === MOST_FIELDS) {
      problems.push(`heartbeat: more than ${MOST_FIELDS} keys`);
      break;
    } else if (key !== '') {
      fields.set(key.toLowerCase(), value);
    }
  }
  return fields;
}

/** Engines print the challenge signed or unsigned. */
function unsigned(text: string): number | null {
  const value = Number(text);
  return value < -0x8000_0000 || value > 0xffff_ffff ? null : value >>> 0;
}

/**
 * The datagram of an infostring. `lineFeed` false leaves out the final 0a, as Xash3D does. Throws PacketError when a key or
 * value holds a backslash, a line feed or a NUL: it would not be read back.
 */
export function encodeHeartbeat(
  fields: Iterable<readonly [key: string, value: string]>,
  { lineFeed = true }: { lineFeed?: boolean } = {},
): Uint8Array {
  let text = '0\n';
  for (const pair of fields) {
    if (pair.some((part) => /[\\\n\0]/.test(part))) {
      throw new PacketError(
        { field: pair[0], offset: text.length, wanted: 0, left: 0 },
        'a backslash, line feed or NUL in an infostring',
      );
    }
    text += `\\${pair[0]}\\${pair[1]}`;
  }
  return new ByteWriter().bytes(new TextEncoder().encode(lineFeed ? `${text}\n` : text)).done();
}
