import { readFileSync } from 'node:fs';

/**
 * The datagrams of a file beside this one. A line holds hexadecimal bytes and "texts" in UTF-8; what follows a # is a
 * note on them; a line of --- begins the next datagram.
 */
export function goldenPackets(name: string): Uint8Array[] {
  const text = readFileSync(new URL(`${name}.hex`, import.meta.url), 'utf8');
  return text.split(/^---$/m).map((datagram) => parse(datagram));
}

/** The one datagram of a file. */
export function goldenPacket(name: string): Uint8Array {
  const [packet, ...more] = goldenPackets(name);
  if (packet === undefined || more.length > 0) {
    throw new Error(`${name}.hex holds ${more.length + 1} datagrams, not one`);
  }
  return packet;
}

/** Bytes written as hexadecimal digits; spaces are ignored. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

/** Bytes as hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function parse(datagram: string): Uint8Array {
  const bytes: number[] = [];
  for (const [token] of datagram.matchAll(/#.*|"[^"]*"|\S+/g)) {
    if (token.startsWith('"')) {
      bytes.push(...Buffer.from(token.slice(1, -1)));
    } else if (/^[0-9a-f]{2}$/.test(token)) {
      bytes.push(Number.parseInt(token, 16));
    } else if (!token.startsWith('#')) {
      throw new Error(`"${token}" is neither a byte, a text nor a note`);
    }
  }
  return Uint8Array.from(bytes);
}
