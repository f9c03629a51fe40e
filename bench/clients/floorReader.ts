const BEYOND_ASCII = /[^\0-\x7f]/;

/** A cursor over one datagram: fields are cut from one latin1 text, and read again as UTF-8 only where they need it. */
export function openFloorReader(datagram: Buffer, from: number) {
  const text = datagram.toString('latin1');
  const isAscii = !BEYOND_ASCII.test(text);
  let at = from;

  function cut(end: number): string {
    const field = text.slice(at, end);
    return isAscii || !BEYOND_ASCII.test(field) ? field : datagram.toString('utf8', at, end);
  }
  function skip(bytes: number): number {
    const start = at;
    at += bytes;
    return start;
  }
  return {
    left: () => datagram.length - at,
    u8: () => datagram.readUInt8(skip(1)),
    u16: () => datagram.readUInt16LE(skip(2)),
    i32: () => datagram.readInt32LE(skip(4)),
    u64: () => datagram.readBigUInt64LE(skip(8)),
    float: () => datagram.readFloatLE(skip(4)),
    /** Up to the NUL. */
    ended() {
      const end = text.indexOf('\0', at);
      const field = cut(end);
      at = end + 1;
      return field;
    },
    counted(bytes: number) {
      const field = cut(at + bytes);
      at += bytes;
      return field;
    },
  };
}

export type FloorReader = ReturnType<typeof openFloorReader>;
