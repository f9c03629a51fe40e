import { PacketError } from './packetError.ts';

/** Turns the raw bytes of a text field into a string. Must not throw. */
export type DecodeText = (bytes: Uint8Array) => string;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** UTF-8, each invalid sequence becomes U+FFFD (spec a2s case 117). */
export const decodeUtf8: DecodeText = (bytes) => utf8.decode(bytes);

/**
 * Reads a packet field by field. Every read names its field and checks the bytes that are left first: a short
 * packet is a PacketError, never a default value. Numbers are little-endian.
 */
export class ByteReader {
  #bytes: Uint8Array;
  #view: DataView;
  #decode: DecodeText;
  #offset: number;

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

  /** The bytes of a text that ends in a NUL byte, without the NUL. Throws when there is none. */
  cbytes(field: string): Uint8Array {
    const end = this.#bytes.indexOf(0, this.#offset);
    if (end < 0) {
      throw this.#short(field, this.left + 1);
    }
    const found = this.#bytes.subarray(this.#offset, end);
    this.#offset = end + 1;
    return found;
  }

  /** A text that ends in a NUL byte. Throws when there is none. */
  cstring(field: string): string {
    return this.#decode(this.cbytes(field));
  }

  /** A text of a known length in bytes, without a NUL. */
  text(field: string, length: number): string {
    return this.#decode(this.bytes(field, length));
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
