import type { A2sPart } from '#codec/a2s/request.ts';

/** The parts that a server may leave unanswered and still be online. */
type ListPart = Exclude<A2sPart, 'info'>;

/**
 * What is worth knowing about a server at the next conversation. Belongs to one address and port asked from one set of
 * sockets, never to a host name (spec a2s case 11). Kept by the caller; losing it costs a few datagrams.
 */
export type A2sMemory = {
  /** With what each part was last answered: its challenge, or null when it was answered without one (cases 9, 10). */
  challenges: Map<A2sPart, Uint8Array | null>;
  /** Usual round trip in ms. */
  roundTripMs: number | null;
  /** Answers info twice, as 6D and as 49: its lists wait for both (cases 64, 65). */
  doubled: boolean;
  lists: Record<ListPart, ListHistory>;
};

export type ListHistory = {
  answered: boolean;
  /** Conversations in a row in which info was answered and this part was not. */
  silences: number;
  /** Not to be asked before this time (ms, the clock of the conversations). */
  askAgainAt: number;
};

/** A part that once was answered may just have been lost; one that never was is taken at its word sooner. */
const SILENCES_BEFORE_REST = { answered: 3, never: 2 };
const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 60 * 60_000;

export function createA2sMemory(): A2sMemory {
  const unasked = () => ({ answered: false, silences: 0, askAgainAt: 0 });
  return {
    challenges: new Map(),
    roundTripMs: null,
    doubled: false,
    lists: { players: unasked(), rules: unasked() },
  };
}

/** Notes that a list was answered, or kept silent: then it is asked rarely, from 5 minutes up to an hour (case 103). */
export function noteList(history: ListHistory, answered: boolean, now: number): void {
  if (answered) {
    history.answered = true;
    history.silences = 0;
    history.askAgainAt = 0;
    return;
  }
  history.silences += 1;
  const enough = history.answered ? SILENCES_BEFORE_REST.answered : SILENCES_BEFORE_REST.never;
  if (history.silences >= enough) {
    const rest = FIRST_REST_MS * 2 ** (history.silences - enough);
    history.askAgainAt = now + Math.min(LONGEST_REST_MS, rest);
  }
}

/** Notes a round trip; single slow ones weigh little. */
export function noteRoundTrip(memory: A2sMemory, ms: number): void {
  memory.roundTripMs = memory.roundTripMs === null ? ms : 0.8 * memory.roundTripMs + 0.2 * ms;
}

/** Forgets how the server wants to be asked: it did not answer, and may be another one when it comes back. */
export function forgetManners(memory: A2sMemory): void {
  memory.challenges.clear();
  memory.doubled = false;
}
