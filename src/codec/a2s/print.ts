import { openPayload, startFrame, type TextOptions } from './frame.ts';
import { REPLY } from './reply.ts';

/**
 * The text a server prints instead of an answer, e.g. that the asker is banned, as sent (spec a2s case 25).
 * Throws PacketError when it does not end in a NUL byte.
 */
export function decodePrint(payload: Uint8Array, options: TextOptions = {}): string {
  return openPayload(payload, REPLY.print, options).cstring('text');
}

/** The datagram that prints a text at the asker. */
export function encodePrint(text: string): Uint8Array {
  return startFrame(REPLY.print).cstring(text, 'text').done();
}
