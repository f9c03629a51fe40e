import fc from 'fast-check';
import { rawText } from '#bytes/rawText.ts';
import type { A2sAnswer } from '#query/a2sAnswer.ts';
import { a2sDialogue } from '#query/a2sDialogue.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import type { QueryError } from '#query/queryError.ts';
import { fromA2s } from '#snapshot/fromA2s.ts';
import { offlineSnapshot } from '#snapshot/offline.ts';

import { OFFLINE_REASONS, type Snapshot } from '#snapshot/snapshot.ts';
import { decodeRequest } from '#codec/a2s/request.ts';
import type { Capture } from './captureReplay.ts';

export const PARTS = ['info', 'players', 'rules'] as const;
export type Part = (typeof PARTS)[number];
/** Gives what comes back for a request. */
type Server = (request: Uint8Array) => readonly Uint8Array[];
type Answers = Pick<Capture, 'answers'>;

/** What happened to one datagram on the way; `at` is where, as a share of its length. */
type Mishap = {
  part: Part;
  /** Which of the part's datagrams, counted round and round. */
  index: number;
  at: number;
  kind: 'cut' | 'flip' | 'lost' | 'twice';
  /** Bit that is turned, from 0. */
  bit: number;
};

const mishap: fc.Arbitrary<Mishap> = fc.record({
  part: fc.constantFrom(...PARTS),
  index: fc.nat(7),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  kind: fc.constantFrom('cut', 'flip', 'lost', 'twice'),
  bit: fc.nat(7),
});

/** The way of one server's packets to us: what befalls them, and the order in which they come, by which is taken next. */
export type Journey = { mishaps: readonly Mishap[]; order: readonly number[] };

/** Any journey with one to four mishaps, in any order. */
export const journeys: fc.Arbitrary<Journey> = fc.record({
  mishaps: fc.array(mishap, { minLength: 1, maxLength: 4 }),
  order: fc.array(fc.nat(7), { minLength: 1, maxLength: 8 }),
});

const ROUND_TRIP_MS = 20;
const TIMEOUT_MS = 3_000;
/** The next of a part's datagrams comes so much later. */
const SPACING_MS = 5;

function happened(datagrams: readonly Buffer[], part: Part, mishaps: readonly Mishap[]): Buffer[] {
  return datagrams.flatMap((datagram, position) => {
    const own = mishaps.filter(
      (one) => one.part === part && one.index % datagrams.length === position,
    );
    return own.reduce<Buffer[]>(
      (left, mishap) => left.flatMap((one) => damaged(one, mishap)),
      [datagram],
    );
  });
}

function damaged(datagram: Buffer, { kind, at, bit }: Mishap): Buffer[] {
  const place = Math.floor(datagram.length * at);
  switch (kind) {
    case 'lost':
      return [];
    case 'twice':
      return [datagram, datagram];
    case 'cut':
      return [datagram.subarray(0, place)];
    case 'flip': {
      const flipped = Buffer.from(datagram);
      if (flipped.length > 0) {
        flipped[place] = (flipped[place] ?? 0) ^ (1 << bit);
      }
      return [flipped];
    }
  }
}

/** By `order`, round and round: any order there is. */
function shuffled<T>(list: readonly T[], order: readonly number[]): T[] {
  const left = [...list];
  const taken: T[] = [];
  for (let at = 0; left.length > 0; at += 1) {
    taken.push(...left.splice((order[at % order.length] ?? 0) % left.length, 1));
  }
  return taken;
}

/** The capture as it arrives. */
export function onItsWay<T extends Answers>(capture: T, { mishaps, order }: Journey): T {
  const answers = new Map(
    [...capture.answers].map(([part, datagrams]) => [
      part,
      shuffled(happened(datagrams, part, mishaps), order),
    ]),
  );
  return { ...capture, answers };
}

/**
 * The Snapshot of a server that answers every request with these datagrams, without a socket and in no time. Throws what the
 * code under test throws, and when a conversation has not ended at its deadline.
 */
export function snapshotOf({ answers }: Answers): Snapshot {
  return snapshotVia((request) => {
    const part = partOf(request);
    return part === null ? [] : (answers.get(part) ?? []);
  });
}

/** What a request asks for; null when it is none of A2S. */
export function partOf(request: Uint8Array): Part | null {
  const asked = decodeRequest(request)?.part;
  return PARTS.find((part) => part === asked) ?? null;
}

