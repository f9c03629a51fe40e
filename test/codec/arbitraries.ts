import fc from 'fast-check';

/** Any text that a field ending in NUL can hold, all of Unicode included. */
export const fieldText = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((text) => text.replaceAll('\0', '').toWellFormed());

export const byte = fc.integer({ min: 0, max: 0xff });
export const short = fc.integer({ min: 0, max: 0xffff });
export const signed = fc.integer({ min: -0x80000000, max: 0x7fffffff });
export const unsigned = fc.integer({ min: 0, max: 0xffffffff });
export const long = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

/** One character whose code is one byte: server type, operating system. */
export const letter = byte.map((code) => String.fromCharCode(code));

/** Bytes of a text that ends in NUL, of any encoding. */
export const fieldBytes = fc
  .array(fc.integer({ min: 1, max: 0xff }), { maxLength: 140 })
  .map((bytes) => Uint8Array.from(bytes));

/** Seconds as a server sends them. */
export const seconds = fc.float({ min: 0, noNaN: true, noDefaultInfinity: true });
