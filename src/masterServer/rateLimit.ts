/** How much of something a source may have: `burst` at once, and `perMinute` from then on. */
export type Allowance = { burst: number; perMinute: number };

/** Counts what each source had. Memory is bounded: sources that were quiet for long are forgotten first. */
export type Buckets = {
  /** Whether `key` has one left, or the part of one that it costs. */
  has(key: number, now: number, cost?: number): boolean;
  take(key: number, now: number, cost?: number): void;
  readonly size: number;
};

type Bucket = { left: number; at: number };

const MINUTE_MS = 60_000;

/** Token buckets, `most` of them at once; `now` in ms. */
export function createBuckets({ burst, perMinute }: Allowance, most: number): Buckets {
  // Two generations: what was not touched while one filled up is forgotten with the other, at no cost for each datagram.
  let young = new Map<number, Bucket>();
  let old = new Map<number, Bucket>();

  function left(key: number, now: number): number {
    const bucket = young.get(key) ?? old.get(key);
    if (bucket === undefined) {
      return burst;
    }
    const grown = (Math.max(0, now - bucket.at) * perMinute) / MINUTE_MS;
    return Math.min(burst, bucket.left + grown);
  }

  return {
    has: (key, now, cost = 1) => left(key, now) >= cost,
    take(key, now, cost = 1) {
      young.set(key, { left: left(key, now) - cost, at: now });
      if (young.size >= most / 2) {
        old = young;
        young = new Map();
      }
    },
    get size() {
      return young.size + old.size;
    },
  };
}

/** What a source may ask for; numbers of spec master section 6 when not given. */
export type MasterLimits = {
  /** Pages of the list, for an address, for its /24 and for all together. */
  pagesPerAddress: Allowance;
  pagesPerNet: Allowance;
  pagesInAll: Allowance;
  /** Challenges and pings, for an address. */
  smallPerAddress: Allowance;
};

export const DEFAULT_LIMITS: MasterLimits = {
  pagesPerAddress: { burst: 10, perMinute: 30 },
  pagesPerNet: { burst: 60, perMinute: 120 },
  pagesInAll: { burst: 200, perMinute: 200 * 60 },
  smallPerAddress: { burst: 64, perMinute: 60 },
};

/** Decides whether an answer may go to a source that has proven nothing. Addresses as addressNumber gives them. */
export type SourceLimits = {
  /** A page of the list: larger than what asked for it. */
  page(address: number, now: number): boolean;
  /** A challenge or an answer to a ping: a few bytes. `cost` below 1 for a host that may have more servers than others. */
  small(address: number, now: number, cost?: number): boolean;
  /** Sources remembered. */
  readonly size: number;
};

/**
 * A page is larger than its query, so whoever forges a source could aim pages at it: hence every source is limited, its
 * network too, and all together, which also bounds how many sources are remembered (spec master section 6).
 */
export function createSourceLimits(limits: MasterLimits = DEFAULT_LIMITS): SourceLimits {
  const perAddress = createBuckets(limits.pagesPerAddress, SOURCES);
  const perNet = createBuckets(limits.pagesPerNet, SOURCES);
  const inAll = createBuckets(limits.pagesInAll, 1);
  const small = createBuckets(limits.smallPerAddress, 4 * SOURCES);
  return {
    page(address, now) {
      const asked = [
        [inAll, 0],
        [perNet, Math.floor(address / 0x100)],
        [perAddress, address],
      ] as const;
      const allowed = asked.every(([buckets, key]) => buckets.has(key, now));
      if (allowed) {
        for (const [buckets, key] of asked) {
          buckets.take(key, now);
        }
      }
      return allowed;
    },
    small(address, now, cost = 1) {
      const allowed = small.has(address, now, cost);
      if (allowed) {
        small.take(address, now, cost);
      }
      return allowed;
    },
    get size() {
      return perAddress.size + perNet.size + small.size;
    },
  };
}

const SOURCES = 16_384;
