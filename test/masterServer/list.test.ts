import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServerAddress } from '#codec/master/address.ts';
import type { AnsweredFacts } from '#masterServer/answeredFacts.ts';
import { SKIPPED, sampleJson } from '../codec/master/sampleFiles.ts';
import { ANSWER, addressesIn, INFOSTRING, openQuietMaster, query, raw } from './quietMaster.ts';

const CLIENT = { address: '203.0.113.200', port: 51_000 };
const at = ({ address, port }: ServerAddress) => `${address}:${port}`;

/** `count` listed servers, in the order of the list. */
function filled(count: number, portsEach = 1) {
  const master = openQuietMaster({ perAddress: 1e9, inAll: 1e9 });
  const servers = Array.from({ length: count }, (_, index) => {
    const host = Math.floor(index / portsEach);
    return { address: `20.0.${host >> 8}.${host & 0xff}`, port: 27015 + (index % portsEach) };
  });
  for (const server of servers) {
    master.register(server);
  }
  master.ask();
  return { master, servers };
}

describe('a page', () => {
  test('of nothing is the header and the end mark: 12 bytes', () => {
    expect(openQuietMaster().send(query('0.0.0.0:0'), CLIENT)).toBe('ffffffff660a000000000000');
  });

  test.each([
    [230, [231]],
    [231, [231, 1]],
    [232, [231, 2]],
    [462, [231, 231, 1]],
  ])('%i servers come in pages of %j entries, the end mark on the last only', (count, entries) => {
    const { master, servers } = filled(count);
    let seed = '0.0.0.0:0';
    const pages = entries.map(() => {
      const answer = master.send(query(seed), CLIENT);
      const page = addressesIn(answer);
      expect(answer?.length).toBeLessThanOrEqual(2 * 1392);
      seed = page.at(-1) ?? seed;
      return page;
    });
    expect(pages.map((page) => page.length)).toEqual(entries);
    expect(pages.flat()).toEqual([...servers.map(at), 'end']);
  });

  test('begins behind its seed, also when the server of the seed has left', () => {
    const { master, servers } = filled(300);
    const seed = servers[100] ?? CLIENT;
    const before = addressesIn(master.send(query(at(seed)), CLIENT));
    expect(before[0]).toBe(at(servers[101] ?? CLIENT));
    master.send('620a', seed);
    master.ask(() => null);
    expect(master.list()).not.toContain(at(seed));
    expect(addressesIn(master.send(query(at(seed)), CLIENT))).toEqual(before);
  });

  test('may be asked for from any port: nothing is remembered', () => {
    const { master, servers } = filled(240);
    const seed = at(servers[230] ?? CLIENT);
    const page = master.send(query(seed), { ...CLIENT, port: 1 });
    expect(addressesIn(page)).toHaveLength(10);
    expect(master.send(query(seed), CLIENT)).toBe(page);
  });

  test('in the form of 2006 begins behind the last port of an address', () => {
    const { master, servers } = filled(9, 3);
    const old = (address: number[], filter = '') =>
      Buffer.from([0x31, 0xff, ...address, ...raw(filter), 0]);
    expect(addressesIn(master.send(old([0, 0, 0, 0]), CLIENT))).toHaveLength(10);
    expect(addressesIn(master.send(old([20, 0, 0, 0]), CLIENT))).toEqual([
      ...servers.slice(3).map(at),
      'end',
    ]);
    expect(addressesIn(master.send(old([20, 0, 0, 1], '\\gamedir\\cstrike'), CLIENT))).toHaveLength(
      4,
    );
  });

  test('with a seed that cannot be is not answered; filters without NUL or with two are', () => {
    const { master } = filled(3);
    expect(master.send(raw('1\xff300.1.1.1:99999\0\0'), CLIENT)).toBeNull();
    expect(
      addressesIn(master.send(raw('1\xff0.0.0.0:0\0\\gamedir\\cstrike'), CLIENT)),
    ).toHaveLength(4);
    expect(
      addressesIn(master.send(raw('1\xff0.0.0.0:0\0\\gamedir\\cstrike\0\0'), CLIENT)),
    ).toHaveLength(4);
  });

  test('one server an address: also when its ports are on two pages', () => {
    const { master } = filled(231 * 3 + 30, 3);
    const found = master.list('\\collapse_addr_hash\\1');
    expect(found).toHaveLength(241);
    expect(found.every((each) => each.endsWith(':27015'))).toBe(true);
    // Asked from the middle of an address: its lowest port had its turn.
    expect(
      addressesIn(master.send(query('20.0.0.5:27015', '\\collapse_addr_hash\\1'), CLIENT))[0],
    ).toBe('20.0.0.6:27015');
    expect(
      addressesIn(master.send(query('20.0.0.5:27014', '\\collapse_addr_hash\\1'), CLIENT))[0],
    ).toBe('20.0.0.5:27015');
  });

  test('pages together are the list, whatever comes and goes between them', () => {
    const { master, servers } = filled(700);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 699 }), { maxLength: 40 }), (leaving) => {
        const gone = new Set(leaving.map((index) => at(servers[index] ?? CLIENT)));
        const found: string[] = [];
        let seed = '0.0.0.0:0';
        for (;;) {
          const page = addressesIn(master.send(query(seed), CLIENT));
          found.push(...page);
          if (page.at(-1) === 'end') {
            break;
          }
          seed = page.at(-1) ?? seed;
          for (const server of servers.filter((each) => gone.has(at(each)))) {
            master.send('620a', server);
          }
          master.ask((server) => (gone.has(at(server)) ? null : ANSWER));
        }
        // All that stayed are there, nothing twice.
        expect(new Set(found).size).toBe(found.length);
        expect(servers.map(at).filter((each) => !gone.has(each) && !found.includes(each))).toEqual(
          [],
        );
        for (const server of servers.filter((each) => gone.has(at(each)))) {
          master.register(server);
        }
        master.clock.now += 60_000;
        master.ask();
      }),
      { numRuns: 15 },
    );
  });
});

