import { setTimeout } from 'node:timers/promises';

/** Asks whether a store answers: null, or why it does not, for a person. Questions at the same time are one. */
export function createStoreProbe(
  ask: () => Promise<unknown>,
  withinMs: number,
): () => Promise<string | null> {
  let asking: Promise<string | null> | null = null;
  return async () => {
    asking ??= ask()
      .then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        asking = null;
      });
    const inTime = new AbortController();
    const late = setTimeout(withinMs, `no answer within ${withinMs} ms`, {
      signal: inTime.signal,
    }).catch(() => null);
    try {
      return await Promise.race([asking, late]);
    } finally {
      inTime.abort();
    }
  };
}
