import type { Candidate } from './candidates.ts';
import { offlineReason } from './offline.ts';
import type { Attempt, OfflineReason, Snapshot } from './snapshot.ts';
import { type Outcome, staggeredRace } from './staggeredRace.ts';

/** Where a server answered, or why it did not; and everything that was tried. */
export type Found =
  | { ok: true; snapshot: Snapshot; candidate: Candidate; tried: Attempt[] }
  | { ok: false; reason: OfflineReason; cause: unknown; tried: Attempt[] };

export type FindOptions = {
  address: string;
  /** The port the person named, or the game's default. */
  port: number;
  /** For the whole search, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Asks one candidate; throws QueryError when it does not answer. `timeoutMs` is what is left for it. */
  ask: (candidate: Candidate, timeoutMs: number, signal: AbortSignal) => Promise<Snapshot>;
  /** Milliseconds, must not jump. */
  now: () => number;
};

/** The port given has the deadline's first third for itself; neighbours follow one by one, all within the deadline. */
const HEAD_START = 1 / 3;
const STEP = 1 / 9;
const LEAST_MS = 100;

/**
 * Asks the candidates side by side, politely staggered, and takes the first that fits. Throws only what is a fault of
 * ours; a server that does not answer is a value.
 */
export async function findServer(
  candidates: readonly Candidate[],
  options: FindOptions,
): Promise<Found> {
  const { address, timeoutMs, now, ask, signal } = options;
  const since = now();
  const outcomes = await staggeredRace(
    candidates,
    async (candidate, stop) => {
      const left = timeoutMs - (now() - since);
      const share = sharesPort(candidate, candidates) ? Math.min(left, timeoutMs / 2) : left;
      const snapshot = await ask(candidate, Math.max(LEAST_MS, Math.round(share)), stop);
      return fits(candidate, snapshot, options.port) ? snapshot : null;
    },
    { firstWaitMs: timeoutMs * HEAD_START, stepMs: timeoutMs * STEP, signal, now },
  );
  const tried = outcomes.map((outcome) => attemptOf(outcome, address));
  const winner = outcomes.find((outcome) => outcome.value !== null);
  if (winner !== undefined && winner.value !== null) {
    return { ok: true, snapshot: winner.value, candidate: winner.candidate, tried };
  }
  // What happened where the server should be is what people want to hear about.
  const cause = outcomes[0]?.error ?? signal.reason;
  return { ok: false, reason: reasonOf(cause), cause, tried };
}

/** One port is talked to in one protocol at a time: the first may not use up the deadline of the second. */
function sharesPort(candidate: Candidate, all: readonly Candidate[]): boolean {
  return all.some((other) => other !== candidate && other.port === candidate.port);
}

/** Another server may live next door: a neighbour counts only when it says that the given port is its game port. */
function fits(candidate: Candidate, snapshot: Snapshot, port: number): boolean {
  const isCertain = candidate.role !== 'neighbour' || candidate.protocol !== 'a2s';
  return isCertain || snapshot.gamePort === port;
}

function attemptOf(outcome: Outcome<Candidate, Snapshot>, address: string): Attempt {
  const { candidate, ms, value, error } = outcome;
  return {
    protocol: value?.protocol ?? candidate.game?.id ?? candidate.protocol,
    address,
    port: candidate.port,
    outcome: value !== null ? 'answered' : error === null ? 'other-server' : reasonOf(error),
    ms: Math.round(ms),
  };
}

function reasonOf(error: unknown): OfflineReason {
  const reason = offlineReason(error);
  if (reason === null) {
    throw error;
  }
  return reason;
}
