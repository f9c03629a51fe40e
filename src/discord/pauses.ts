const FIRST_MS = 5000;
const LONGEST_MS = 5 * 60_000;

/**
 * How long to wait after so many failures in a row (0 = the first): 5 s, doubled each time up to 5 min, give or take a fifth
 * so that not everybody comes back at once. `random` gives 0 to 1.
 */
export function growingPause(failures: number, random: () => number): number {
  const pause = Math.min(FIRST_MS * 2 ** Math.min(failures, 10), LONGEST_MS);
  return Math.round(pause * (0.8 + random() * 0.4));
}
