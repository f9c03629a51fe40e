import { textOf } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';
import { addressNumber, parseAddress } from './address.ts';

/** What a client asks a master for. */
export type MasterQuery = {
  /** Today's text form, or that of 2006 with four raw bytes in place of the seed's text. */
  form: 'text' | '2006';
  /** As sent; see REGIONS. */
  region: number;
  /** The page begins behind this server; 0.0.0.0 is the first page. Port null: behind the last port of that address. */
  seed: { address: string; port: number | null };
  /** The filter text as sent; see parseFilter. */
  filter: string;
};

/** First byte of a query. */
export const QUERY_BYTE = 0x31;

/** Where a list begins. */
export const FIRST_SEED = { address: '0.0.0.0', port: 0 } as const;

const SHORTEST = 7;
const SEED_AT = 2;
const RAW_FILTER_AT = SEED_AT + 4;
const BACKSLASH = 0x5c;

/** The datagram of a query. Throws PacketError when the seed is no IPv4 address or the filter holds a NUL. */
export function encodeMasterQuery({ form, region, seed, filter }: MasterQuery): Uint8Array {
  const number = addressNumber(seed.address);
  if (number === null) {
    throw new PacketError(
      { field: 'seed', offset: SEED_AT, wanted: 0, left: 0 },
      `${seed.address} is not an IPv4 address`,
    );
  }
  const writer = new ByteWriter().u8(QUERY_BYTE).u8(region, 'region');
  if (form === '2006') {
    writer.bytes(Uint8Array.from(seed.address.split('.'), Number));
  } else {
    writer.cstring(seed.port === null ? seed.address : `${seed.address}:${seed.port}`, 'seed');
  }
  return writer.cstring(filter, 'filter').done();
}

/**
 * Reads a query as a master does. The form shows in the bytes behind the region: a text that is an address, else four raw
 * bytes with a NUL or a backslash behind them (spec master section 2). Null when it is no query, or its seed none. Never
 * throws.
 */
export function decodeMasterQuery(datagram: Uint8Array): MasterQuery | null {
  const region = datagram[1];
  if (datagram[0] !== QUERY_BYTE || region === undefined || datagram.length < SHORTEST) {
    return null;
  }
  const seedEnd = datagram.indexOf(0, SEED_AT);
  const seed = seedEnd < 0 ? null : parseAddress(textOf(datagram.subarray(SEED_AT, seedEnd)));
  if (seed !== null) {
    return { form: 'text', region, seed, filter: filterAt(datagram, seedEnd + 1) };
  }
  const next = datagram[RAW_FILTER_AT];
  if (next !== 0 && next !== BACKSLASH) {
    return null;
  }
  const address = datagram.subarray(SEED_AT, RAW_FILTER_AT).join('.');
  const filter = filterAt(datagram, RAW_FILTER_AT);
  return { form: '2006', region, seed: { address, port: null }, filter };
}

/** The text up to the first NUL, or to the end: some clients send none, some two (spec master 3.3). */
function filterAt(datagram: Uint8Array, start: number): string {
  const end = datagram.indexOf(0, start);
  return textOf(datagram.subarray(start, end < 0 ? datagram.length : end));
}
