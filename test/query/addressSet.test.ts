import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey } from '#codec/master/address.ts';
import { addAddress, createAddressSet } from '#query/addressSet.ts';

test('of servers that are told again and again each is new once', () => {
  const octet = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 255 }));
  const key = fc
    .record({ octets: fc.tuple(octet, octet, octet, octet), port: fc.nat(65_535) })
    .map(({ octets, port }) => addressKey({ address: octets.join('.'), port }));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 3_000, size: 'max' }), (keys) => {
      const servers = createAddressSet();
      const known = new Set<number>();
      for (const each of keys) {
        expect(addAddress(servers, each)).toBe(!known.has(each));
        known.add(each);
      }
      expect(servers.size).toBe(known.size);
      expect(keys.some((each) => addAddress(servers, each))).toBe(false);
    }),
    { numRuns: 30, examples: [[[0, 0, 2 ** 48 - 1, 2 ** 48 - 1]]] },
  );
});

test.each([
  ['neighbours', (index: number) => `20.${index >> 16}.${(index >> 8) & 0xff}.${index & 0xff}`, 1],
  ['one server to a net', (index: number) => `20.${index >> 8}.${index & 0xff}.1`, 1],
  ['hosts of a hundred servers', (index: number) => `20.0.${index >> 8}.${index & 0xff}`, 100],
])('50,000 servers, %s, are told apart', (_, address, perHost) => {
  const servers = createAddressSet();
  for (let index = 0; index < 50_000; index += 1) {
    const host = Math.floor(index / perHost);
    const key = addressKey({ address: address(host), port: 27_000 + (index % perHost) });
    expect(addAddress(servers, key) || index).toBe(true);
  }
  expect(servers.size).toBe(50_000);
});
