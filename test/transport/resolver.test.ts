import { describe, expect, it } from 'vitest';
import type { NameLookup, ResolvedAddress } from '#transport/nameLookup.ts';
import { createNameLookup } from '#transport/nameLookup.ts';
import { createResolver, numericAddress } from '#transport/resolver.ts';
import { TransportError } from '#transport/transportError.ts';

const V4: ResolvedAddress = { address: '198.51.100.7', family: 4 };
const V6: ResolvedAddress = { address: '2001:db8::7', family: 6 };

/** A resolver over made-up names, on a clock we move. */
function setUp(names: Record<string, readonly ResolvedAddress[] | Error>) {
  const asked: string[] = [];
  let time = 0;
  const lookup: NameLookup = async (name) => {
    asked.push(name);
    const found = names[name];
    if (found === undefined || found instanceof Error) {
      throw found ?? Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    }
    return found;
  };
  return {
    asked,
    resolver: createResolver({ now: () => time, lookup }),
    pass(ms: number) {
      time += ms;
    },
  };
}

async function fault(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof TransportError) {
      return error.kind;
    }
    throw error;
  }
  throw new Error('it was resolved');
}

describe('resolver', () => {
  it('gives IPv4 first, whatever order the name server has (spec a2s case 131)', async () => {
    const { resolver } = setUp({ 'play.example.org': [V6, V4] });
    expect(await resolver.resolve('play.example.org')).toEqual([V4, V6]);
  });

  it('numeric addresses are not looked up', async () => {
    const { resolver, asked } = setUp({});
    expect(await resolver.resolve('203.0.113.9')).toEqual([{ address: '203.0.113.9', family: 4 }]);
    expect(await resolver.resolve('[2001:DB8:0::1]')).toEqual([
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(asked).toEqual([]);
  });

  it('an IPv4 address mapped into IPv6 becomes IPv4, so that the policy and the socket see it', () => {
    expect(numericAddress('::ffff:127.0.0.1')).toEqual({ address: '127.0.0.1', family: 4 });
  });

  it.each([
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['сервер.рф', 'xn--b1afb6bcb.xn--p1ai'],
    ['PLAY.Example.ORG', 'play.example.org'],
  ])('%s is looked up as %s (IDN)', async (host, name) => {
    const { resolver, asked } = setUp({ [name]: [V4] });
    await resolver.resolve(host);
    expect(asked).toEqual([name]);
  });

  it('look-ups of one name are joined, and remembered for half a minute', async () => {
    const { resolver, asked, pass } = setUp({ 'a.example': [V4] });
    await Promise.all([1, 2, 3].map(() => resolver.resolve('a.example')));
    pass(29_000);
    await resolver.resolve('A.example');
    expect(asked).toEqual(['a.example']);
    pass(2_000);
    await resolver.resolve('a.example');
    expect(asked).toHaveLength(2);
  });

  it('a name that does not exist is "unknown-host", asked again after five seconds', async () => {
    const { resolver, asked, pass } = setUp({});
    expect(await fault(resolver.resolve('typo.example'))).toBe('unknown-host');
    expect(await fault(resolver.resolve('typo.example'))).toBe('unknown-host');
    expect(asked).toHaveLength(1);
    pass(6_000);
    expect(await fault(resolver.resolve('typo.example'))).toBe('unknown-host');
    expect(asked).toHaveLength(2);
  });

  it('a name without any address is "unknown-host"', async () => {
    const { resolver } = setUp({ 'empty.example': [] });
    expect(await fault(resolver.resolve('empty.example'))).toBe('unknown-host');
  });

  it('name servers that do not answer are "dns-unavailable": that may be our own network', async () => {
    const { resolver } = setUp({
      'a.example': Object.assign(new Error('late'), { code: 'ETIMEOUT' }),
    });
    expect(await fault(resolver.resolve('a.example'))).toBe('dns-unavailable');
  });

  it.each([
    '',
    ' ',
    'a b',
    'http://x',
    'user@host',
    'x:1',
    'a/b',
    '%31',
    '2130706433',
    '0x7f.1',
    'x'.repeat(254),
  ])('"%s" is no host', async (host) => {
    const { resolver, asked } = setUp({});
    expect(await fault(resolver.resolve(host))).toBe('bad-host');
    expect(asked).toEqual([]);
  });

  it('one caller gives up, the others of the joined look-up still get their answer', async () => {
    let answer: (found: readonly ResolvedAddress[]) => void = () => {};
    const resolver = createResolver({
      now: () => 0,
      lookup: () =>
        new Promise((found) => {
          answer = found;
        }),
    });
    const stop = new AbortController();
    const impatient = fault(resolver.resolve('slow.example', stop.signal));
    const patient = resolver.resolve('slow.example');
    stop.abort();
    expect(await impatient).toBe('aborted');
    expect(await fault(resolver.resolve('slow.example', AbortSignal.abort()))).toBe('aborted');
    answer([V4]);
    expect(await patient).toEqual([V4]);
  });

  it('a slow name does not hold up another', async () => {
    const resolver = createResolver({
      now: () => 0,
      lookup: (name) => (name === 'slow.example' ? new Promise(() => {}) : Promise.resolve([V4])),
    });
    const stop = new AbortController();
    const slow = fault(resolver.resolve('slow.example', stop.signal));
    expect(await resolver.resolve('quick.example')).toEqual([V4]);
    stop.abort();
    expect(await slow).toBe('aborted');
  });

  it('the look-up of the system knows the hosts file', async () => {
    const resolver = createResolver({ now: () => 0, lookup: createNameLookup() });
    const [first] = await resolver.resolve('localhost');
    expect(['127.0.0.1', '::1']).toContain(first?.address);
  });
});
