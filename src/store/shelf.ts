/**
 * What processes with one database lay down for each other for a short time. It is no part of what is kept: nobody misses it after
 * its time, it is neither listed nor copied. Everything throws what the database throws.
 */
export type Shelf = {
  /** What lies there; null = nothing, or its time is over. */
  read(key: string): Promise<string | null>;
  /** Lays it down for `ms`, in place of what was there. */
  lay(key: string, text: string, ms: number): Promise<void>;
  /** Gets the lease of that name for `ms` at most, and what gives it back; null = another one has it. */
  lease(name: string, ms: number): Promise<(() => Promise<void>) | null>;
};

/** Leases lie beside the rest. */
export const leaseKey = (name: string): string => `lease:${name}`;

/** Gives a lease back, unless it is over and may be another one's: that is left to its time. */
export function whileItLasts(ms: number, giveBack: () => Promise<unknown>): () => Promise<void> {
  const until = performance.now() + ms / 2;
  return async () => {
    if (performance.now() < until) {
      await giveBack();
    }
  };
}
