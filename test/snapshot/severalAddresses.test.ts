import { afterEach, describe, expect, it } from 'vitest';
import { createLocator } from '#snapshot/locator.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import { createResolver } from '#transport/resolver.ts';
import { startFakeServer } from './a2sServer.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    await one.close();
  }
});

/** A name server that turns its list at every answer, as they do; `addresses` may be changed meanwhile. */
function turningNames(...addresses: string[]) {
  const names = { addresses };
  const lookup = async () => {
    names.addresses = [...names.addresses.slice(1), ...names.addresses.slice(0, 1)];
    return names.addresses.map((address) => ({ address, family: 4 as const }));
  };
  return { names, lookup };
}

describe('a name with several addresses', () => {
  it('stays one server, whichever address the name server gives first', async () => {
    const first = await startFakeServer({ address: '127.0.0.2', info: { name: 'Two' } });
    open.push(first);
    const { port } = first;
    open.push(await startFakeServer({ address: '127.0.0.3', port, info: { name: 'Three' } }));
    const { names, lookup } = turningNames('127.0.0.2', '127.0.0.3');
    let now = 0;
    const queries = openQueryCore({ allowPrivateAddresses: true, lookup, now: () => now });
    open.push(queries);
    const target = { host: 'play.example.com', port, game: null };
    const polled = async () => {
      now += 60_000;
      return (await queries.takeSnapshot(target, ['info'], undefined, 'poll')).name;
    };

    expect([await polled(), await polled(), await polled()]).toEqual(['Two', 'Two', 'Two']);
    // It moved: the address that was asked is not among the answers any more.
    names.addresses = ['127.0.0.3'];
    expect(await polled()).toBe('Three');
    // And stays there when the old one is back.
    names.addresses = ['127.0.0.2', '127.0.0.3'];
    expect([await polled(), await polled()]).toEqual(['Three', 'Three']);
  });

  it('is asked at the lowest at first, and never at one that is forbidden while another is not', async () => {
    const located = async (...addresses: string[]) => {
      const locate = createLocator({
        resolver: createResolver({ now: () => 0, ...turningNames(...addresses) }),
        policy: { allowPrivate: false },
        patienceMs: 1_000,
        hostsRemembered: 10,
      });
      const target = { host: 'play.example.com', port: 27015, game: null };
      const place = await locate(target, new AbortController().signal);
      return 'state' in place ? place.reason : place.address;
    };
    expect(await located('9.9.9.9', '10.10.10.10', '100.1.1.1')).toBe('9.9.9.9');
    expect(await located('192.168.1.5', '10.10.10.10', '100.1.1.1')).toBe('100.1.1.1');
    expect(await located('192.168.1.5', '10.10.10.10')).toBe('address-refused');
  });
});
