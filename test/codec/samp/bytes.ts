/** Bytes from hex with blanks and bars, as the protocol notes write them; text in quotes stands for its ASCII bytes. */
export function packet(written: string): Uint8Array {
  const pieces = written.match(/"[^"]*"|[0-9a-f]{2}/g) ?? [];
  return Uint8Array.from(
    pieces.flatMap((piece) =>
      piece.startsWith('"') ? [...ascii(piece.slice(1, -1))] : [Number.parseInt(piece, 16)],
    ),
  );
}

export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

export const TARGET = { address: '203.0.113.7', port: 7777 };

/** The header of every datagram between us and TARGET. */
export const HEADER = '53 41 4d 50 cb 00 71 07 61 1e';
