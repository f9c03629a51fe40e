/** How one contestant ended: with a value, as not fitting (both null), or with an error. */
export type Outcome<C, W> = { candidate: C; ms: number; value: W | null; error: unknown };

type Attempt<C, W> = (candidate: C, signal: AbortSignal) => Promise<W | null>;

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
export function staggeredRace<C, W>(
  candidates: readonly C[],
  attempt: Attempt<C, W>,
  options: RaceOptions,
): Promise<Outcome<C, W>[]> {
  const [only, second] = candidates;
  if (only === undefined || options.signal.aborted) {
    return Promise.resolve([]);
  }
  // The usual case, a server that was found before, needs no race.
  return second === undefined
    ? outcomeOf(only, attempt, options.signal, options.now).then((outcome) => [outcome])
    : race(candidates, attempt, options);
}

async function race<C, W>(
  candidates: readonly C[],
  attempt: Attempt<C, W>,
  { firstWaitMs, stepMs, signal, now }: RaceOptions,
): Promise<Outcome<C, W>[]> {
  const stop = new AbortController();
  const ends = stop.signal;
  const forward = () => stop.abort(signal.reason);
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
    timer = setTimeout(startNext, started === 1 ? firstWaitMs : stepMs);
    void run(candidate);
  }

  async function run(candidate: C): Promise<void> {
    const outcome = await outcomeOf(candidate, attempt, ends, now);
    outcomes.set(candidate, outcome);
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

  signal.addEventListener('abort', forward, { once: true });
  startNext();
  await finished.promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', forward);
  // An abort costs an exception, which a poll of a thousand servers would notice.
  if (outcomes.size < started) {
    stop.abort();
  }
  return candidates.flatMap((candidate) => outcomes.get(candidate) ?? []);
}

async function outcomeOf<C, W>(
  candidate: C,
  attempt: Attempt<C, W>,
  signal: AbortSignal,
  now: () => number,
): Promise<Outcome<C, W>> {
  const since = now();
  try {
    const value = await attempt(candidate, signal);
    return { candidate, ms: now() - since, value, error: null };
  } catch (error) {
    return { candidate, ms: now() - since, value: null, error };
  }
}
