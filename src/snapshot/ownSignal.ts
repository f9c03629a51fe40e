/**
 * What `work` gives, done with a controller of its own that is aborted together with `signal`. What listens to it is gone with it
 * when the work is done; on a signal that lives longer it would stay, as discord.js leaves a listener for each request.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortController) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  if (signal.aborted) {
    abort();
  }
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(own);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
