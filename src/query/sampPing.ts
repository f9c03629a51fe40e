import { randomInt } from 'node:crypto';

const ABOVE_32_BITS = 0x1_0000_0000;

/** Four bytes that tell one ping from another: random, never all 0 (spec samp case 35). */
export function randomPing(): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(randomInt(1, ABOVE_32_BITS));
  return bytes;
}
