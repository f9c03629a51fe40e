import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type TakeSnapshot, WATCHED_PARTS } from '#monitor/observeServer.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Target } from '#snapshot/target.ts';
import type { SharedSnapshot, SharedSnapshots } from '#store/sharedSnapshots.ts';

/** What another process saw counts as ours while it is younger than this part of the interval. */
const FRESH = 0.9;
/** Who asks has so long before another process may ask too (ms): longer than a whole conversation takes. */
const LEASE_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** Servers that nobody asked for so long are forgotten (ms). */
const FORGET_MS = 3_600_000;

/** The same server, asked for and read in the same way. */
const keyOf = (target: Target): string =>
  [serverKey(target), target.game ?? '', target.encoding ?? ''].join('|');

/** When each server was last looked at (ms), the ones that were not for long in front. */
function createLooks() {
  const looks = new Map<string, number>();
  return {
    at: (key: string): number => looks.get(key) ?? Number.NEGATIVE_INFINITY,
    note(key: string, at: number): void {
      looks.delete(key);
      looks.set(key, at);
      for (const [oldest, lastAt] of looks) {
        if (at - lastAt < FORGET_MS) {
          break;
        }
        looks.delete(oldest);
      }
    },
  };
}

/**
 * Asks a server only when no other process has had an answer of it since this one looked last; when another one is just asking, it
 * waits for that. Only answers are shared: that a server is silent, each process must have seen itself, or the trouble of one
 * machine would be believed by all. While the database does nothing each process asks for itself.
 */
export function shareSnapshots(
  takeSnapshot: TakeSnapshot,
  parts: {
    shared: SharedSnapshots;
    intervalMs: () => number;
    now: () => number;
    log: Logger;
  },
): TakeSnapshot {
  const { shared, intervalMs, now, log } = parts;
  const looks = createLooks();

  async function fresh(key: string): Promise<SharedSnapshot | null> {
    const found = await shared.read(key);
    const isFresh =
      found !== null &&
      found.at > looks.at(key) &&
      Math.abs(now() - found.at) < FRESH * intervalMs();
    return isFresh ? found : null;
  }

  /** What another one saw, or the right to ask. */
  async function wait(key: string, signal: AbortSignal | undefined) {
    const until = performance.now() + LEASE_MS;
    for (;;) {
      const found = await fresh(key);
      if (found !== null) {
        return found;
      }
      const release = await shared.lease(key, LEASE_MS);
      if (release !== null || performance.now() > until || signal?.aborted === true) {
        return { release };
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  const taken = (key: string, { at, snapshot }: SharedSnapshot) => {
    looks.note(key, at);
    return { ...snapshot, sharedAt: Math.min(at, now()) };
  };

  const ignore = (error: unknown): void =>
    log.debug({ event: 'shared', err: error }, 'nothing is shared with other processes now');

  return async (target, wanted, signal) => {
    if (wanted !== WATCHED_PARTS) {
      return takeSnapshot(target, wanted, signal);
    }
    const key = keyOf(target);
    const found = await wait(key, signal).catch((error: unknown) => {
      ignore(error);
      return { release: null };
    });
    if ('snapshot' in found) {
      return taken(key, found);
    }
    try {
      // Whoever had the lease before may have had an answer since we looked for one.
      const meanwhile = found.release === null ? null : await fresh(key).catch(() => null);
      if (meanwhile !== null) {
        return taken(key, meanwhile);
      }
      const snapshot = await takeSnapshot(target, wanted, signal);
      const at = now();
      looks.note(key, at);
      if (snapshot.state === 'online') {
        await shared.write(key, { at, snapshot }, Math.ceil(intervalMs())).catch(ignore);
      }
      return snapshot;
    } finally {
      await found.release?.().catch(ignore);
    }
  };
}
