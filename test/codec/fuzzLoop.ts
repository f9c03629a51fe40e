import { PacketError } from '#bytes/packetError.ts';
import { hexOf } from '../packets/goldenPacket.ts';
import { decodeLikeAClient } from './fuzzTargets.ts';
import { makeFuzzPackets } from './fuzzPackets.ts';

/** A group of datagrams after which a decoder did something it must not. */
type FuzzFailure = { why: string; hex: string[] };

export type FuzzRun = {
  seed: number;
  /** Datagrams that were decoded. */
  count: number;
  /** Of those, how many gave a value; the others were refused by a PacketError. */
  accepted: number;
  milliseconds: number;
  failures: FuzzFailure[];
};

/** Throws a PacketError for datagrams that cannot be read. */
type Decode = (datagrams: readonly Uint8Array[]) => void;

export type FuzzOptions = {
  seed: number;
  /** Whether to go on after so many datagrams and milliseconds. */
  goOn: (count: number, milliseconds: number) => boolean;
  /** What is tried on each group of datagrams; a client's way through every decoder when not given. */
  decode?: Decode;
};

/** A decoder may take this long for one group of datagrams, in milliseconds. */
const SLOW = 100;
/** Failures that are kept; a broken decoder fails all the time. */
const ENOUGH = 10;

/**
 * Sends mutated and random datagrams through every decoder. A value or a PacketError is right; any other error, or more
 * than 100 ms, is a failure. The same seed gives the same datagrams.
 */
export function fuzz({ seed, goOn, decode = decodeLikeAClient }: FuzzOptions): FuzzRun {
  const next = makeFuzzPackets(seed);
  const failures: FuzzFailure[] = [];
  const start = performance.now();
  let count = 0;
  let accepted = 0;
  withStacks(0, () => {
    while (failures.length < ENOUGH && goOn(count, performance.now() - start)) {
      const datagrams = next();
      const result = tryOut(decode, datagrams);
      count += datagrams.length;
      accepted += result === 'accepted' ? datagrams.length : 0;
      if (typeof result === 'object') {
        failures.push(result);
      }
    }
  });
  return { seed, count, accepted, milliseconds: performance.now() - start, failures };
}

/** A third of the time would go into the stacks of PacketErrors that nobody reads. */
function withStacks<T>(frames: number, act: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  try {
    return act();
  } finally {
    Error.stackTraceLimit = before;
  }
}

function tryOut(
  decode: Decode,
  datagrams: readonly Uint8Array[],
): 'accepted' | 'refused' | FuzzFailure {
  const failure = (why: string) => ({ why, hex: datagrams.map(hexOf) });
  const before = performance.now();
  let result: 'accepted' | 'refused' = 'accepted';
  try {
    decode(datagrams);
  } catch (error) {
    if (!(error instanceof PacketError)) {
      return failure(stackOf(decode, datagrams) ?? String(error));
    }
    result = 'refused';
  }
  const took = performance.now() - before;
  return took > SLOW && isSlowAgain(decode, datagrams)
    ? failure(`took ${Math.round(took)} ms`)
    : result;
}

/** Fails once more, this time with a stack. */
function stackOf(decode: Decode, datagrams: readonly Uint8Array[]): string | undefined {
  return withStacks(20, () => {
    try {
      decode(datagrams);
    } catch (error) {
      return error instanceof Error ? error.stack : undefined;
    }
    return undefined;
  });
}

/** A machine with other work may pause us: only what keeps the processor busy for so long three times more is slow. */
function isSlowAgain(decode: Decode, datagrams: readonly Uint8Array[]): boolean {
  return [1, 2, 3].every(() => {
    const before = process.threadCpuUsage();
    try {
      decode(datagrams);
    } catch {
      // Its kind was looked at before.
    }
    const { user, system } = process.threadCpuUsage(before);
    return user + system > SLOW * 1000;
  });
}