describe('regions', () => {
  test('ff lists all, another only its own, an unknown byte all', () => {
    const master = openQuietMaster();
    const [europe, none] = [
      { address: '20.0.0.1', port: 27015 },
      { address: '20.0.0.2', port: 27015 },
    ];
    master.register(europe);
    master.register(none, INFOSTRING.replace('region\\3', 'region\\-1'));
    master.ask();
    expect(master.list('', { region: 3 })).toEqual([at(europe)]);
    expect(master.list('', { region: 4 })).toEqual([]);
    expect(master.notes).toEqual([]);
    expect(master.list('\\foo\\1', { region: 8 })).toHaveLength(2);
    expect(master.notes).toEqual(['unknown key: foo', 'region 8 read as anywhere']);
    expect(master.list('', { region: 255 })).toHaveLength(2);
  });
});

type FilterServer = {
  id: string;
  address: string;
  gamedir: string;
  map: string;
  type: 'd' | 'l' | 'p';
  os: 'l' | 'w';
  secure: boolean;
  password: boolean;
  players: number;
  max: number;
  region: number;
  tags: string[];
  version: string;
  name: string | null;
  appid: number | null;
  white: boolean;
};
const { servers, cases } = sampleJson<{
  servers: FilterServer[];
  cases: { filter: string; region: number; match: string }[];
}>('filter-cases-CONSTRUCTED.json', { servers: [], cases: [] });

/** Heartbeat, and then what the server answers; without a name it never answers and the heartbeat is all there is. */
function registerAll(named: boolean) {
  const white = new Set(servers.filter((server) => server.white).map((server) => server.address));
  const master = openQuietMaster({ white, verified: named });
  const chosen = servers.filter(
    (server) => (server.name !== null && server.appid !== null) === named,
  );
  for (const server of chosen) {
    const [address = '', port = ''] = server.address.split(':');
    const flag = (value: boolean) => (value ? '1' : '0');
    master.register(
      { address, port: Number(port) },
      `\\players\\${server.players}\\max\\${server.max}\\gamedir\\${server.gamedir}\\map\\${server.map}\\type\\${server.type}\\password\\${flag(server.password)}\\os\\${server.os}\\secure\\${flag(server.secure)}\\lan\\0\\version\\${server.version}\\region\\${server.region}\\gametype\\${server.tags.join(',')}\n`,
    );
  }
  master.ask(({ address, port }): AnsweredFacts | null => {
    const server = chosen.find((each) => each.address === `${address}:${port}`);
    return server === undefined
      ? null
      : { ...ANSWER, ...server, name: server.name ?? '', appId: server.appid };
  });
  return { master, ids: new Map(chosen.map(({ address, id }) => [address, id])) };
}

describe.skipIf(cases.length === 0)(
  `the filters of the specification, asked of a master ${SKIPPED}`,
  () => {
    test('eight of its servers answer, two only sent a heartbeat', () => {
      expect([registerAll(true).ids.size, registerAll(false).ids.size]).toEqual([8, 2]);
    });

    const both = cases.length === 0 ? [] : [registerAll(true), registerAll(false)];
    // Facts that a heartbeat does not tell: these two cases are about a known app, or a known name, of the other two.
    const known = cases.filter(({ filter }) => !/appid\\240|name_match/.test(filter));
    test.each(known)('$filter from region $region', ({ filter, region, match }) => {
      const found = both.flatMap(({ master, ids }) =>
        master.list(filter, { region }).map((address) => ids.get(address)),
      );
      expect(found.sort().join('')).toBe(match);
    });
  },
);
