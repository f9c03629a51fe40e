import type { ByteReader } from '#bytes/byteReader.ts';
import type { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';

/** An IPv4 address in dotted form and a port: all that a master's list can hold. */
export type ServerAddress = { address: string; port: number };

/** Bytes of one address in a list. */
export const ADDRESS_BYTES = 6;

const PORTS = 0x1_0000;
const ZERO = '0'.charCodeAt(0);

/** The address as a number, first octet highest; null when the text is no dotted IPv4 address. */
export function addressNumber(text: string): number | null {
  let sum = 0;
  let start = 0;
  // Digit by digit: a list has a hundred thousand of them, and a pattern takes five times as long.
  for (let left = 3; left >= 0; left -= 1) {
    const end = left > 0 ? text.indexOf('.', start) : text.length;
    const octet = octetOf(text, start, end);
    if (octet === null) {
      return null;
    }
    sum = sum * 0x100 + octet;
    start = end + 1;
  }
  return sum;
}

/** One to three digits, up to 255; null when it is something else. */
function octetOf(text: string, start: number, end: number): number | null {
  if (end <= start || end > start + 3) {
    return null;
  }
  let octet = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) {
      return null;
    }
    octet = octet * 10 + digit;
  }
  return octet <= 0xff ? octet : null;
}

/** The dotted form of a number below 2^32. */
function addressText(number: number): string {
  return `${number >>> 24}.${(number >>> 16) & 0xff}.${(number >>> 8) & 0xff}.${number & 0xff}`;
}

/**
 * One number for each ip:port that sorts as the list of a master does: by address, then by port (spec master section 6).
 * Throws PacketError when the address is not IPv4 or the port none.
 */
export function addressKey({ address, port }: ServerAddress): number {
  const number = addressNumber(address);
  if (number === null || !Number.isInteger(port) || port < 0 || port >= PORTS) {
    throw new PacketError(
      { field: 'address', offset: 0, wanted: 0, left: 0 },
      `${address}:${port} is not an IPv4 address and port`,
    );
  }
  return number * PORTS + port;
}

/** The mirror of addressKey. */
export function addressOfKey(key: number): ServerAddress {
  const number = Math.floor(key / PORTS);
  return { address: addressText(number), port: key - number * PORTS };
}

/** "a.b.c.d:port", or "a.b.c.d" with port null; null when it is neither. */
export function parseAddress(text: string): { address: string; port: number | null } | null {
  const [host = '', digits, ...more] = text.split(':');
  const number = addressNumber(host);
  if (number === null || more.length > 0) {
    return null;
  }
  if (digits === undefined) {
    return { address: addressText(number), port: null };
  }
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : PORTS;
  return port < PORTS ? { address: addressText(number), port } : null;
}

/** Reads six bytes, as addressKey gives them: the port has its high byte first, unlike everything else in these protocols. */
export function readAddressKey(reader: ByteReader): number {
  let key = 0;
  for (let left = ADDRESS_BYTES; left > 0; left -= 1) {
    key = key * 0x100 + reader.u8('address');
  }
  return key;
}

/** Throws PacketError when the address is not IPv4 or the port none. */
export function writeAddress(writer: ByteWriter, server: ServerAddress): void {
  const key = addressKey(server);
  for (let shift = ADDRESS_BYTES - 1; shift >= 0; shift -= 1) {
    writer.u8(Math.floor(key / 0x100 ** shift) % 0x100);
  }
}
