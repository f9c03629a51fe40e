/** A source of chance whose whole state is one number, so that a life can be stored, compared and repeated. */
export type Dice = {
  /** From 0 (inclusive) to 1 (exclusive). */
  roll(): number;
  /** A whole number from `low` to `high`, both inclusive. */
  whole(low: number, high: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]]): T;
  /** A waiting time around `meanMs` as independent events have it, never shorter than a sixth nor longer than three times. */
  wait(meanMs: number): number;
  /** Hand this to `dice` to go on where this one stopped. */
  state(): number;
};

/** Dice that always fall the same way from the same 32-bit state (the mulberry32 generator). */
export function dice(state: number): Dice {
  let current = state >>> 0;
  const roll = () => {
    current = (current + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(current ^ (current >>> 15), current | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const whole = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1));
  return {
    roll,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    wait: (meanMs) => {
      if (meanMs === Number.POSITIVE_INFINITY) {
        return meanMs;
      }
      const drawn = -Math.log(1 - roll()) * meanMs;
      return Math.round(Math.min(Math.max(drawn, meanMs / 6), meanMs * 3));
    },
    state: () => current,
  };
}

/** A state for `dice` from a seed and a name, so that servers of one world do not live the same life. */
export function seedFor(seed: number, name: string): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (const unit of name) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
