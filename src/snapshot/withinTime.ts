import { withOwnSignal } from './ownSignal.ts';

/**
 * Runs `work` with a signal that fires when `signal` does, or with a TimeoutError after `ms`. Unlike AbortSignal.timeout nothing of it
 * outlives the work: at a thousand look-ups a second those timers alone would hold thousands of answers.
 */
export const withinTime = <T>(
  ms: number,
  signal: AbortSignal,
  work: (within: AbortSignal) => Promise<T>,
): Promise<T> =>
  withOwnSignal(signal, async (own) => {
    const late = () => own.abort(new DOMException('Too late.', 'TimeoutError'));
    const timer = setTimeout(late, ms);
    try {
      return await work(own.signal);
    } finally {
      clearTimeout(timer);
    }
  });
