export type HostPace = {
  /** Books a datagram to this host and gives the time at which it may leave: `now`, or later. */
  book(host: string, now: number): number;
};

const SECOND_MS = 1_000;
/** What polling may send to one host in any second, all its servers together (README, "what we send to your server"). */
const POLLING_DATAGRAMS_PER_SECOND = 3;

/** Spaces what polling sends: at most `perSecond` datagrams to one host in any second. Times in ms. */
export function createHostPace(perSecond: number = POLLING_DATAGRAMS_PER_SECOND): HostPace {
  const booked = new Map<string, number[]>();
  let sweepAt = Number.NEGATIVE_INFINITY;

  function forgetOld(now: number): void {
    if (now < sweepAt) {
      return;
    }
    sweepAt = now + SECOND_MS;
    for (const [host, times] of booked) {
      if ((times.at(-1) ?? 0) + SECOND_MS <= now) {
        booked.delete(host);
      }
    }
  }

  return {
    book(host, now) {
      forgetOld(now);
      const times = booked.get(host) ?? [];
      const oldest = times.length < perSecond ? undefined : times.shift();
      const time = oldest === undefined ? now : Math.max(now, oldest + SECOND_MS);
      times.push(time);
      booked.set(host, times);
      return time;
    },
  };
}

/** The same pace where time is moved on besides: by `ahead()` ms until now. */
export const movedOn = (pace: HostPace, ahead: () => number): HostPace => ({
  book(host, now) {
    const moved = now + ahead();
    const leaves = pace.book(host, moved);
    // A sum of large numbers is not exact, and a datagram that may leave now must not wait for that.
    return leaves <= moved ? now : now + (leaves - moved);
  },
});
