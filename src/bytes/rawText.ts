/**
 * Text as it was sent: one character (U+0000 to U+00FF) a byte. Much cheaper to cut and to keep than views on the packet,
 * and bytes again when needed; what the bytes mean can be decided afterwards.
 */
export function rawText(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  const whole = bytes instanceof Buffer ? bytes : Buffer.from(buffer, byteOffset, byteLength);
  return whole.toString('latin1');
}

/** The bytes of a rawText. */
export function rawBytes(raw: string): Uint8Array {
  return Buffer.from(raw, 'latin1');
}
