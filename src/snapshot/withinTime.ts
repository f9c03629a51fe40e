/**
 * Runs `work` with a signal that fires when `signal` does, or with a TimeoutError after `ms`. Unlike AbortSignal.timeout nothing of it
 * outlives the work: at a thousand look-ups a second those timers alone would hold thousands of answers.
 */
export async function withinTime<T>(
  ms: number,
  signal: AbortSignal,
  work: (within: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const forward = () => stop.abort(signal.reason);
  const timer = setTimeout(() => stop.abort(new DOMException('Too late.', 'TimeoutError')), ms);
  if (signal.aborted) {
    forward();
  }
  signal.addEventListener('abort', forward, { once: true });
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', forward);
  }
}
