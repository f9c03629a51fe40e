import { describe, expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { addressKey, addressOfKey, parseAddress } from '#codec/master/address.ts';
import { decodeMasterChallenge, encodeMasterChallenge } from '#codec/master/challenge.ts';
import { collapsesAddresses } from '#codec/master/filter.ts';
import { compileFilter, type ServerFacts, searchable } from '#codec/master/filterMatch.ts';
import { parseFilter } from '#codec/master/filterParse.ts';
import { encodeHeartbeat } from '#codec/master/heartbeat.ts';
import { encodePong, readMasterDatagram } from '#codec/master/masterDatagram.ts';
import { decodeMasterPage, encodeMasterPage } from '#codec/master/page.ts';
import { encodeMasterQuery } from '#codec/master/query.ts';
import { regionName } from '#codec/master/region.ts';
import { bytesOf, hexOf } from '../../packets/goldenPacket.ts';
import { SKIPPED, sampleJson } from './sampleFiles.ts';

// biome-ignore lint/suspicious/noExplicitAny: the files of the specification, checked field by field below
type Expected = any;
type Sample = { name: string; hex: string; bytes: number; expect?: Expected };

const { samples: wire } = sampleJson<{ samples: Sample[] }>('wire.json', { samples: [] });
const { samples: made } = sampleJson<{ samples: Sample[] }>('wire-CONSTRUCTED.json', {
  samples: [],
});
const samples = [...wire, ...made];
const named = (start: string) =>
  samples
    .filter(({ name }) => name.startsWith(start))
    .map((sample) => [sample.name, sample] as const);

describe.skipIf(samples.length === 0)(`datagrams of the specification ${SKIPPED}`, () => {
  test('all of them are here, as long as they say', () => {
    expect([wire.length, made.length]).toEqual([11, 38]);
    expect(samples.filter(({ hex, bytes }) => hex.length !== 2 * bytes)).toEqual([]);
  });

  test.each(named('query_').filter(([, { expect }]) => expect))(
    '%s',
    (_, { hex, expect: told }) => {
      const datagram = readMasterDatagram(bytesOf(hex));
      const query = datagram.kind === 'query' ? datagram.query : null;
      const port = query?.seed.port ?? null;
      expect({
        form: query?.form === '2006' ? 2006 : undefined,
        region: query?.region,
        seed: port === null ? query?.seed.address : `${query?.seed.address}:${port}`,
        filter: query?.filter,
      }).toEqual({ form: undefined, ...told });
    },
  );

  test.each(['query_all', 'query_napp500', 'query_2006_rawip', 'query_page2', 'query_2006_page2'])(
    '%s is written byte for byte',
    (name) => {
      const hex = samples.find((sample) => sample.name === name)?.hex ?? '';
      const datagram = readMasterDatagram(bytesOf(hex));
      expect(datagram.kind === 'query' && hexOf(encodeMasterQuery(datagram.query))).toBe(hex);
    },
  );

  test('a seed that cannot be is no query', () => {
    const [[, bad] = []] = named('query_bad_seed');
    expect(readMasterDatagram(bytesOf(bad?.hex ?? '')).kind).toBe('noise');
  });

  test.each(named('reply_'))('%s', (_, { hex, expect: told }) => {
    if (told === 'ignore') {
      expect(() => decodeMasterPage(bytesOf(hex))).toThrow(PacketError);
      return;
    }
    const read = (options = {}) => {
      const { servers, end, cutBytes, key } = decodeMasterPage(bytesOf(hex), options);
      return {
        servers: servers.map(addressOfKey).map(({ address, port }) => `${address}:${port}`),
        end,
        ...(cutBytes > 0 ? { problems: ['page cut'] } : {}),
        ...(key === null ? {} : { key: key.toString(16) }),
      };
    };
    expect(read()).toEqual(told.plain ?? told);
    if (told.xash) {
      expect(read({ xash: true, keyed: true })).toEqual(told.xash);
      const page = decodeMasterPage(bytesOf(hex), { keyed: true });
      expect(hexOf(encodeMasterPage(page.servers.map(addressOfKey), page))).toBe(hex);
    }
  });

  test.each(named('challenge_'))('%s', (_, { hex, expect: told }) => {
    const challenge = decodeMasterChallenge(bytesOf(hex));
    expect(challenge).toEqual({ echo: null, ...told });
    expect(hexOf(encodeMasterChallenge(challenge))).toBe(hex);
  });

  test.each(named('heartbeat_'))('%s', (name, { hex, expect: told }) => {
    const datagram = readMasterDatagram(bytesOf(hex));
    const heartbeat = datagram.kind === 'heartbeat' ? datagram.heartbeat : null;
    expect(heartbeat).not.toBeNull();
    if (name === 'heartbeat_signed_challenge') {
      expect(heartbeat?.challenge).toBe(told.challenge);
    } else if (told) {
      const lower = Object.entries<string>(told).map(([key, value]) => [key.toLowerCase(), value]);
      expect([...(heartbeat?.fields ?? [])]).toEqual(lower);
      const written = encodeHeartbeat(Object.entries<string>(told), {
        lineFeed: name !== 'heartbeat_xash_no_nl',
      });
      expect(hexOf(written)).toBe(hex);
    }
  });

  test('the other first bytes', () => {
    const kinds = Object.fromEntries(
      samples.map(({ name, hex }) => [name, readMasterDatagram(bytesOf(hex))]),
    );
    expect(kinds).toMatchObject({
      join_valve: { kind: 'join', echo: null },
      join_ff_prefix: { kind: 'join', echo: null },
      join_xash: { kind: 'join', echo: 0xdeadbeef },
      quit_goldsrc: { kind: 'quit' },
      quit_source: { kind: 'quit' },
      ping: { kind: 'ping' },
      legacy_list_c: { kind: 'legacy' },
      legacy_list_e: { kind: 'legacy' },
    });
    expect(hexOf(encodePong())).toBe(samples.find(({ name }) => name === 'pong')?.hex);
  });
});

type FilterServer = Omit<ServerFacts, 'appId' | 'address' | 'port'> & {
  id: string;
  address: string;
  appid: number | null;
  region: number;
};
type FilterCase = { filter: string; region: number; why?: string; match: string; notes?: string[] };
const { servers, cases } = sampleJson<{ servers: FilterServer[]; cases: FilterCase[] }>(
  'filter-cases-CONSTRUCTED.json',
  { servers: [], cases: [] },
);

function factsOf({ address, appid, ...rest }: FilterServer): ServerFacts {
  const { address: host = '', port } = parseAddress(address) ?? {};
  return { ...rest, address: host, port: port ?? 0, appId: appid };
}

/** The servers that a master lists for a filter, by the steps in which it finds them. */
function listed({ filter: text, region }: FilterCase): { match: string; notes: string[] } {
  const { filter, notes } = parseFilter(text);
  const known = regionName(region);
  const fits = compileFilter(filter);
  const found = servers
    .map((server) => ({ id: server.id, region: server.region, facts: factsOf(server) }))
    .sort((one, other) => addressKey(one.facts) - addressKey(other.facts))
    .filter((server) => known === null || region === 0xff || server.region === region)
    .filter(({ facts }) => fits(searchable(facts)));
  const hosts = new Set<string>();
  const kept = found.filter(({ facts }) => {
    const first = !hosts.has(facts.address);
    hosts.add(facts.address);
    return first || !collapsesAddresses(filter);
  });
  return {
    match: kept.map(({ id }) => id).join(''),
    notes: known === null ? [`region ${region} read as anywhere`, ...notes] : notes,
  };
}

describe.skipIf(cases.length === 0)(`the filters of the specification ${SKIPPED}`, () => {
  test('all 65 of them are here', () => {
    expect([servers.length, cases.length]).toEqual([10, 65]);
  });

  test.each(cases)('$filter from region $region', (one) => {
    expect(listed(one)).toEqual({ match: one.match, notes: one.notes ?? [] });
  });
});
