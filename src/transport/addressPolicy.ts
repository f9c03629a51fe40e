import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressRefusal = {
  kind:
    | 'not-an-address'
    | 'private'
    | 'loopback'
    | 'link-local'
    | 'fake-ip'
    | 'multicast'
    | 'reserved'
    | 'bad-port'
    | 'low-port';
  /** One English sentence for the terminal and the log. */
  why: string;
};

/** Ranges of ipaddr.js that an operator may open with ALLOW_PRIVATE_ADDRESSES. */
const LOCAL_RANGES: Readonly<Record<string, AddressRefusal['kind']>> = {
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
};
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const FIRST_OPEN_PORT = 1024;

/**
 * May this bot send to that address? Null means yes. A public bot must not become a tool against others, so private,
 * loopback, link-local, multicast and reserved addresses and ports below 1024 are refused; `allowPrivate` opens the
 * local ranges and the low ports, never multicast, reserved or Steam's FakeIP range. To be asked about the address that
 * is really used, after DNS; an IPv4 address inside an IPv6 one is judged as IPv4 (DESIGN section 3, spec a2s case 128).
 */
export function checkAddress(
  address: string,
  port: number,
  { allowPrivate }: { allowPrivate: boolean },
): AddressRefusal | null {
  const badPort = checkPort(port, { allowPrivate });
  if (badPort?.kind === 'bad-port') {
    return badPort;
  }
  const refusal = refusalOfAddress(address);
  return refusal && !(allowPrivate && isLocal(refusal.kind)) ? refusal : badPort;
}

/** As checkAddress, for another port of an address that was checked. */
export function checkPort(
  port: number,
  { allowPrivate }: { allowPrivate: boolean },
): AddressRefusal | null {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return { kind: 'bad-port', why: `${port} is not a port: use 1 to 65535.` };
  }
  return port >= FIRST_OPEN_PORT || allowPrivate
    ? null
    : {
        kind: 'low-port',
        why: `Port ${port} belongs to system services; game servers answer on ports from ${FIRST_OPEN_PORT}.`,
      };
}

function isLocal(kind: AddressRefusal['kind']): boolean {
  return kind === 'private' || kind === 'loopback' || kind === 'link-local';
}

function refusalOfAddress(address: string): AddressRefusal | null {
  const version = isIP(address);
  if (version === 0) {
    return { kind: 'not-an-address', why: `${address} is not a numeric address.` };
  }
  // What a list of a hundred thousand has: `process` would try it as IPv6 first.
  const parsed = version === 4 ? ipaddr.IPv4.parse(address) : ipaddr.process(address);
  const range = parsed.range();
  if (parsed instanceof ipaddr.IPv4 && range === 'linkLocal') {
    return {
      kind: 'fake-ip',
      why: `${address} is a FakeIP of Steam's relay network: only a game client can reach it. Ask the owner for the real address.`,
    };
  }
  const local = LOCAL_RANGES[range];
  if (local) {
    return {
      kind: local,
      why: `${address} is a ${local} address; this bot only asks servers on the public internet.`,
    };
  }
  if (range === 'multicast' || range === 'broadcast') {
    return { kind: 'multicast', why: `${address} reaches many machines at once, not one server.` };
  }
  const global = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6);
  return range === 'unicast' && global
    ? null
    : { kind: 'reserved', why: `${address} is reserved and never the address of a server.` };
}
