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

const mostOf = (buckets: readonly Bucket[], value: (bucket: Bucket) => number): number =>
  buckets.reduce((most, bucket) => Math.max(most, value(bucket)), 0);

const sumOf = (buckets: readonly Bucket[], value: (bucket: Bucket) => number): number =>
  buckets.reduce((sum, bucket) => sum + value(bucket), 0);

/** Buckets as one that begins at `at`; null when there are none. Sums stay exact, so it does not matter how often that is done. */
export function mergeBuckets(
  buckets: readonly Bucket[],
  at: number,
  minutes: number,
): Bucket | null {
  if (buckets.length === 0) {
    return null;
  }
  const heard = buckets.filter(({ ping }) => ping > 0);
  const upHeard = sumOf(heard, ({ up }) => up);
  return {
    at,
    minutes,
    every: mostOf(buckets, ({ every }) => every),
    up: sumOf(buckets, ({ up }) => up),
    down: sumOf(buckets, ({ down }) => down),
    counted: sumOf(buckets, ({ counted }) => counted),
    people: sumOf(buckets, ({ people }) => people),
    most: mostOf(buckets, ({ most }) => most),
    slots: mostOf(buckets, ({ slots }) => slots),
    ping: upHeard === 0 ? 0 : Math.round(sumOf(heard, ({ ping, up }) => ping * up) / upHeard),
  };
}
