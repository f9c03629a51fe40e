/** How one contestant ended: with a value, as not fitting (both null), or with an error. */
export type Outcome<C, W> = { candidate: C; ms: number; value: W | null; error: unknown };

export type RaceOptions = {
  /** Head start of the first candidate, in ms. */
  firstWaitMs: number;
  /** Between all others, in ms. */
  stepMs: number;
  signal: AbortSignal;
  now: () => number;
};

/**
 * Tries candidates one after the other without waiting for the end of each; the next starts at once when everything
 * under way has failed. The first value ends the race and stops the rest; an attempt that gives null did not fit.
 * Resolves with the outcomes known by then, in the order of `candidates`. Never rejects because an attempt fails.
 */
export async function staggeredRace<C, W>(
  candidates: readonly C[],
  attempt: (candidate: C, signal: AbortSignal) => Promise<W | null>,
  { firstWaitMs, stepMs, signal, now }: RaceOptions,
): Promise<Outcome<C, W>[]> {
  // Who runs alone has nobody to be stopped by, and a controller is not free.
  const stop = candidates.length > 1 ? new AbortController() : null;
  const ends = stop?.signal ?? signal;
  const forward = () => stop?.abort(signal.reason);
  const outcomes = new Map<C, Outcome<C, W>>();
  const finished = Promise.withResolvers<void>();
  let started = 0;
  let timer: NodeJS.Timeout | undefined;

  function startNext(): void {
    clearTimeout(timer);
    const candidate = candidates[started];
    if (candidate === undefined || ends.aborted) {
      return;
    }
    started += 1;
    if (started < candidates.length) {
      timer = setTimeout(startNext, started === 1 ? firstWaitMs : stepMs);
    }
    void run(candidate);
  }

  async function run(candidate: C): Promise<void> {
    const since = now();
    const outcome: Outcome<C, W> = { candidate, ms: 0, value: null, error: null };
    try {
      outcome.value = await attempt(candidate, ends);
    } catch (error) {
      outcome.error = error;
    }
    outcomes.set(candidate, { ...outcome, ms: now() - since });
    afterOne(outcome.value !== null);
  }

  function afterOne(won: boolean): void {
    const isIdle = outcomes.size === started;
    const isLast = started === candidates.length || ends.aborted;
    if (won || (isIdle && isLast)) {
      finished.resolve();
    } else if (isIdle) {
      startNext();
    }
  }

  if (candidates.length === 0 || signal.aborted) {
    return [];
  }
  if (stop) {
    signal.addEventListener('abort', forward, { once: true });
  }
  startNext();
  await finished.promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', forward);
  // An abort costs an exception, which a poll of a thousand servers would notice.
  if (outcomes.size < started) {
    stop?.abort();
  }
  return candidates.flatMap((candidate) => outcomes.get(candidate) ?? []);
}
