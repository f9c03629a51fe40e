/** Resolves when the sandbox's clock reaches a time (ms since 1970), or when a condition holds. */
export type Until = (what: number | (() => boolean)) => Promise<void>;

/** Looks at the sandbox's clock again and again, since nobody tells when an injected clock was moved. */
export type Ticker = { until: Until; stop: () => void };

const LOOK_EVERY_MS = 20;

/** Starts looking. `look` is called each time. The timer does not keep the process alive. Waits end when it stops. */
export function startTicker(now: () => number, look: () => void): Ticker {
  let stopped = false;
  const waiting = new Set<{ ready: () => boolean; go: () => void }>();
  const check = () => {
    for (const one of waiting) {
      if (stopped || one.ready()) {
        waiting.delete(one);
        one.go();
      }
    }
  };
  const timer = setInterval(() => {
    look();
    check();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    until: (what) =>
      new Promise((resolve) => {
        const ready = typeof what === 'number' ? () => now() >= what : what;
        waiting.add({ ready, go: resolve });
        check();
      }),
    stop: () => {
      stopped = true;
      clearInterval(timer);
      check();
    },
  };
}
