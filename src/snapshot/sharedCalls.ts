import { orAborted } from '#transport/orAborted.ts';

/** Work that several callers wait for together; see createSharedCalls. */
type Work<T> = {
  answer: Promise<T>;
  stop: AbortController;
  /** Callers that still want it; the last one to leave stops the work. */
  waiting: number;
  /** When the answer came; null while it is under way. */
  doneAt: number | null;
};

type Call<T> = {
  parts: readonly string[];
  urgent: boolean;
  /**
   * Null once it is of no use any more. Grown-out tables of a Map keep what they held until the next full collection:
   * they may keep calls, but not every answer of a round.
   */
  work: Work<T> | null;
};

/** What is wanted. An urgent caller is not made to wait for a call that is not. */
type Wanted = { parts: readonly string[]; urgent: boolean };

export type SharedCalls<T> = {
  /**
   * The answer to `wanted` of `key`: of a call under way or of one younger than `freshForMs` that asked for at least these
   * parts, else of `start`, which is stopped with the controller it gets and may use it itself. Rejects with the caller's own abort reason; the others go on waiting.
   */
  ask(
    key: string,
    wanted: Wanted,
    start: (stop: AbortController) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Stops everything under way. */
  stopAll(): Promise<void>;
  /** Questions that cost no query of their own. */
  readonly shared: number;
};

/** Joins equal calls in flight and shares fresh answers: one server is asked once, however many want it. */
export function createSharedCalls<T>(options: {
  now: () => number;
  freshForMs: number;
}): SharedCalls<T> {
  const { now, freshForMs } = options;
  const calls = new Map<string, Call<T>[]>();
  /** Those that were answered and are still fresh, with their keys, in the order of the answers. */
  const finished = new Map<Call<T>, string>();
  let shared = 0;

  const isUsable = ({ stop, doneAt }: Work<T>): boolean =>
    !stop.signal.aborted && (doneAt === null || now() - doneAt < freshForMs);

  const serves = (call: Call<T>, { parts, urgent }: Wanted): boolean =>
    call.work !== null &&
    isUsable(call.work) &&
    (call.urgent || call.work.doneAt !== null || !urgent) &&
    parts.every((part) => call.parts.includes(part));

  function letGo(key: string, call: Call<T>): void {
    call.work = null;
    const others = (calls.get(key) ?? []).filter((other) => other !== call);
    if (others.length > 0) {
      calls.set(key, others);
    } else {
      calls.delete(key);
    }
  }

  function forgetStale(): void {
    for (const [call, key] of finished) {
      if (call.work !== null && isUsable(call.work)) {
        return;
      }
      finished.delete(call);
      letGo(key, call);
    }
  }

  function begin(
    key: string,
    { parts, urgent }: Wanted,
    start: (stop: AbortController) => Promise<T>,
  ): Work<T> {
    forgetStale();
    const stop = new AbortController();
    const work: Work<T> = { answer: start(stop), stop, waiting: 0, doneAt: null };
    const call: Call<T> = { parts, urgent, work };
    const done = () => {
      work.doneAt = now();
      if (isUsable(work)) {
        finished.set(call, key);
      } else {
        letGo(key, call);
      }
    };
    work.answer.then(done, done);
    calls.set(key, [...(calls.get(key) ?? []), call]);
    return work;
  }

  async function waitFor(work: Work<T>, signal: AbortSignal | undefined): Promise<T> {
    const { answer, stop } = work;
    work.waiting += 1;
    try {
      return await (signal === undefined ? answer : orAborted(answer, signal));
    } finally {
      work.waiting -= 1;
      if (work.waiting === 0 && work.doneAt === null) {
        stop.abort();
      }
    }
  }

  return {
    get shared() {
      return shared;
    },
    async ask(key, wanted, start, signal) {
      signal?.throwIfAborted();
      const found = calls.get(key)?.find((call) => serves(call, wanted))?.work;
      if (found) {
        shared += 1;
      }
      return waitFor(found ?? begin(key, wanted, start), signal);
    },
    async stopAll() {
      const works = [...calls.values()].flat().flatMap(({ work }) => work ?? []);
      for (const { stop } of works) {
        stop.abort();
      }
      await Promise.allSettled(works.map(({ answer }) => answer));
    },
  };
}
