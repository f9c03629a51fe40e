import { checkAddress } from '#transport/addressPolicy.ts';
import type { ResolvedAddress } from '#transport/nameLookup.ts';
import { numericAddress, type Resolver } from '#transport/resolver.ts';
import { describeFailure, offlineReason, offlineSnapshot } from './offline.ts';
import { createRecent } from './recent.ts';
import { firstPort } from './serverKey.ts';
import type { Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';
import { withinTime } from './withinTime.ts';

/** Where a target is, when it may be asked; else the Snapshot that says why not. */
export type Locate = (target: Target, signal: AbortSignal) => Promise<Place | Snapshot>;

type Place = { address: string; port: number };

export type LocatorOptions = {
  resolver: Resolver;
  policy: { allowPrivate: boolean };
  /** How long name servers may take, in ms. */
  patienceMs: number;
  hostsRemembered: number;
};

/**
 * Finds the address of a target and asks the address policy about it. A name with several addresses keeps the one it had
 * while the name server still gives it, so that a watched server does not become another one from poll to poll.
 */
export function createLocator(options: LocatorOptions): Locate {
  const { resolver, policy, patienceMs, hostsRemembered } = options;
  const lastUsed = createRecent<string>(hostsRemembered);

  /** The address to ask at `port`: one that may be asked, if there is any. */
  function choose(host: string, found: readonly ResolvedAddress[], port: number): string | null {
    const addresses = found.map(({ address }) => address);
    const allowed = addresses.filter((address) => checkAddress(address, port, policy) === null);
    const last = lastUsed.get(host);
    if (last !== undefined && allowed.includes(last)) {
      return last;
    }
    return allowed[0] ?? addresses[0] ?? null;
  }

  /** The address that is asked, or the Snapshot that says why there is none. */
  async function resolve(
    target: Target,
    port: number,
    signal: AbortSignal,
  ): Promise<string | Snapshot> {
    const { host } = target;
    const numeric = numericAddress(host);
    if (numeric !== null) {
      return numeric.address;
    }
    try {
      const found = await withinTime(patienceMs, signal, (within) =>
        resolver.resolve(host, within),
      );
      const address = choose(host, found, port);
      if (address === null) {
        return offlineSnapshot(target, 'dns', `${host} has no address.`);
      }
      lastUsed.set(host, address);
      return address;
    } catch (error) {
      const reason = offlineReason(error);
      if (reason === null) {
        throw error;
      }
      const isSlow = reason === 'aborted' && !signal.aborted;
      return isSlow
        ? offlineSnapshot(target, 'dns', `No name server answered for ${host} in time.`)
        : offlineSnapshot(target, reason, describeFailure(error, []));
    }
  }

  return async (target, signal) => {
    const port = firstPort(target);
    if (port === null) {
      return offlineSnapshot(
        target,
        'unsupported',
        'Neither a port nor a game is known: name one.',
      );
    }
    const address = await resolve(target, port, signal);
    if (typeof address !== 'string') {
      return address;
    }
    const refusal = checkAddress(address, port, policy);
    return refusal === null
      ? { address, port }
      : offlineSnapshot(target, 'address-refused', refusal.why, { address });
  };
}
