import { ByteReader } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';
import {
  ADDRESS_BYTES,
  addressOfKey,
  readAddressKey,
  type ServerAddress,
  writeAddress,
} from './address.ts';

/** One answer of a master: a page of its list. */
export type MasterPage = {
  /** As addressKey gives them, as sent up to the end mark: duplicates and impossible addresses too. */
  servers: number[];
  /** Whether the end mark 0.0.0.0:0 was there; what follows it is ignored. */
  end: boolean;
  /** Bytes of an address that was cut off at the end of the page. */
  cutBytes: number;
  /** Xash3D's key, when it was asked for. */
  key: number | null;
};

/** Addresses of a full page: 1,392 bytes with the header, and no end mark. */
export const PAGE_ADDRESSES = 231;

const HEADER = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x66, 0x0a);
const XASH_KEY = { begin: 0x7f, end: 0x08 } as const;
const NOWHERE: ServerAddress = { address: '0.0.0.0', port: 0 };

/**
 * Reads a page. All six bytes of the header have to be there, nothing is ever read shifted; a cut address at the end is
 * left out. Xash3D's masters differ: port 0 ends their list whatever the address, and a key block stands first when the
 * query carried a key (spec master section 4). Throws PacketError when it is no page.
 */
export function decodeMasterPage(
  datagram: Uint8Array,
  { xash = false, keyed = false }: { xash?: boolean; keyed?: boolean } = {},
): MasterPage {
  const reader = new ByteReader(datagram);
  const header = reader.bytes('header', HEADER.length);
  if (header.some((byte, at) => byte !== HEADER[at])) {
    throw refused('header', 0, 'not ff ff ff ff 66 0a');
  }
  const key = keyed ? readKey(reader) : null;
  const servers: number[] = [];
  while (reader.left >= ADDRESS_BYTES) {
    const server = readAddressKey(reader);
    if (server === 0 || (xash && addressOfKey(server).port === 0)) {
      return { servers, end: true, cutBytes: 0, key };
    }
    servers.push(server);
  }
  return { servers, end: false, cutBytes: reader.left, key };
}

function readKey(reader: ByteReader): number {
  const offset = reader.offset;
  const begin = reader.u8('key block');
  const key = reader.u32('key');
  if (begin !== XASH_KEY.begin || reader.u8('key block') !== XASH_KEY.end) {
    throw refused('key block', offset, 'not 7f, key, 08');
  }
  return key;
}

/** The datagram of a page, with the end mark when it is the last. Throws PacketError for what is no IPv4 address and port. */
export function encodeMasterPage(
  servers: readonly ServerAddress[],
  { end, key = null }: { end: boolean; key?: number | null },
): Uint8Array {
  const writer = new ByteWriter().bytes(HEADER);
  if (key !== null) {
    writer.u8(XASH_KEY.begin).u32(key, 'key').u8(XASH_KEY.end);
  }
  for (const server of servers) {
    writeAddress(writer, server);
  }
  if (end) {
    writeAddress(writer, NOWHERE);
  }
  return writer.done();
}

function refused(field: string, offset: number, reason: string): PacketError {
  return new PacketError({ field, offset, wanted: 0, left: 0 }, reason);
}
