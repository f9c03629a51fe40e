/** A clock that a test moves by hand. */
export type ManualClock = {
  /** Ms since 1970. */
  now: () => number;
  /** Moves the clock forward. */
  advance: (ms: number) => void;
};

/** A clock that stands at `startMs` until it is moved. */
export function createManualClock(startMs = Date.UTC(2026, 0, 15, 20)): ManualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
