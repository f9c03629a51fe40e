/**
 * What `work` gives, done with a signal of its own that is aborted together with `signal`. What listens to it is gone with it when
 * the work is done: discord.js leaves a listener behind on the signal of each request.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  if (signal.aborted) {
    abort();
  }
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(own.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
