import { describe, expect, it } from 'vitest';
import { checkAddress } from '#transport/addressPolicy.ts';

const open = { allowPrivate: false };
const local = { allowPrivate: true };
const kind = (address: string, port = 27_015, policy = open) =>
  checkAddress(address, port, policy)?.kind ?? null;

describe('address policy', () => {
  it.each(['8.8.8.8', '185.199.108.1', '2a00:1450:4001:81b::200e'])(
    '%s may be asked',
    (address) => {
      expect(kind(address)).toBeNull();
    },
  );

  it.each([
    ['10.0.0.1', 'private'],
    ['172.16.5.4', 'private'],
    ['192.168.1.10', 'private'],
    ['100.64.0.1', 'private'],
    ['fd00::1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['169.254.12.34', 'fake-ip'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'multicast'],
    ['ff02::1', 'multicast'],
    ['0.0.0.0', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['::', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['64:ff9b::7f00:1', 'reserved'],
    ['2002:7f00:1::', 'reserved'],
    ['fec0::1', 'reserved'],
  ])('%s is refused: %s', (address, why) => {
    expect(kind(address)).toBe(why);
  });

  it.each(['::ffff:127.0.0.1', '::ffff:7f00:1'])(
    '%s is judged as the IPv4 address it holds',
    (address) => {
      expect(kind(address)).toBe('loopback');
    },
  );

  it.each(['::7f00:1', '::127.0.0.1'])(
    '%s, IPv4 in the old IPv6 form, is no way round',
    (address) => {
      expect(kind(address)).not.toBeNull();
    },
  );

  it('the FakeIP of Steam has its own sentence, and no setting opens it (spec a2s case 128)', () => {
    expect(checkAddress('169.254.1.1', 27_015, local)).toMatchObject({ kind: 'fake-ip' });
    expect(checkAddress('169.254.1.1', 27_015, open)?.why).toContain('FakeIP');
  });

  it('an operator may open local addresses and low ports, nothing else', () => {
    expect(kind('127.0.0.1', 27_015, local)).toBeNull();
    expect(kind('192.168.0.4', 80, local)).toBeNull();
    expect(kind('fe80::1', 27_015, local)).toBeNull();
    expect(kind('224.0.0.1', 27_015, local)).toBe('multicast');
    expect(kind('0.0.0.0', 27_015, local)).toBe('reserved');
  });

  it('ports below 1024 belong to services, not to game servers', () => {
    expect(kind('8.8.8.8', 53)).toBe('low-port');
    expect(kind('8.8.8.8', 1_023)).toBe('low-port');
    expect(kind('8.8.8.8', 1_024)).toBeNull();
  });

  it.each([0, -1, 65_536, 1.5, Number.NaN])('%d is no port', (port) => {
    expect(kind('8.8.8.8', port, local)).toBe('bad-port');
  });

  it.each(['', 'example.org', '1.2.3', '0x7f.1', '999.1.1.1'])(
    '"%s" is no numeric address',
    (text) => {
      expect(kind(text)).toBe('not-an-address');
    },
  );
});
