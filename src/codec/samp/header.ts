import { ByteReader } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';

/** Info, rules, client list, detailed list, ping, extra info, RCON (spec samp 1.1). */
const SAMP_OPCODES = ['i', 'r', 'c', 'd', 'p', 'o', 'x'] as const;
export type SampOpcode = (typeof SAMP_OPCODES)[number];

/** The IPv4 address and port a request names; a server echoes them as they came, whatever they are (spec samp case 1). */
export type SampTarget = { address: string; port: number };

/** The first eleven bytes of every datagram, in both directions. */
export type SampHeader = { target: SampTarget; opcode: SampOpcode };

const OPCODE_OF = new Map(SAMP_OPCODES.map((opcode) => [opcode.charCodeAt(0), opcode] as const));
const MAGIC = 0x504d4153;
const HEADER_BYTES = 11;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** The header, or null when the datagram is none of SA:MP: too short, another magic, an opcode nobody knows. Never throws. */
export function readHeader(datagram: Uint8Array): SampHeader | null {
  if (datagram.length < HEADER_BYTES) {
    return null;
  }
  const reader = new ByteReader(datagram);
  if (reader.u32('magic') !== MAGIC) {
    return null;
  }
  const octet = () => reader.u8('address');
  const address = `${octet()}.${octet()}.${octet()}.${octet()}`;
  const port = reader.u16('port');
  const opcode = OPCODE_OF.get(reader.u8('opcode'));
  return opcode === undefined ? null : { target: { address, port }, opcode };
}

/** A reader that stands on the body (byte 11). Throws PacketError when the header is not one of these opcodes. */
export function openBody(datagram: Uint8Array, ...opcodes: readonly SampOpcode[]): ByteReader {
  const header = readHeader(datagram);
  if (header === null || !opcodes.includes(header.opcode)) {
    throw new PacketError(
      { field: 'header', offset: 0, wanted: 0, left: datagram.length },
      `not the header of a datagram with opcode ${opcodes.join(' or ')}`,
    );
  }
  return new ByteReader(datagram, { offset: HEADER_BYTES });
}

/** A writer that holds the header. Throws PacketError when the target is no IPv4 address or no port: there is no other layout (case 14). */
export function startDatagram({ address, port }: SampTarget, opcode: SampOpcode): ByteWriter {
  if (!IPV4.test(address)) {
    throw new PacketError(
      { field: 'address', offset: 4, wanted: 4, left: 0 },
      `${address} is not an IPv4 address`,
    );
  }
  return new ByteWriter()
    .u32(MAGIC)
    .bytes(Uint8Array.from(address.split('.'), Number))
    .u16(port, 'port')
    .u8(opcode.charCodeAt(0));
}
