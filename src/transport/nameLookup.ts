import { lookup, NODATA, NOTFOUND, Resolver } from 'node:dns/promises';

export type ResolvedAddress = { address: string; family: 4 | 6 };
/** Finds the addresses of a name. Rejects with the system's error (`code`), or resolves to an empty list. */
export type NameLookup = (name: string) => Promise<readonly ResolvedAddress[]>;

const QUERY = { timeout: 1_500, tries: 2 };
/** getaddrinfo occupies a thread of a pool of four that the database shares: it may take two at most. */
const LOOKUPS_AT_ONCE = 2;

/**
 * The system's names. Name servers are asked without a thread (A first, AAAA when there is none), so a dead one blocks
 * nobody; getaddrinfo, which knows the hosts file and local names, is asked only for names that DNS cannot know.
 */
export function createNameLookup(): NameLookup {
  const resolver = new Resolver(QUERY);
  const fromSystem = limited(LOOKUPS_AT_ONCE, async (name: string) => {
    const found = await lookup(name, { all: true, order: 'ipv4first' });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }) as const);
  });
  return async (name) => {
    if (!name.includes('.')) {
      return fromSystem(name);
    }
    const v4 = await noneWhenAbsent(resolver.resolve4(name));
    if (v4.length > 0) {
      return v4.map((address) => ({ address, family: 4 }));
    }
    const v6 = await noneWhenAbsent(resolver.resolve6(name));
    return v6.length > 0
      ? v6.map((address) => ({ address, family: 6 }))
      : noneWhenAbsent(fromSystem(name));
  };
}

/** True when name servers answered, and the answer was that there is no such name or no such address. */
export function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === NOTFOUND || code === NODATA;
}

async function noneWhenAbsent<T>(answer: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) {
      return [];
    }
    throw error;
  }
}

function limited<A, B>(atOnce: number, work: (input: A) => Promise<B>): (input: A) => Promise<B> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (input) => {
    if (running >= atOnce) {
      await new Promise<void>((go) => waiting.push(go));
    } else {
      running += 1;
    }
    try {
      return await work(input);
    } finally {
      const next = waiting.shift();
      if (next) {
        next();
      } else {
        running -= 1;
      }
    }
  };
}
