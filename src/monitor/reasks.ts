import type { After } from '#clock/after.ts';
import { steadyClock } from './steadyClock.ts';

/** Those that come due within this time of each other are asked together (ms): what fails together is judged together. */
const TOGETHER_MS = 250;

/** Servers that are asked again before the next round. */
export type Reasks = {
  /** Asks again in `ms`; null = leaves it to the round. */
  plan(key: string, ms: number | null): void;
  has(key: string): boolean;
  /** Plans nothing further. */
  close(): void;
};

/** Makes the plan; `run` gets the keys that are due at one time. */
export function createReasks(parts: {
  now: () => number;
  after: After;
  run: (keys: string[]) => void;
}): Reasks {
  const { after, run } = parts;
  const now = steadyClock(parts.now);
  const due = new Map<string, number>();
  let timer: { at: number; cancel: () => void } | null = null;
  let closed = false;

  function ring(at: number): void {
    timer = null;
    const until = Math.max(at, now()) + TOGETHER_MS;
    const keys = [...due].filter(([, dueAt]) => dueAt <= until).map(([key]) => key);
    for (const key of keys) {
      due.delete(key);
    }
    if (keys.length > 0) {
      run(keys);
    }
    setTimer();
  }

  function setTimer(): void {
    const earliest = Math.min(...due.values());
    if (earliest === timer?.at) {
      return;
    }
    timer?.cancel();
    timer = Number.isFinite(earliest)
      ? { at: earliest, cancel: after(earliest - now(), () => ring(earliest)) }
      : null;
  }

  return {
    plan(key, ms) {
      due.delete(key);
      if (ms !== null && !closed) {
        due.set(key, now() + ms);
      }
      setTimer();
    },
    has: (key) => due.has(key),
    close() {
      closed = true;
      due.clear();
      setTimer();
    },
  };
}
