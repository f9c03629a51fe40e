import { readHeader, type SampHeader, type SampTarget, startDatagram } from './header.ts';

/** A request as a server sees it: the two families of servers judge its whole length differently (spec samp 1.1). */
export type SampRequest = SampHeader & { bytes: number };

/** The eleven bytes that ask for info, rules, either list or the extra info; never a byte more (spec samp 1.1). */
export function encodeRequest(target: SampTarget, opcode: 'i' | 'r' | 'c' | 'd' | 'o'): Uint8Array {
  return startDatagram(target, opcode).done();
}

/** Reads what a datagram to a server asks for; null when it is no request. The bodies of `p` and `x` have their own decoders. Never throws. */
export function decodeRequest(datagram: Uint8Array): SampRequest | null {
  const header = readHeader(datagram);
  return header === null ? null : { ...header, bytes: datagram.length };
}
