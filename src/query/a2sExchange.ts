import type { A2sPart } from '#codec/a2s/request.ts';

/** One query of a conversation: what was asked last, how often, and when it is to be asked again. Times in ms. */
export type Exchange = {
  readonly part: A2sPart;
  /**
   * held: not asked yet. given-up: silent or failed, `fault` tells them apart. rested: wanted, but never answered lately.
   * skipped: not wanted.
   */
  state: 'held' | 'asked' | 'answered' | 'given-up' | 'rested' | 'skipped';
  /** What the last datagram carried. */
  challenge: Uint8Array | null;
  /** Position of the last datagram among all of the conversation. */
  order: number;
  sentAt: number;
  /** When it is asked again, or given up. */
  dueAt: number;
  /** How often it was asked again after silence. */
  repeats: number;
  /** How often a challenge was taken up. */
  rounds: number;
  /** How often it was asked again because the server answered another query. */
  confusions: number;
  /** `dueAt` was brought forward by a wrong answer. */
  confused: boolean;
  /** Why it is rested, or what was wrong with what came. */
  fault: string | null;
};

/** Challenges taken up for one query; then it is a loop (spec a2s case 5). */
export const MOST_ROUNDS = 5;
/** Repeats after a wrong answer (spec a2s case 19). */
export const MOST_CONFUSIONS = 3;
/** Repeats after silence: the second falls back no further than the first, to no challenge at all (spec a2s case 14). */
export const MOST_REPEATS = 2;

export function heldExchange(part: A2sPart): Exchange {
  return {
    part,
    state: 'held',
    challenge: null,
    order: 0,
    sentAt: 0,
    dueAt: Number.POSITIVE_INFINITY,
    repeats: 0,
    rounds: 0,
    confusions: 0,
    confused: false,
    fault: null,
  };
}

/** How long to wait for an answer after the n-th repeat: backing off, a little longer for far servers. */
export function patience(
  exchange: Exchange,
  roundTripMs: number | null,
  timeoutMs: number,
): number {
  const usual = roundTripMs === null ? 500 : Math.min(500, Math.max(250, 4 * roundTripMs));
  const first = Math.min(usual, timeoutMs / 6);
  return exchange.repeats === 0 ? first : 2 * first;
}

/** Of the queries that wait for an answer the one whose last datagram is oldest. */
export function oldestAsked(exchanges: readonly Exchange[]): Exchange | undefined {
  return asked(exchanges)[0];
}

/**
 * Which query a challenge belongs to: an answer names none. Servers answer in order, so it is the one that waits
 * longest among those that did not carry these bytes yet. One that took up a challenge before and still waits may be a
 * query the server ignores: it comes behind the others (spec a2s case 143), those known to go without one come last.
 */
export function challengedExchange(
  exchanges: readonly Exchange[],
  challenge: Uint8Array,
  goesWithout: (part: A2sPart) => boolean,
): Exchange | undefined {
  const waiting = asked(exchanges);
  const others = waiting
    .filter((exchange) => !sameBytes(exchange.challenge, challenge))
    .sort((one, other) => one.rounds - other.rounds);
  return others.find((exchange) => !goesWithout(exchange.part)) ?? others[0] ?? waiting[0];
}

function asked(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges
    .filter((exchange) => exchange.state === 'asked')
    .sort((one, other) => one.order - other.order);
}

function sameBytes(one: Uint8Array | null, other: Uint8Array): boolean {
  return one?.every((byte, at) => byte === other[at]) ?? false;
}
