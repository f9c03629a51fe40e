/** Says whether a datagram from this address gets through now. */
export type FloodGuard = (address: string, now: number) => boolean;

/** SA-MP 0.3.7: a query within 25 ms of one from another address is dropped (spec samp section 5). */
export function createNeighbourGuard(): FloodGuard {
  let last: { address: string; at: number } | null = null;
  return (address, now) => {
    const passes = last === null || last.address === address || now - last.at >= 25;
    if (passes) {
      last = { address, at: now };
    }
    return passes;
  };
}

/** A firewall: so many a second from one address, the rest is dropped. */
export function createRateGuard(perSecond: number): FloodGuard {
  const passed = new Map<string, number[]>();
  return (address, now) => {
    const lately = (passed.get(address) ?? []).filter((at) => now - at < 1_000);
    const passes = lately.length < perSecond;
    passed.set(address, passes ? [...lately, now] : lately);
    return passes;
  };
}