/** The Snapshot of a server that answers as `server` does, in no time; otherwise as snapshotOf. */
export function snapshotVia(server: Server): Snapshot {
  const target = { host: '203.0.113.5', port: 27015, game: null };
  const end = converse(server);
  return 'answer' in end
    ? fromA2s(end.answer, target)
    : offlineSnapshot(target, end.error.kind, end.error.message);
}

type Ending = { answer: A2sAnswer } | { error: QueryError };

/** One conversation on a clock of its own. */
function converse(server: Server): Ending {
  const onTheWay: { at: number; datagram: Uint8Array }[] = [];
  const endings: Ending[] = [];
  let now = 0;
  let wakeTime = Number.POSITIVE_INFINITY;
  const wakeAt = (time: number) => {
    wakeTime = time;
  };
  const send = (request: Uint8Array): number => {
    onTheWay.push(
      ...server(request).map((datagram, at) => ({
        at: now + ROUND_TRIP_MS + at * SPACING_MS,
        datagram,
      })),
    );
    onTheWay.sort((one, other) => one.at - other.at);
    return now;
  };
  const question = {
    parts: ['players', 'rules'] as const,
    partsFor: () => [],
    memory: createA2sMemory(),
    timeoutMs: TIMEOUT_MS,
    insist: true,
    decodeText: rawText,
  };
  const dialogue = a2sDialogue(
    {
      send,
      probe: () => {},
      wakeAt,
      pauseUntil: wakeAt,
      finish: (answer) => endings.push({ answer }),
      fail: (error) => endings.push({ error }),
    },
    question,
    now,
  );
  dialogue.begin(now);
  while (endings.length === 0 && now < TIMEOUT_MS) {
    const next = onTheWay[0];
    now = Math.max(now, Math.min(next?.at ?? TIMEOUT_MS, wakeTime, TIMEOUT_MS));
    if (now === TIMEOUT_MS) {
      dialogue.expire(now);
    } else if (next !== undefined && next.at <= now) {
      onTheWay.shift();
      dialogue.receive(next.datagram, now);
    } else {
      wakeTime = Number.POSITIVE_INFINITY;
      dialogue.wake(now);
    }
  }
  const [ending, ...more] = endings;
  if (ending === undefined || more.length > 0) {
    throw new Error(`a conversation that ended ${endings.length} times by its deadline`);
  }
  return ending;
}

/** What is wrong with the Snapshot of a capture after this journey; null when nothing is. */
export function faultOf(
  capture: Answers,
  { whole, actual, journey }: { whole: Snapshot; actual: Snapshot; journey: Journey },
): string | null {
  if (actual.state === 'offline') {
    const isNamed = OFFLINE_REASONS.some((reason) => reason === actual.reason);
    return isNamed ? null : `offline for the reason ${actual.reason}`;
  }
  const isBeyondProof = journey.mishaps.some((mishap) => leavesNoTrace(capture, mishap));
  return isBeyondProof ? null : claimsTooMuch(whole, actual);
}

/**
 * A bit turned in a list makes it another list of which nothing is missing. The first of two fragments, cut, has no other to
 * be compared with: UDP brings none, but for a checksum that happens to be right.
 */
function leavesNoTrace({ answers }: Answers, { kind, part, index }: Mishap): boolean {
  const isFirstOfTwo = answers.get(part)?.length === 2 && index % 2 === 0;
  return part !== 'info' && (kind === 'flip' || (kind === 'cut' && isFirstOfTwo));
}

/** "complete" with less in it than the undamaged packets hold, or with people in it who are not there. */
function claimsTooMuch(whole: Snapshot, actual: Snapshot): string | null {
  const [sent, came] = [whole.roster.players.length, actual.roster.players.length];
  if (actual.roster.state === 'complete' && sent !== came) {
    return `a complete list of ${came}, and ${sent} were sent`;
  }
  if (actual.rules.state !== 'complete') {
    return null;
  }
  const [all, here] = [sizesOf(whole), sizesOf(actual)];
  return here.every((size, at) => size >= (all[at] ?? 0))
    ? null
    : `${here} rules, mods and signatures called complete, and ${all} were sent`;
}

const sizesOf = ({ rules, arma }: Snapshot): number[] => [
  Object.keys(rules.values).length,
  arma?.mods.length ?? 0,
  arma?.signatures.length ?? 0,
];
