/**
 * The work's result, or what `asError` makes of the signal's reason, whichever comes first. The work itself goes on and may
 * fail unheard.
 */
export async function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  asError = (reason: unknown): unknown => reason,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(asError(signal.reason));
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) {
    leave();
  }
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
