import { PacketError } from './packetError.ts';
import { rawText } from './rawText.ts';

/**
 * Turns the raw bytes of a text field into a string. Must not throw. It is asked only about fields that hold a byte
 * above 0x7f, so any encoding that agrees with ASCII below that fits (UTF-8, windows-1251, ...).
 */
export type DecodeText = (bytes: Uint8Array) => string;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const ABOVE_ASCII = /[\u0080-\u00ff]/;

/** UTF-8, each invalid sequence becomes U+FFFD (spec a2s case 117). */
export const decodeUtf8: DecodeText = (bytes) => utf8.decode(bytes);

/** The bytes as text: ASCII as it stands, anything else by `decodeText` (UTF-8 when not given). Never throws. */
export function textOf(bytes: Uint8Array, decodeText: DecodeText = decodeUtf8): string {
  const text = rawText(bytes);
  return ABOVE_ASCII.test(text) ? decodeText(bytes) : text;
}

/**
 * Reads a packet field by field. Every read names its field and checks the bytes that are left first: a short
 * packet is a PacketError, never a default value. Numbers are little-endian.
 */
export class ByteReader {
  #bytes: Uint8Array;
  #view: DataView;
  #decode: DecodeText;
  #offset: number;
  /** The whole packet as rawText, made when the first text is read: texts are cut out of it. */
  #latin1: string | null = null;

  constructor(bytes: Uint8Array, options: { offset?: number; decodeText?: DecodeText } = {}) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#decode = options.decodeText ?? decodeUtf8;
    this.#offset = options.offset ?? 0;
  }

  get offset(): number {
    return this.#offset;
  }

  get left(): number {
    return this.#bytes.length - this.#offset;
  }

  u8(field: string): number {
    return this.#view.getUint8(this.#take(field, 1));
  }

  u16(field: string): number {
    return this.#view.getUint16(this.#take(field, 2), true);
  }

  u32(field: string): number {
    return this.#view.getUint32(this.#take(field, 4), true);
  }

  i32(field: string): number {
    return this.#view.getInt32(this.#take(field, 4), true);
  }

  u64(field: string): bigint {
    return this.#view.getBigUint64(this.#take(field, 8), true);
  }

  f32(field: string): number {
    return this.#view.getFloat32(this.#take(field, 4), true);
  }

  /** The next `length` bytes, as a view on the packet (not a copy). */
  bytes(field: string, length: number): Uint8Array {
    const start = this.#take(field, length);
    return this.#bytes.subarray(start, start + length);
  }

  /** All bytes that are left, as a view on the packet. */
  rest(): Uint8Array {
    return this.bytes('rest', this.left);
  }

  /** A text that ends in a NUL byte, as rawText: for what may be no text at all. Throws when there is no NUL. */
  craw(field: string): string {
    const start = this.#offset;
    const packet = this.#packetText();
    return packet.slice(start, this.#passNul(field, packet.indexOf('\0', start)));
  }

  /** A text that ends in a NUL byte. Throws when there is none. */
  cstring(field: string): string {
    const start = this.#offset;
    return this.#cut(start, this.#passNul(field, this.#packetText().indexOf('\0', start)));
  }

  /** A text of a known length in bytes, without a NUL. */
  text(field: string, length: number): string {
    const start = this.#take(field, length);
    return this.#cut(start, start + length);
  }

  #packetText(): string {
    this.#latin1 ??= rawText(this.#bytes);
    return this.#latin1;
  }

  #cut(start: number, end: number): string {
    const text = this.#packetText().slice(start, end);
    return ABOVE_ASCII.test(text) ? this.#decode(this.#bytes.subarray(start, end)) : text;
  }

  /** Moves behind the NUL found at `nul` and gives it back; a negative `nul` means that there is none. */
  #passNul(field: string, nul: number): number {
    if (nul < 0) {
      throw this.#short(field, this.left + 1);
    }
    this.#offset = nul + 1;
    return nul;
  }

  #take(field: string, length: number): number {
    if (length > this.left) {
      throw this.#short(field, length);
    }
    const start = this.#offset;
    this.#offset += length;
    return start;
  }

  #short(field: string, wanted: number): PacketError {
    return new PacketError({ field, offset: this.#offset, wanted, left: this.left });
  }
}
