import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type TakeSnapshot, WATCHED_PARTS } from '#monitor/observeServer.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { SharedSnapshots } from '#store/sharedSnapshots.ts';

/** What another process saw counts as ours while it is younger than this part of the interval. */
const FRESH = 0.9;
/** Who asks has so many times the usual time before another process may ask too, and so much more (ms): it may have been killed. */
const LEASE = { times: 3, moreMs: 5000 };
/** Pauses between two looks for what another one is asking (ms): each is longer than the one before, up to the last. */
const PAUSES = { firstMs: 100, growth: 1.5, longestMs: 1000 };
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

/** What a look came to that needed no question of ours, or the way to ask. */
type Found = { snapshot: Snapshot; at: number } | { ask: 'leased' | 'alone'; release: Release };
type Release = (() => Promise<void>) | null;

/**
 * Asks a server only when no other process has had an answer of it since this one looked last; when another one is just asking, it
 * waits for that. Only answers are shared: that a server is silent, each process must have seen itself, or the trouble of one
 * machine would be believed by all. While the database does nothing each process asks for itself. `timeoutMs`: a server has so
 * long to answer.
 */
export function shareSnapshots(
  takeSnapshot: TakeSnapshot,
  parts: {
    shared: SharedSnapshots;
    intervalMs: () => number;
    timeoutMs: number;
    now: () => number;
    log: Logger;
  },
): TakeSnapshot {
  const { shared, intervalMs, timeoutMs, now, log } = parts;
  const leaseMs = LEASE.times * timeoutMs + LEASE.moreMs;
  const looks = createLooks();

  /** What another one saw since we looked last; null = nobody looked. */
  async function seen(key: string): Promise<Found | null> {
    const found = await shared.read(key);
    const isFresh =
      found !== null &&
      found.at > looks.at(key) &&
      Math.abs(now() - found.at) < FRESH * intervalMs();
    if (!isFresh) {
      return null;
    }
    const { at, snapshot } = found;
    return snapshot === null ? { ask: 'alone', release: null } : { at, snapshot };
  }

  /** The right to ask, unless another one has it or has looked before it was ours. */
  async function lease(key: string): Promise<Found | null> {
    const release = await shared.lease(key, leaseMs);
    if (release === null) {
      return null;
    }
    const meanwhile = await seen(key);
    if (meanwhile === null) {
      return { ask: 'leased', release };
    }
    await release();
    return meanwhile;
  }

  /** What another one saw, or the way to ask; waits while another one is asking. */
  async function find(key: string, signal: AbortSignal | undefined): Promise<Found> {
    const until = performance.now() + leaseMs;
    let pauseMs = PAUSES.firstMs;
    while (performance.now() < until && signal?.aborted !== true) {
      const found = (await seen(key)) ?? (await lease(key));
      if (found !== null) {
        return found;
      }
      await pause(pauseMs);
      pauseMs = Math.min(PAUSES.longestMs, pauseMs * PAUSES.growth);
    }
    return { ask: 'alone', release: null };
  }

  const ignore = (error: unknown): void =>
    log.debug({ event: 'shared', err: error }, 'nothing is shared with other processes now');

  return async (target, wanted, signal) => {
    if (wanted !== WATCHED_PARTS) {
      return takeSnapshot(target, wanted, signal);
    }
    const key = keyOf(target);
    const found = await find(key, signal).catch((error: unknown): Found => {
      ignore(error);
      return { ask: 'alone', release: null };
    });
    if ('snapshot' in found) {
      looks.note(key, found.at);
      return { ...found.snapshot, sharedAt: Math.min(found.at, now()) };
    }
    try {
      const snapshot = await takeSnapshot(target, wanted, signal);
      const at = now();
      looks.note(key, at);
      const answer = snapshot.state === 'online' ? snapshot : null;
      if (answer !== null || found.ask === 'leased') {
        await shared.write(key, { at, snapshot: answer }, Math.ceil(intervalMs())).catch(ignore);
      }
      return snapshot;
    } finally {
      await found.release?.().catch(ignore);
    }
  };
}
