import { openPayload, startFrame } from './frame.ts';
import { REPLY } from './reply.ts';

/**
 * The four bytes to send back, whatever their value; what follows them is ignored (spec a2s cases 2, 8, 12).
 * A copy, so that keeping it does not keep the datagram. Throws PacketError when there are fewer.
 */
export function decodeChallenge(payload: Uint8Array): Uint8Array {
  // Not slice(): that of a Buffer is a view.
  return new Uint8Array(openPayload(payload, REPLY.challenge).bytes('challenge', 4));
}

/** The datagram that answers a request with a challenge. */
export function encodeChallenge(challenge: Uint8Array): Uint8Array {
  return startFrame(REPLY.challenge).bytes(challenge).done();
}
