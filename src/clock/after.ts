/** Runs something once after `ms`; the function it gives takes that back. Passed in, so that tests move time by hand. */
export type After = (ms: number, run: () => void) => () => void;

/** The longest pause a timer of Node takes: longer ones would run at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock's own timer. */
export const afterByClock: After = (ms, run) => {
  const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_MS));
  return () => clearTimeout(timer);
};
