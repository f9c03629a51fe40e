import { describe, expect, it } from 'vitest';
import { encodeChallenge } from '#codec/a2s/challenge.ts';
import { decodeRequest } from '#codec/a2s/request.ts';
import { encodeFragments } from '#codec/a2s/split.ts';
import { encodeFragments as encodeGoldsrcFragments } from '#codec/goldsrc/split.ts';
import { type Capture, readCaptures } from './captureReplay.ts';
import { differences } from './compareSnapshot.ts';
import { type Part, PARTS, partOf, snapshotVia } from './damagedCapture.ts';

const captures = readCaptures();
type Server = Parameters<typeof snapshotVia>[0];

const answersOf = (capture: Capture, part: Part): readonly Uint8Array[] =>
  capture.answers.get(part) ?? [];

/** The part of an own challenge that changes. */
const challengeOf = (round: number): Uint8Array => Uint8Array.of(0xa1, 0x5e, 0xb2, round);

/** Meets the first `rounds` requests of each part with a challenge; `bytes` gives the one of a round. */
function challenging(
  capture: Capture,
  rounds: number,
  bytes: (round: number) => Uint8Array,
): Server {
  const asked = new Map<Part, number>();
  return (request) => {
    const part = partOf(request);
    if (part === null) {
      return [];
    }
    const round = (asked.get(part) ?? 0) + 1;
    asked.set(part, round);
    if (round <= rounds) {
      return [encodeChallenge(bytes(round))];
    }
    const sent = decodeRequest(request)?.challenge;
    const isRight = Buffer.from(sent ?? []).equals(Buffer.from(bytes(rounds)));
    return isRight ? answersOf(capture, part) : [encodeChallenge(bytes(rounds))];
  };
}

/** Answers each part as `change` has it; `times` = how often it was asked before. */
function answering(
  capture: Capture,
  change: (datagrams: readonly Uint8Array[], part: Part, times: number) => readonly Uint8Array[],
): Server {
  const asked = new Map<Part, number>();
  return (request) => {
    const part = partOf(request);
    if (part === null) {
      return [];
    }
    const times = asked.get(part) ?? 0;
    asked.set(part, times + 1);
    return change(answersOf(capture, part), part, times);
  };
}

const isWhole = (datagram: Uint8Array): boolean => datagram[0] === 0xff && datagram.length > 40;

/** Cuts what came in one piece; each answer has an id of its own. */
function splitBy(cut: (datagram: Uint8Array, id: number) => readonly Uint8Array[]) {
  let id = 0x2b;
  return (capture: Capture): Server =>
    answering(capture, (datagrams) =>
      datagrams.flatMap((datagram) => {
        id += 1;
        return isWhole(datagram) ? cut(datagram, id) : [datagram];
      }),
    );
}

/** A server that answers info twice, as 6D and 49, has answered when one of them comes (case 64). */
const canBeLost = (own: readonly Uint8Array[], part: Part): boolean =>
  part !== 'info' || own.length === 1;

/** Ways in which servers and networks answer, over those of captures.test.ts (spec a2s sections 1, 2 and 5). */
const WAYS: Readonly<Record<string, (capture: Capture) => Server>> = {
  'case 5: each part challenged three times with the same bytes': (capture) =>
    challenging(capture, 3, () => challengeOf(7)),
  'case 5: each part challenged three times, with other bytes each time': (capture) =>
    challenging(capture, 3, challengeOf),
  'case 8: a challenge of 0': (capture) => challenging(capture, 1, () => new Uint8Array(4)),
  'case 8: a challenge of -1': (capture) =>
    challenging(capture, 1, () => new Uint8Array(4).fill(0xff)),
  'case 17: the answers of all other queries come first': (capture) =>
    answering(capture, (own, part) => [
      ...PARTS.filter((other) => other !== part).flatMap((other) => answersOf(capture, other)),
      ...own,
    ]),
  'case 79: everything comes three times, in turns': (capture) =>
    answering(capture, (own) => [...own, ...own, ...own]),
  'case 80: the last datagram of each answer is lost the first time': (capture) =>
    answering(capture, (own, part, times) =>
      times === 0 && canBeLost(own, part) ? own.slice(0, -1) : own,
    ),
  'case 80: the first datagram of each answer is lost the first time': (capture) =>
    answering(capture, (own, part, times) =>
      times === 0 && canBeLost(own, part) ? own.slice(1) : own,
    ),
  'case 135: the first request for each part is not answered at all': (capture) =>
    answering(capture, (own, _, times) => (times === 0 ? [] : own)),
  'case 57, 70: every answer in Source fragments with a size': splitBy((datagram, id) =>
    encodeFragments(datagram, { id, bodySize: Math.ceil(datagram.length / 3) }),
  ),
  'case 57, 71: every answer in Source fragments without a size, last one first': splitBy(
    (datagram, id) =>
      encodeFragments(datagram, {
        id,
        layout: 'without-size',
        bodySize: Math.ceil(datagram.length / 4),
      }).reverse(),
  ),
  'case 57, 69: every answer in GoldSrc fragments': splitBy((datagram, id) =>
    encodeGoldsrcFragments(datagram, { id, bodySize: Math.ceil(datagram.length / 3) }),
  ),
};

describe.skipIf(captures.length === 0)(
  `real packets that come in odd ways (${captures.length} captures, ${Object.keys(WAYS).length} ways)`,
  () => {
    it.each(Object.entries(WAYS))('mean what they mean, %s', (_, way) => {
      const wrong = captures
        .map((capture) => {
          const closed = new Set(capture.hasBinaryRules ? [] : ['rules.values']);
          const snapshot = snapshotVia(way(capture));
          return [capture.name, ...differences(capture.expected, snapshot, closed).slice(0, 3)];
        })
        .filter(({ length }) => length > 1);
      expect(wrong).toEqual([]);
    });
  },
);
