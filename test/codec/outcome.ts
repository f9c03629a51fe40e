import { PacketError } from '#bytes/packetError.ts';

/** What the function gives, or the PacketError it throws. Any other error goes on to fail the test. */
export function outcome<T>(decode: () => T): T | PacketError {
  try {
    return decode();
  } catch (error) {
    if (error instanceof PacketError) {
      return error;
    }
    throw error;
  }
}

/** The bytes cut at every length, from none to all but the last. */
export function cutsOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (_, length) => bytes.slice(0, length));
}

/** The payload of a datagram that stands alone: from its type byte on. */
export function payloadOf(datagram: Uint8Array): Uint8Array {
  return datagram.subarray(4);
}
