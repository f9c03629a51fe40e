/** What we use of seek-bzip, which brings no types. */
declare module 'seek-bzip' {
  class Stream {
    readByte(): number;
    writeByte(byte: number): void;
  }
  const bunzip: {
    Stream: typeof Stream;
    /** Reads a whole bzip2 stream and checks its own checksums. Throws TypeError when it is broken. */
    decode(input: Stream, output: Stream): void;
  };
  export = bunzip;
}
