/** Four bytes that tell one ping from another: random, never all 0 (spec samp case 35). */
export function randomPing(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return bytes.some((byte) => byte !== 0) ? bytes : Uint8Array.of(1, 2, 3, 4);
}
