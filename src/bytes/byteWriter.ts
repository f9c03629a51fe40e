import { PacketError } from './packetError.ts';

const utf8 = new TextEncoder();

/** Builds a packet field by field; the mirror of ByteReader. Each call returns the writer, so a frame reads like its layout. */
export class ByteWriter {
  #bytes = new Uint8Array(64);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  u8(value: number, field = 'u8'): this {
    const checked = this.#whole(value, 0, 0xff, field);
    const start = this.#room(1);
    this.#view.setUint8(start, checked);
    return this;
  }

  u16(value: number, field = 'u16'): this {
    const checked = this.#whole(value, 0, 0xffff, field);
    const start = this.#room(2);
    this.#view.setUint16(start, checked, true);
    return this;
  }

  u32(value: number, field = 'u32'): this {
    const checked = this.#whole(value, 0, 0xffffffff, field);
    const start = this.#room(4);
    this.#view.setUint32(start, checked, true);
    return this;
  }

  i32(value: number, field = 'i32'): this {
    const checked = this.#whole(value, -0x80000000, 0x7fffffff, field);
    const start = this.#room(4);
    this.#view.setInt32(start, checked, true);
    return this;
  }

  u64(value: bigint): this {
    const start = this.#room(8);
    this.#view.setBigUint64(start, value, true);
    return this;
  }

  f32(value: number): this {
    const start = this.#room(4);
    this.#view.setFloat32(start, value, true);
    return this;
  }

  bytes(value: Uint8Array): this {
    const start = this.#room(value.length);
    this.#bytes.set(value, start);
    return this;
  }

  /** UTF-8 text and a NUL byte. Throws when the text itself holds a NUL: it would end there. */
  cstring(value: string, field = 'cstring'): this {
    if (value.includes('\0')) {
      throw this.#refused(field, 'a NUL inside a text that ends in NUL');
    }
    return this.bytes(utf8.encode(value)).u8(0);
  }

  /** A copy of what was written. */
  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #whole(value: number, low: number, high: number, field: string): number {
    if (!Number.isInteger(value) || value < low || value > high) {
      throw this.#refused(field, `${value} is not a whole number from ${low} to ${high}`);
    }
    return value;
  }

  #refused(field: string, reason: string): PacketError {
    return new PacketError({ field, offset: this.#length, wanted: 0, left: 0 }, reason);
  }

  #room(more: number): number {
    const start = this.#length;
    this.#length += more;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return start;
  }
}
