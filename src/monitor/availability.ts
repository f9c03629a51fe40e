import type { Availability } from '#store/serverDocument.ts';
import type { Span } from '#store/spanSchema.ts';

/** How many misses in a row make a server "down", how many answers in a row bring it back, and when it is asked again. */
export type Thresholds = {
  downAfter: number;
  upAfter: number;
  /** Pause before the next question after the first, second ... miss; the last one counts for all further ones. */
  missPausesMs: readonly number[];
  /** Pause before the next question while recovering. */
  answerPauseMs: number;
};

export const THRESHOLDS: Thresholds = {
  downAfter: 3,
  upAfter: 2,
  missPausesMs: [5_000, 10_000],
  answerPauseMs: 5_000,
};

/**
 * A server went down or came back. `since` is the first miss, `until` the first answer (ms): the outage lies between, unless
 * nobody looked for a part of that time.
 */
export type AvailabilityEvent =
  | { kind: 'down'; since: number; lastOnline: number | null }
  | { kind: 'up'; since: number; until: number; unwatched: Span | null };

/** Where a server stands that was never asked. */
export const neverAsked = (at: number): Availability => ({
  state: 'unknown',
  since: at,
  misses: 0,
  answers: 0,
  downSince: null,
  lastAnswerAt: null,
  unwatched: null,
});

type Step = { after: Availability; event: AvailabilityEvent | null };

function answered(before: Availability, at: number, { upAfter }: Thresholds): Step {
  const out = before.state === 'down' || before.state === 'recovering';
  const answers = out ? before.answers + 1 : 0;
  const counted = { ...before, misses: 0, answers, lastAnswerAt: at };
  if (out && answers < upAfter) {
    const since = before.state === 'recovering' ? before.since : at;
    return { after: { ...counted, state: 'recovering', since }, event: null };
  }
  const since = before.state === 'up' ? before.since : at;
  const over = { answers: 0, downSince: null, unwatched: null };
  const after: Availability = { ...counted, ...over, state: 'up', since };
  if (!out || before.downSince === null) {
    return { after, event: null };
  }
  const until = before.state === 'recovering' ? before.since : at;
  const { downSince, unwatched } = before;
  return { after, event: { kind: 'up', since: downSince, until, unwatched } };
}

function missed(before: Availability, at: number, { downAfter }: Thresholds): Step {
  const misses = before.misses + 1;
  const counted = { ...before, misses, answers: 0 };
  switch (before.state) {
    case 'down':
      return { after: counted, event: null };
    case 'recovering':
      return { after: { ...counted, state: 'down', since: at }, event: null };
    case 'unknown':
      return misses < downAfter
        ? { after: counted, event: null }
        : { after: { ...counted, state: 'down', since: at }, event: null };
    case 'up':
    case 'suspect': {
      const downSince = before.downSince ?? at;
      const since = before.state === 'suspect' ? before.since : at;
      return misses < downAfter
        ? { after: { ...counted, state: 'suspect', since, downSince }, event: null }
        : {
            after: { ...counted, state: 'down', since: at, downSince },
            event: { kind: 'down', since: downSince, lastOnline: before.lastAnswerAt },
          };
    }
  }
}

/**
 * One answer or miss more (DESIGN section 5): unknown -> up -> suspect -> down -> recovering -> up. An answer makes an
 * unknown or suspect server "up" at once and silently; a miss throws a recovering one back to "down", the same outage. A
 * server that was never seen up goes down without an outage (`downSince` null): nobody is told, then or at its return.
 */
export function stepAvailability(
  before: Availability,
  observation: { answered: boolean; at: number },
  thresholds: Thresholds = THRESHOLDS,
): Step {
  return observation.answered
    ? answered(before, observation.at, thresholds)
    : missed(before, observation.at, thresholds);
}

/**
 * Where a server stands that nobody looked at for too long: counting begins anew, in an outage too, and what was only doubted
 * is forgotten. Pure.
 */
export function afterGap(before: Availability, { from, to }: Span): Availability {
  const anew = { ...before, misses: 0, answers: 0 };
  switch (before.state) {
    case 'down':
    case 'recovering': {
      const unwatched = { from: before.unwatched?.from ?? from, to };
      return { ...anew, state: 'down', unwatched };
    }
    case 'suspect':
      return { ...anew, state: 'up', downSince: null };
    default:
      return anew;
  }
}

/** When an outage was surely over or, where nobody looked at its end, until when it surely lasted (ms). */
export const knownEnd = ({
  until,
  unwatched,
}: {
  until: number;
  unwatched: Span | null;
}): number => (unwatched?.to === until ? unwatched.from : until);

/** In how many ms the server is asked again without waiting for the next round; null = the round will do. */
export function reaskAfter(
  { state, misses }: Availability,
  { missPausesMs, answerPauseMs }: Thresholds = THRESHOLDS,
): number | null {
  if (state === 'recovering') {
    return answerPauseMs;
  }
  if (state === 'suspect') {
    return missPausesMs[misses - 1] ?? missPausesMs.at(-1) ?? null;
  }
  return state === 'unknown' ? (missPausesMs[misses - 1] ?? null) : null;
}
