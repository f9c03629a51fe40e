import type { ByteReader } from '#bytes/byteReader.ts';
import { openBody, type SampTarget, startDatagram } from './header.ts';

/** The answer of open.mp to `o`: links as raw bytes, empty when the owner gave none. */
export type SampExtraInfo = {
  discord: Uint8Array;
  lightBanner: Uint8Array;
  darkBanner: Uint8Array;
  /** Null from servers before v1.3.1, which send three strings (spec samp 1.2). */
  logo: Uint8Array | null;
  trailing: number;
};

/** Reads the whole datagram. Throws PacketError when a length is more than the bytes left. */
export function decodeExtraInfo(datagram: Uint8Array): SampExtraInfo {
  const reader = openBody(datagram, 'o');
  const discord = readLink(reader, 'discord');
  const lightBanner = readLink(reader, 'light banner');
  const darkBanner = readLink(reader, 'dark banner');
  const logo = reader.left === 0 ? null : readLink(reader, 'logo');
  return { discord, lightBanner, darkBanner, logo, trailing: reader.left };
}

function readLink(reader: ByteReader, field: string): Uint8Array {
  return reader.bytes(field, reader.u32(`${field} length`));
}

/** The whole datagram; without a logo it is that of an older server. */
export function encodeExtraInfo(
  target: SampTarget,
  { discord, lightBanner, darkBanner, logo }: Omit<SampExtraInfo, 'trailing'>,
): Uint8Array {
  const writer = startDatagram(target, 'o');
  for (const link of [discord, lightBanner, darkBanner, ...(logo === null ? [] : [logo])]) {
    writer.u32(link.length).bytes(link);
  }
  return writer.done();
}
