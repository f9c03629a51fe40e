import { isIP, SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createNameLookup, isAbsent, type NameLookup, type ResolvedAddress } from './nameLookup.ts';
import { orAborted } from './orAborted.ts';
import { TransportError } from './transportError.ts';

export type Resolver = {
  /**
   * The numeric addresses of a host name (Unicode names too) or of a numeric address; never an empty list. IPv4 first, the
   * lowest first: name servers turn their lists.
   * Throws TransportError: bad-host, unknown-host, dns-unavailable, aborted.
   */
  resolve(host: string, signal?: AbortSignal): Promise<readonly ResolvedAddress[]>;
};

type Known = { until: number; answer: Promise<readonly ResolvedAddress[]> };

/** A name is looked up again at the next poll of most bots: an address that moved is found within one. */
const KEEP_FOUND_MS = 30_000;
/** Short, so that a mended name server is noticed, yet many watches on one dead name cost one look-up. */
const KEEP_FAILED_MS = 5_000;
const KEEP_AT_MOST = 10_000;
const NOT_IN_A_HOST = /[\s/\\?#@%:[\]<>^|]/;

/** Turns host names into addresses. Look-ups of one name are joined and remembered for a short time (spec a2s case 129). */
export function createResolver({
  now,
  lookup = createNameLookup(),
}: {
  now: () => number;
  lookup?: NameLookup;
}): Resolver {
  const known = new Map<string, Known>();

  function look(name: string): Promise<readonly ResolvedAddress[]> {
    const before = known.get(name);
    if (before && before.until > now()) {
      return before.answer;
    }
    const entry: Known = {
      until: Number.POSITIVE_INFINITY,
      answer: lookup(name).then(
        (found) => sorted(found, name),
        (error) => Promise.reject(dnsError(name, error)),
      ),
    };
    forgetOldest(known, KEEP_AT_MOST - 1);
    known.delete(name);
    known.set(name, entry);
    entry.answer.then(
      () => {
        entry.until = now() + KEEP_FOUND_MS;
      },
      () => {
        entry.until = now() + KEEP_FAILED_MS;
      },
    );
    return entry.answer;
  }

  return {
    async resolve(host, signal) {
      if (signal?.aborted) {
        throw abortedError(host, signal.reason);
      }
      const literal = numericAddress(host);
      if (literal) {
        return [literal];
      }
      const found = look(asciiName(host));
      // The look-up itself goes on for others: it ends by itself.
      return signal ? orAborted(found, signal, (reason) => abortedError(host, reason)) : found;
    },
  };
}

/**
 * The address in the form that sockets report, or null when the text is no numeric address. IPv6 may stand in brackets;
 * an IPv4 address mapped into IPv6 is given as IPv4.
 */
export function numericAddress(text: string): ResolvedAddress | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const family = isIP(bare);
  if (family === 0) {
    return null;
  }
  if (family === 4) {
    // isIP takes no other form than the one that sockets report.
    return { address: bare, family: 4 };
  }
  const parsed = ipaddr.process(bare);
  return parsed instanceof ipaddr.IPv4
    ? { address: parsed.toString(), family: 4 }
    : { address: new SocketAddress({ address: bare, family: 'ipv6' }).address, family: 6 };
}

function asciiName(host: string): string {
  const bad = new TransportError(
    'bad-host',
    `"${host}" is not a host name: use HOST or HOST:PORT.`,
  );
  if (host === '' || host.length > 253 || NOT_IN_A_HOST.test(host)) {
    throw bad;
  }
  const name = URL.parse(`http://${host}`)?.hostname;
  // URL reads 0x7f.1 and 2130706433 as addresses, as a browser does; nobody means that here.
  if (!name || isIP(name) !== 0) {
    throw bad;
  }
  return name;
}

function sorted(found: readonly ResolvedAddress[], name: string): readonly ResolvedAddress[] {
  if (found.length === 0) {
    throw new TransportError('unknown-host', `${name} has no address: check the spelling.`);
  }
  return found
    .map(({ address }) => numericAddress(address))
    .filter((address) => address !== null)
    .sort((one, other) => one.family - other.family || compareAddresses(one, other));
}

function compareAddresses(one: ResolvedAddress, other: ResolvedAddress): number {
  const bytesOf = ({ address }: ResolvedAddress) => ipaddr.parse(address).toByteArray();
  return Buffer.compare(Buffer.from(bytesOf(one)), Buffer.from(bytesOf(other)));
}

function dnsError(name: string, cause: unknown): TransportError {
  return isAbsent(cause)
    ? new TransportError('unknown-host', `${name} does not exist: check the spelling.`, { cause })
    : new TransportError('dns-unavailable', `No name server answered for ${name}: try again.`, {
        cause,
      });
}

function abortedError(host: string, cause: unknown): TransportError {
  return new TransportError('aborted', `The look-up of ${host} was given up.`, { cause });
}

function forgetOldest(map: Map<string, unknown>, keep: number): void {
  for (const key of map.keys()) {
    if (map.size <= keep) {
      return;
    }
    map.delete(key);
  }
}
