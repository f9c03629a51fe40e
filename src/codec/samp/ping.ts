import { PacketError } from '#bytes/packetError.ts';
import { openBody, type SampTarget, startDatagram } from './header.ts';

/** The `p` datagram; request and reply are the same fifteen bytes. Throws PacketError unless the payload has four bytes. */
export function encodePing(target: SampTarget, payload: Uint8Array): Uint8Array {
  if (payload.length !== 4) {
    throw new PacketError(
      { field: 'payload', offset: 11, wanted: 4, left: payload.length },
      `a ping carries 4 bytes, not ${payload.length}`,
    );
  }
  return startDatagram(target, 'p').bytes(payload).done();
}

/** The four bytes that tell one ping from another (spec samp cases 4, 35). Throws PacketError when they are not there. */
export function decodePing(datagram: Uint8Array): Uint8Array {
  return openBody(datagram, 'p').bytes('payload', 4);
}
