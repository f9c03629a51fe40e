import { readHeader, type SampOpcode } from '#codec/samp/header.ts';

/** What can go wrong on the way, or in a proxy, a cache or an emulator in front of a server (spec samp section 7). */
export type SampFaults = {
  /** These opcodes are met with silence. */
  silent: readonly SampOpcode[];
  /** The first so many datagrams to these opcodes are lost. */
  loseFirst: Partial<Record<SampOpcode, number>>;
  /** Every answer comes twice. */
  twice: boolean;
  /** Answers to these opcodes come so many ms late. */
  late: Partial<Record<SampOpcode, number>>;
  /** Answers leave from another port. */
  wrongPort: boolean;
  /** Answers are cut to so many bytes. */
  cutAt: number | null;
  /** So many zero bytes at the end. */
  padding: number;
  /** The echo says 127.0.0.1:1234, whatever was asked. */
  otherEcho: boolean;
  /** The lengths in `i` and the counts in the lists are absurd. */
  hostileLengths: boolean;
  /** Above 100 players, lists say 0 where the real program is silent. */
  countZero: boolean;
  /** Under this opcode comes the body of that one, the first `times`. */
  swapped: { opcode: SampOpcode; body: SampOpcode; times: number } | null;
  /** A caching proxy answers only who names this address in the header. */
  publicAddress: string | null;
  /** Datagrams a second that get through for one sender. */
  perSecond: number | null;
  /** A caching proxy tells `i`, `r` and the lists as they were so long ago, in ms. */
  staleMs: number;
};

export const NO_SAMP_FAULTS: SampFaults = {
  silent: [],
  loseFirst: {},
  twice: false,
  late: {},
  wrongPort: false,
  cutAt: null,
  padding: 0,
  otherEcho: false,
  hostileLengths: false,
  countZero: false,
  swapped: null,
  publicAddress: null,
  perSecond: null,
  staleMs: 0,
};

/** A proxy as hosters put it before a server: checks the header, cuts lists, answers everything but pings, twice. */
export const SAMP_PROXY: Partial<SampFaults> = {
  silent: ['p'],
  twice: true,
  cutAt: 1024,
  perSecond: 3,
};

/** One answer as it leaves, after everything that is done to its bytes. */
export function spoil(reply: Uint8Array, faults: SampFaults): Uint8Array {
  let bytes: Uint8Array = reply.slice();
  if (faults.hostileLengths) {
    bytes.fill(0xff, ...lengthOf(bytes));
  }
  if (faults.otherEcho) {
    bytes.set([127, 0, 0, 1, 0xd2, 0x04], 4);
  }
  if (faults.padding > 0) {
    bytes = Buffer.concat([bytes, new Uint8Array(faults.padding)]);
  }
  return faults.cutAt === null ? bytes : bytes.subarray(0, faults.cutAt);
}

/** Where the first length or count of this reply stands. */
function lengthOf(reply: Uint8Array): [number, number] {
  return readHeader(reply)?.opcode === 'i' ? [16, 20] : [11, 13];
}
