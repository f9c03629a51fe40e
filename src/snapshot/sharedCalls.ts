import { orAborted } from '#query/orAborted.ts';

/** Work that several callers wait for together; see createSharedCalls. */
type Call<T> = {
  parts: ReadonlySet<string>;
  urgent: boolean;
  answer: Promise<T>;
  /** Callers that still want it; the last one to leave stops the work. */
  waiting: number;
  stop: AbortController;
  /** When the answer came; null while it is under way. */
  doneAt: number | null;
};

/** What is wanted. An urgent caller is not made to wait for a call that is not. */
type Wanted = { parts: readonly string[]; urgent: boolean };

export type SharedCalls<T> = {
  /**
   * The answer to `wanted` of `key`: of a call under way or of one younger than `freshForMs` that asked for at least these
   * parts, else of `start`. Rejects with the caller's own abort reason; the others go on waiting.
   */
  ask(
    key: string,
    wanted: Wanted,
    start: (signal: AbortSignal) => Promise<T>,
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
  let shared = 0;

  const isUsable = (call: Call<T>): boolean =>
    !call.stop.signal.aborted && (call.doneAt === null || now() - call.doneAt < freshForMs);

  const serves = (call: Call<T>, { parts, urgent }: Wanted): boolean =>
    isUsable(call) &&
    (call.urgent || call.doneAt !== null || !urgent) &&
    parts.every((part) => call.parts.has(part));

  /** Calls start in order, so the stale ones are at the front of the map. */
  function forgetStale(): void {
    for (const [key, known] of calls) {
      const left = known.filter(isUsable);
      if (left.length > 0) {
        calls.set(key, left);
        return;
      }
      calls.delete(key);
    }
  }

  function begin(
    key: string,
    { parts, urgent }: Wanted,
    start: (signal: AbortSignal) => Promise<T>,
  ): Call<T> {
    forgetStale();
    const stop = new AbortController();
    const call: Call<T> = {
      parts: new Set(parts),
      urgent,
      answer: start(stop.signal),
      waiting: 0,
      stop,
      doneAt: null,
    };
    const done = () => {
      call.doneAt = now();
    };
    call.answer.then(done, done);
    const others = (calls.get(key) ?? []).filter(isUsable);
    calls.delete(key);
    calls.set(key, [...others, call]);
    return call;
  }

  async function waitFor(call: Call<T>, signal: AbortSignal | undefined): Promise<T> {
    call.waiting += 1;
    try {
      return await (signal === undefined ? call.answer : orAborted(call.answer, signal));
    } finally {
      call.waiting -= 1;
      if (call.waiting === 0 && call.doneAt === null) {
        call.stop.abort();
      }
    }
  }

  return {
    get shared() {
      return shared;
    },
    async ask(key, wanted, start, signal) {
      signal?.throwIfAborted();
      const found = (calls.get(key) ?? []).find((call) => serves(call, wanted));
      if (found !== undefined) {
        shared += 1;
      }
      return waitFor(found ?? begin(key, wanted, start), signal);
    },
    async stopAll() {
      const all = [...calls.values()].flat();
      for (const call of all) {
        call.stop.abort();
      }
      await Promise.allSettled(all.map((call) => call.answer));
    },
  };
}
