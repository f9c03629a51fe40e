import type { After } from '#clock/after.ts';

/** So many servers are asked at once; the query core bounds what is on the wire. */
const AT_ONCE = 16;
/** The others follow at this distance (ms), or closer when there are many: all are asked in this part of the interval. */
const GAP_MS = 50;
const PART_OF_INTERVAL = 0.6;

/** When each of `count` servers is asked, in ms from the start of a round: a few at once, many spread out. */
export function startTimes(count: number, intervalMs: number): number[] {
  const spread = Math.max(1, count - AT_ONCE);
  const gap = Math.min(GAP_MS, (intervalMs * PART_OF_INTERVAL) / spread);
  return Array.from({ length: count }, (_, place) => Math.max(0, place + 1 - AT_ONCE) * gap);
}

/** Resolves after `ms`, or at once when `signal` is aborted. */
function pause(ms: number, after: After, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      signal.removeEventListener('abort', end);
      cancel();
      resolve();
    };
    const cancel = after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Asks every server once, spread over the interval, and resolves when all are done, with how much later than planned the latest
 * was asked (ms). `ask` is not expected to fail. Aborting begins no further one.
 */
export async function watchRound<S>(
  servers: readonly S[],
  options: {
    ask: (server: S) => Promise<void>;
    intervalMs: number;
    now: () => number;
    after: After;
    signal: AbortSignal;
  },
): Promise<number> {
  const { ask, now, after, signal } = options;
  const times = startTimes(servers.length, options.intervalMs);
  const asked: Promise<void>[] = [];
  const begun = now();
  let lagMs = 0;
  for (const [place, server] of servers.entries()) {
    const at = times[place] ?? 0;
    // By the clock, not by the pauses before: timers are late by a little each, and there are thousands.
    const wait = begun + at - now();
    if (wait > 0) {
      await pause(wait, after, signal);
    }
    if (signal.aborted) {
      break;
    }
    lagMs = Math.max(lagMs, now() - begun - at);
    asked.push(ask(server));
  }
  await Promise.all(asked);
  return Math.round(lagMs);
}
