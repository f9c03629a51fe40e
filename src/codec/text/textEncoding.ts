import { type DecodeText, decodeUtf8 } from '#bytes/byteReader.ts';

/** The encodings that are told apart without being named (spec samp section 4), by their WHATWG labels. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'windows-1251',
  'gb18030',
  'windows-874',
  'windows-1254',
  'windows-1250',
  'windows-1252',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Decodes in the encoding with this WHATWG label; an unknown label means UTF-8. What is not valid becomes U+FFFD. Never throws. */
export function decodeTextAs(label: string): DecodeText {
  try {
    const decoder = new TextDecoder(label, { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    return decodeUtf8;
  }
}

/** Encodes text; a character that the encoding lacks becomes "?". Never throws. */
export type EncodeText = (text: string) => Uint8Array;

const QUESTION_MARK = Uint8Array.of(0x3f);

/** The mirror of decodeTextAs. The platform only encodes UTF-8, so other tables are found by decoding what could be in them. */
export function encodeTextAs(label: string): EncodeText {
  const decode = decodeTextAs(label);
  if (decode(Uint8Array.of(0xc3, 0xa9)) === 'é') {
    return (text) => new TextEncoder().encode(text);
  }
  const table = bytesByCharacter(decode);
  return (text) =>
    Uint8Array.from(Array.from(text).flatMap((one) => [...(table.get(one) ?? QUESTION_MARK)]));
}

/** Every character of one or two bytes; the shortest form first, then the lowest. */
function bytesByCharacter(decode: DecodeText): Map<string, Uint8Array> {
  const table = new Map<string, Uint8Array>();
  const leads: number[] = [];
  for (let byte = 0; byte < 0x100; byte += 1) {
    if (!learn(table, decode, Uint8Array.of(byte))) {
      leads.push(byte);
    }
  }
  for (const lead of leads) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      learn(table, decode, Uint8Array.of(lead, trail));
    }
  }
  return table;
}

/** False when the bytes are not exactly one character. */
function learn(table: Map<string, Uint8Array>, decode: DecodeText, bytes: Uint8Array): boolean {
  const [character, ...more] = Array.from(decode(bytes));
  if (character === undefined || more.length > 0 || character === '\ufffd') {
    return false;
  }
  if (!table.has(character)) {
    table.set(character, bytes);
  }
  return true;
}
