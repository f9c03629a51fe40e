import { ByteReader } from '#bytes/byteReader.ts';
import { ByteWriter } from '#bytes/byteWriter.ts';
import { PacketError } from '#bytes/packetError.ts';

/** A master's answer to a join. */
export type MasterChallenge = {
  /** Comes back in the heartbeat as decimal text. */
  challenge: number;
  /** The number that a Xash3D server sent with its join, sent back to it; null for the others. */
  echo: number | null;
};

const HEADER = [0xff, 0xff, 0xff, 0xff, 0x73, 0x0a] as const;

/** Reads the datagram; bytes behind the challenge that are no whole number are ignored. Throws PacketError when it is none. */
export function decodeMasterChallenge(datagram: Uint8Array): MasterChallenge {
  const reader = new ByteReader(datagram);
  for (const wanted of HEADER) {
    const offset = reader.offset;
    if (reader.u8('header') !== wanted) {
      throw new PacketError(
        { field: 'header', offset, wanted: 0, left: reader.left },
        'not ff ff ff ff 73 0a',
      );
    }
  }
  const challenge = reader.u32('challenge');
  return { challenge, echo: reader.left < 4 ? null : reader.u32('echo') };
}

/** The datagram: 10 bytes, 14 with the number of a Xash3D server. */
export function encodeMasterChallenge({ challenge, echo }: MasterChallenge): Uint8Array {
  const writer = new ByteWriter().bytes(Uint8Array.from(HEADER)).u32(challenge, 'challenge');
  return (echo === null ? writer : writer.u32(echo, 'echo')).done();
}
