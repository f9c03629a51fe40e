/** How one contestant ended. */
export type Outcome<C, W> =
  | { candidate: C; ms: number; won: true; value: W }
  | { candidate: C; ms: number; won: false; error: unknown };

/**
 * Tries candidates one after the other without waiting for the end of each: the first at once, the second `firstWaitMs`
 * later, each further one `stepMs` after that; the next starts at once when everything under way has failed. The first
 * success stops the rest. Resolves with the outcomes known by then in the order of `candidates` (the winner, if any, is
 * the only one with `won`); never rejects because a candidate fails.
 */
export async function staggeredRace<C, W>(
  candidates: readonly C[],
  attempt: (candidate: C, signal: AbortSignal) => Promise<W>,
  options: { firstWaitMs: number; stepMs: number; signal: AbortSignal; now: () => number },
): Promise<Outcome<C, W>[]> {
  const { firstWaitMs, stepMs, signal, now } = options;
  const stop = new AbortController();
  const both = AbortSignal.any([stop.signal, signal]);
  const outcomes = new Map<C, Outcome<C, W>>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let started = 0;
  let timer: NodeJS.Timeout | undefined;

  const startNext = () => {
    clearTimeout(timer);
    const candidate = candidates[started];
    if (candidate === undefined || both.aborted) {
      return;
    }
    started += 1;
    timer = setTimeout(startNext, started === 1 ? firstWaitMs : stepMs);
    run(candidate).then(settle, settle);
  };

  async function run(candidate: C): Promise<void> {
    const since = now();
    try {
      const value = await attempt(candidate, both);
      outcomes.set(candidate, { candidate, ms: now() - since, won: true, value });
    } catch (error) {
      outcomes.set(candidate, { candidate, ms: now() - since, won: false, error });
    }
  }

  const settle = () => {
    const won = [...outcomes.values()].some((outcome) => outcome.won);
    const allFailed = outcomes.size === started;
    if (won || (allFailed && (started === candidates.length || both.aborted))) {
      finish();
    } else if (allFailed) {
      startNext();
    }
  };

  startNext();
  if (started === 0) {
    finish();
  }
  await finished;
  clearTimeout(timer);
  stop.abort();
  return candidates.flatMap((candidate) => outcomes.get(candidate) ?? []);
}
