import { PacketError } from '#bytes/packetError.ts';
import * as source from '#codec/a2s/split.ts';
import { REPLY } from '#codec/a2s/reply.ts';
import * as goldsrc from '#codec/goldsrc/split.ts';

export type SplitLayout = source.SplitLayout | 'goldsrc';

/** The fragments of one id. Without a layout they are kept as they came; with one, by their index. */
export type SplitGroup = {
  layout: SplitLayout | null;
  unplaced: Uint8Array[];
  total: number;
  placed: Map<number, Uint8Array>;
};

const LAYOUTS: readonly SplitLayout[] = ['with-size', 'without-size', 'goldsrc'];
/** The total is one byte. */
const MOST_FRAGMENTS = 255;
/** What a split answer may begin with when a server leaves FFFFFFFF out (spec a2s case 77). */
const ANSWERS = new Set<number>([REPLY.info, REPLY.goldsrcInfo, REPLY.players, REPLY.rules]);

export function startGroup(layout: SplitLayout | null = null): SplitGroup {
  return { layout, unplaced: [], total: 0, placed: new Map() };
}

/** Whether nothing is missing. */
export function isWhole(group: SplitGroup): boolean {
  return group.placed.size > 0 && group.placed.size === group.total;
}

/** The shortest datagram that a server can be told to split at (sv_maxroutable); smaller ones say nothing about a cut. */
const LEAST_SPLIT = 576;

/**
 * Whether the fragments of a whole group are as a server cuts them: equally long, the last one maybe shorter. One that was cut
 * on its way leaves a hole that the count of a list need not show. What is compressed has a checksum.
 */
export function isEven(group: SplitGroup): boolean {
  const { placed, total } = group;
  const lengths = Array.from({ length: total }, (_, index) => placed.get(index)?.length ?? 0);
  const [first = 0] = lengths;
  return (
    isCompressed(group) ||
    Math.max(...lengths) < LEAST_SPLIT ||
    (lengths.slice(0, -1).every((length) => length === first) && (lengths.at(-1) ?? 0) <= first)
  );
}

/** Whether joining a whole group means to decompress it (spec a2s case 73). */
export function isCompressed({ layout, placed }: SplitGroup): boolean {
  return layout !== 'goldsrc' && ((placed.get(0)?.[7] ?? 0) & 0x80) !== 0;
}

/** Type byte of the answer that is missing fragments, null when it cannot be told, and what came of it, in words. */
export type Shortfall = { type: number | null; came: string };

/** What is known of a group that is not whole. */
export function shortfallOf({ layout, unplaced, placed, total }: SplitGroup): Shortfall {
  if (layout === null) {
    const came = unplaced.length === 1 ? '1 fragment' : `${unplaced.length} fragments`;
    return { type: null, came: `${came} came, but not the first one` };
  }
  const first = placed.get(0);
  const body = first === undefined ? undefined : readFragment(first, layout)?.body;
  const type = body?.find((byte) => byte !== 0xff);
  const isAnswer = type !== undefined && ANSWERS.has(type);
  return {
    type: isAnswer ? type : null,
    came: `only ${placed.size} of ${total} fragments came`,
  };
}

/** Whether the group holds exactly this datagram. */
export function holds({ layout, unplaced, placed }: SplitGroup, datagram: Uint8Array): boolean {
  const same = (one: Uint8Array) => Buffer.compare(one, datagram) === 0;
  if (layout === null) {
    return unplaced.some(same);
  }
  const [numbers = 0, index] = datagram.subarray(8, 10);
  const inPlace = placed.get(layout === 'goldsrc' ? numbers >> 4 : (index ?? 0));
  return inPlace !== undefined && same(inPlace);
}

/**
 * Adds a fragment the group does not hold. False when it does not belong: it cannot be read, its total is another
 * (spec a2s case 82), or there are more than an answer can have. When other bytes stand in its place the server began a
 * new answer under the same id: the group starts again with this one (case 83).
 */
export function addFragment(group: SplitGroup, datagram: Uint8Array): boolean {
  if (group.layout !== null) {
    return place(group, group.layout, datagram);
  }
  if (group.unplaced.length >= MOST_FRAGMENTS) {
    return false;
  }
  group.unplaced.push(datagram);
  group.layout = layoutOf(datagram) ?? layoutOfWhole(group.unplaced);
  if (group.layout !== null) {
    for (const fragment of group.unplaced.splice(0)) {
      place(group, group.layout, fragment);
    }
  }
  return true;
}

/** The payload of a whole group, from its type byte on. Throws PacketError (checksum, size, more than 1 MiB). */
export function joinGroup(group: SplitGroup): Uint8Array {
  const datagrams = [...group.placed.values()];
  const { layout } = group;
  return layout === null || layout === 'goldsrc'
    ? goldsrc.joinFragments(datagrams.map(goldsrc.decodeFragment))
    : source.joinFragments(datagrams.map((one) => source.decodeFragment(one, layout)));
}

function place(group: SplitGroup, layout: SplitLayout, datagram: Uint8Array): boolean {
  const fragment = readFragment(datagram, layout);
  if (fragment === null || (group.placed.size > 0 && fragment.total !== group.total)) {
    return false;
  }
  if (group.placed.has(fragment.index)) {
    group.placed.clear();
  }
  group.total = fragment.total;
  group.placed.set(fragment.index, datagram);
  return true;
}

/** What fragment 0 shows (spec a2s case 71); null for every other fragment. */
function layoutOf(datagram: Uint8Array): SplitLayout | null {
  if (goldsrc.isFirstFragment(datagram)) {
    return 'goldsrc';
  }
  return (
    LAYOUTS.find((layout) => layout !== 'goldsrc' && source.isFirstFragment(datagram, layout)) ??
    null
  );
}

/** The layout under which these make one whole answer of a known type, for answers whose fragment 0 shows nothing. */
function layoutOfWhole(datagrams: readonly Uint8Array[]): SplitLayout | null {
  return LAYOUTS.find((layout) => makesWhole(datagrams, layout)) ?? null;
}

function makesWhole(datagrams: readonly Uint8Array[], layout: SplitLayout): boolean {
  const bodies = new Map<number, Uint8Array>();
  let total = datagrams.length;
  for (const datagram of datagrams) {
    const fragment = readFragment(datagram, layout);
    total = fragment?.total ?? 0;
    if (fragment === null || total !== datagrams.length) {
      return false;
    }
    bodies.set(fragment.index, fragment.body);
  }
  const type = bodies.get(0)?.[0];
  return bodies.size === total && type !== undefined && ANSWERS.has(type);
}

function readFragment(
  datagram: Uint8Array,
  layout: SplitLayout,
): { index: number; total: number; body: Uint8Array } | null {
  try {
    return layout === 'goldsrc'
      ? goldsrc.decodeFragment(datagram)
      : source.decodeFragment(datagram, layout);
  } catch (error) {
    if (error instanceof PacketError) {
      return null;
    }
    throw error;
  }
}
