/** What was seen of a server in a span of time, minute by minute: a minute counts once, as it was seen last in it. */
export type Bucket = {
  /** Where it begins (ms), and how many minutes it is long. */
  at: number;
  minutes: number;
  /** Minutes from one look to the next: with more than one, most minutes are not seen. */
  every: number;
  /** Minutes in which it was seen up, and in which it was seen down. Of the others nothing is known. */
  up: number;
  down: number;
  /** Minutes in which it told how many people play, and the sum of them. */
  counted: number;
  people: number;
  /** Most people at once. */
  most: number;
  /** Slots, at most; 0 = not told. */
  slots: number;
  /** Mean first round trip while up (ms); 0 = not known. */
  ping: number;
};

export const MINUTE_MS = 60_000;

/** The end of a bucket (ms). */
export const endOf = ({ at, minutes }: Bucket): number => at + minutes * MINUTE_MS;

/** Buckets as one that begins at `at`; null when there are none. Sums stay exact, so it does not matter how often that is done. */
export function mergeBuckets(
  buckets: readonly Bucket[],
  at: number,
  minutes: number,
): Bucket | null {
  if (buckets.length === 0) {
    return null;
  }
  const sum = { every: 0, up: 0, down: 0, counted: 0, people: 0, most: 0, slots: 0 };
  let [upHeard, pings] = [0, 0];
  for (const { every, up, down, counted, people, most, slots, ping } of buckets) {
    sum.every = Math.max(sum.every, every);
    sum.up += up;
    sum.down += down;
    sum.counted += counted;
    sum.people += people;
    sum.most = Math.max(sum.most, most);
    sum.slots = Math.max(sum.slots, slots);
    upHeard += ping > 0 ? up : 0;
    pings += ping * up;
  }
  return { at, minutes, ...sum, ping: upHeard === 0 ? 0 : Math.round(pings / upHeard) };
}
