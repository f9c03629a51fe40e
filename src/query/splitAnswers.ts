import { PacketError } from '#bytes/packetError.ts';
import {
  addFragment,
  holds,
  isCompressed,
  isEven,
  isWhole,
  joinGroup,
  type Shortfall,
  type SplitGroup,
  shortfallOf,
  startGroup,
} from './splitGroup.ts';

export type SplitAnswers = {
  /** Takes a fragment; gives the answer when it was the last one missing, else null. */
  add(datagram: Uint8Array, now: number): JoinedAnswer | null;
  /** Forgets the answer that this fragment belongs to: it came unasked, and the same fragments may come again when asked. */
  release(fragment: Uint8Array): void;
  /** Forgets answers that have waited for a fragment since `time` or longer: they are being asked for again. */
  forget(time: number): void;
  /** Why whole answers could not be read, e.g. a wrong checksum, newest last. */
  readonly faults: readonly string[];
  /** Answers that fragments are missing of, newest last. */
  shortfalls(): Shortfall[];
};

/** `payload` from its type byte on; `even` false = a fragment was cut, so that something is missing within. */
type JoinedAnswer = { payload: Uint8Array; even: boolean };

type Kept = { group: SplitGroup; bytes: number; newestAt: number };

/** A conversation has two answers under way at most; the rest is room for strays. */
const GROUPS = 8;
/** The largest answer there is (codec, 1 MiB joined) and its headers. */
const BYTES = 1024 * 1024 + 64 * 1024;
/** Answers that come whole and broken; after that many nothing split is taken any more. */
const FAILED = 3;
/** Two lists and one that came broken: a megabyte takes tens of milliseconds to decompress, whoever wants it. */
const DECOMPRESSED = 3;

/**
 * Puts the split answers of one conversation together: a group by id, a place by index, whatever the order; duplicates
 * and foreign fragments change nothing (spec a2s cases 78 to 84). What a stranger can make us keep is bounded.
 */
export function createSplitAnswers(): SplitAnswers {
  const kept = new Map<number, Kept>();
  const faults: string[] = [];
  /** Of those forgotten since. */
  const lost: Shortfall[] = [];
  let decompressed = 0;

  function keptFor(id: number): Kept {
    const known = kept.get(id) ?? { group: startGroup(), bytes: 0, newestAt: 0 };
    // Last touched goes last; the one untouched for longest makes room.
    kept.delete(id);
    kept.set(id, known);
    const [oldest] = kept.keys();
    if (kept.size > GROUPS && oldest !== undefined) {
      kept.delete(oldest);
    }
    return known;
  }

  function bytesHeld(): number {
    return [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  function join(id: number, { group }: Kept): JoinedAnswer | null {
    if (isCompressed(group)) {
      if (decompressed >= DECOMPRESSED) {
        kept.delete(id);
        return null;
      }
      decompressed += 1;
    }
    try {
      return { payload: joinGroup(group), even: isEven(group) };
    } catch (error) {
      if (!(error instanceof PacketError)) {
        throw error;
      }
      kept.delete(id);
      faults.push(error.message);
      return null;
    }
  }

  return {
    faults,
    release: (fragment) => {
      kept.delete(idOf(fragment));
    },
    forget(time) {
      for (const [id, { group, bytes, newestAt }] of kept) {
        if (!isWhole(group) && newestAt <= time) {
          kept.delete(id);
          lost.push(...(bytes > 0 ? [shortfallOf(group)] : []));
        }
      }
      lost.splice(0, lost.length - GROUPS);
    },
    shortfalls() {
      const open = [...kept.values()].filter(({ group, bytes }) => bytes > 0 && !isWhole(group));
      return [...lost, ...open.map(({ group }) => shortfallOf(group))];
    },
    add(datagram, now) {
      if (faults.length >= FAILED) {
        return null;
      }
      const id = idOf(datagram);
      const known = keptFor(id);
      if (holds(known.group, datagram) || bytesHeld() + datagram.length > BYTES) {
        return null;
      }
      if (isWhole(known.group)) {
        // Not a late copy: the next answer, under an id that the server uses again.
        known.group = startGroup(known.group.layout);
        known.bytes = 0;
      }
      if (!addFragment(known.group, datagram)) {
        return null;
      }
      known.bytes += datagram.length;
      known.newestAt = now;
      return isWhole(known.group) ? join(id, known) : null;
    },
  };
}

const idOf = (fragment: Uint8Array): number =>
  new DataView(fragment.buffer, fragment.byteOffset, 8).getUint32(4);
