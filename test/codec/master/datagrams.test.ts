import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import {
  addressKey,
  addressOfKey,
  parseAddress,
  type ServerAddress,
} from '#codec/master/address.ts';
import { decodeMasterChallenge, encodeMasterChallenge } from '#codec/master/challenge.ts';
import { decodeHeartbeat, encodeHeartbeat } from '#codec/master/heartbeat.ts';
import {
  encodeJoin,
  encodeMasterPing,
  encodePong,
  encodeQuit,
  readMasterDatagram,
} from '#codec/master/masterDatagram.ts';
import { decodeMasterPage, encodeMasterPage } from '#codec/master/page.ts';
import { decodeMasterQuery, encodeMasterQuery, FIRST_SEED } from '#codec/master/query.ts';
import { parseRegion, REGIONS, regionName } from '#codec/master/region.ts';
import { readServerReport, reportFields, type ServerReport } from '#codec/master/serverReport.ts';
import { bytesOf, hexOf } from '../../packets/goldenPacket.ts';
import { byte, short, unsigned } from '../arbitraries.ts';
import { cutsOf, outcome } from '../outcome.ts';

const server: fc.Arbitrary<ServerAddress> = fc
  .record({ address: fc.ipV4(), port: fc.integer({ min: 1, max: 65_535 }) })
  .filter(({ address }) => address !== '0.0.0.0');
const text = (value: string) => Buffer.from(value).toString('hex');

describe('addresses', () => {
  test('sort by address as a number, then by port', () => {
    const addresses = [
      '9.0.0.1:1',
      '10.0.0.1:27015',
      '10.0.0.1:27016',
      '100.0.0.1:5',
      '255.255.255.255:65535',
    ];
    const keys = addresses.map((each) => {
      const { address = '', port } = parseAddress(each) ?? {};
      return addressKey({ address, port: port ?? 0 });
    });
    expect(keys).toEqual([...keys].sort((one, other) => one - other));
    fc.assert(
      fc.property(server, (each) => {
        expect(addressOfKey(addressKey(each))).toEqual(each);
      }),
    );
  });

  test.each([
    '300.1.1.1:1',
    '1.2.3:1',
    '1.2.3.4:65536',
    '1.2.3.4:',
    '1.2.3.4:x',
    '1.2.3.4:1:2',
    'host:1',
    '',
  ])('"%s" is none', (bad) => expect(parseAddress(bad)).toBeNull());
});

describe('regions', () => {
  test('names and digits, both ways', () => {
    expect(parseRegion('Europe')).toBe(3);
    expect(parseRegion('ff')).toBe(0xff);
    expect([parseRegion('mars'), parseRegion('1'), regionName(8)]).toEqual([null, null, null]);
    for (const [name, value] of Object.entries(REGIONS)) {
      expect([regionName(value), parseRegion(name)]).toEqual([name, value]);
    }
  });
});

describe('queries', () => {
  const all = { form: 'text', region: 0xff, seed: FIRST_SEED, filter: '' } as const;

  test('all servers, anywhere: 13 bytes', () => {
    expect(hexOf(encodeMasterQuery(all))).toBe('31ff302e302e302e303a300000');
    const filtered = encodeMasterQuery({ ...all, filter: '\\napp\\500' });
    expect(hexOf(filtered)).toBe(`31ff${text('0.0.0.0:0')}00${text('\\napp\\500')}00`);
  });

  test('2006: four raw bytes', () => {
    const raw = {
      ...all,
      form: '2006',
      region: 0,
      seed: { address: '203.0.113.9', port: null },
    } as const;
    expect(hexOf(encodeMasterQuery(raw))).toBe('3100cb00710900');
    expect(decodeMasterQuery(bytesOf('3100cb00710900'))).toEqual(raw);
  });

  test('a text seed without a port means: behind the last port of that address', () => {
    expect(decodeMasterQuery(bytesOf(`31ff${text('1.2.3.4')}0000`))?.seed).toEqual({
      address: '1.2.3.4',
      port: null,
    });
  });

  test.each([
    '',
    '31',
    '31ff',
    '31ff000000',
    '30ff302e302e302e303a300000',
    `31ff${text('1.1.1.1:99999')}0000`,
  ])('%s is none', (hex) => expect(decodeMasterQuery(bytesOf(hex))).toBeNull());

  test('reading gives what was written, in both forms', () => {
    const filter = fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((each) => `\\${each}`);
    fc.assert(
      fc.property(byte, server, filter, fc.boolean(), (region, seed, text, old) => {
        const query = old
          ? ({ form: '2006', region, seed: { ...seed, port: null }, filter: text } as const)
          : ({ form: 'text', region, seed, filter: text } as const);
        const read = decodeMasterQuery(encodeMasterQuery(query));
        // Raw bytes that spell an address are an address.
        fc.pre(!old || read?.form === '2006');
        expect(read).toEqual(query);
      }),
    );
  });

  test('what cannot be sent', () => {
    expect(() => encodeMasterQuery({ ...all, filter: 'a\0b' })).toThrow(PacketError);
    expect(() => encodeMasterQuery({ ...all, seed: { address: '::1', port: 1 } })).toThrow(
      PacketError,
    );
  });
});

describe('pages', () => {
  const readPage = (datagram: Uint8Array) => {
    const { servers, ...rest } = decodeMasterPage(datagram);
    return { servers: servers.map(addressOfKey), ...rest };
  };

  test('three servers and the end mark, byte for byte; the port has its high byte first', () => {
    const hex = 'ffffffff660aa83f685b6987592cf6626987c1c03b4a69db000000000000';
    const servers = [
      { address: '168.63.104.91', port: 27015 },
      { address: '89.44.246.98', port: 27015 },
      { address: '193.192.59.74', port: 27099 },
    ];
    expect(readPage(bytesOf(hex))).toEqual({ servers, end: true, cutBytes: 0, key: null });
    expect(hexOf(encodeMasterPage(servers, { end: true }))).toBe(hex);
  });

  test.each(['', 'ffffffff66', 'ffffff660a0a00000169870000', 'ffffffff490a0a0000016987'])(
    '%s is none, and is not read shifted',
    (hex) => expect(() => decodeMasterPage(bytesOf(hex))).toThrow(PacketError),
  );

  test('Xash3D: port 0 ends the list whatever the address', () => {
    const hex = 'ffffffff660a0a000001000069870a0000016987';
    expect(decodeMasterPage(bytesOf(hex), { xash: true })).toMatchObject({
      servers: [],
      end: true,
    });
    expect(() => decodeMasterPage(bytesOf(hex), { keyed: true })).toThrow(PacketError);
  });

  test('reading gives what was written; cut anywhere, whole addresses are left', () => {
    fc.assert(
      fc.property(fc.array(server, { maxLength: 240 }), fc.boolean(), (servers, end) => {
        const page = encodeMasterPage(servers, { end });
        expect(readPage(page)).toEqual({ servers, end, cutBytes: 0, key: null });
      }),
    );
    const page = encodeMasterPage(
      [
        { address: '1.2.3.4', port: 5 },
        { address: '5.6.7.8', port: 9 },
      ],
      { end: false },
    );
    const counts = cutsOf(page).map((cut) => {
      const read = outcome(() => decodeMasterPage(cut));
      return read instanceof PacketError ? 'none' : [read.servers.length, read.cutBytes];
    });
    expect(counts).toEqual([
      ...Array.from({ length: 6 }, () => 'none'),
      ...[0, 1, 2, 3, 4, 5].map((cut) => [0, cut]),
      ...[0, 1, 2, 3, 4, 5].map((cut) => [1, cut]),
    ]);
  });
});

describe('challenges', () => {
  test('0x4fdd2f96 is little-endian, and the number of a Xash3D server comes back', () => {
    const plain = { challenge: 0x4fdd2f96, echo: null };
    expect(hexOf(encodeMasterChallenge(plain))).toBe('ffffffff730a962fdd4f');
    expect(decodeMasterChallenge(bytesOf('ffffffff730a962fdd4f00'))).toEqual(plain);
    const echoed = { challenge: 0x12345678, echo: 0xdeadbeef };
    expect(hexOf(encodeMasterChallenge(echoed))).toBe('ffffffff730a78563412efbeadde');
    fc.assert(
      fc.property(unsigned, fc.option(unsigned), (challenge, echo) => {
        expect(decodeMasterChallenge(encodeMasterChallenge({ challenge, echo }))).toEqual({
          challenge,
          echo,
        });
      }),
    );
  });

  test('cut anywhere it is none', () => {
    for (const cut of cutsOf(bytesOf('ffffffff730a962fdd4f'))) {
      expect(outcome(() => decodeMasterChallenge(cut))).toBeInstanceOf(PacketError);
    }
  });
});

const CSTRIKE: ServerReport = {
  protocol: 47,
  gamedir: 'cstrike',
  product: 'cstrike',
  map: 'de_aztec',
  version: '1.1.2.7/Stdio',
  players: 3,
  max: 16,
  bots: 1,
  type: 'd',
  os: 'l',
  password: false,
  secure: true,
  lan: false,
  region: 3,
  tags: [],
  others: {},
  clamped: false,
};
const infostring = (
  engine: Parameters<typeof reportFields>[1]['engine'],
  report: Partial<ServerReport> = {},
) =>
  Buffer.from(
    encodeHeartbeat(reportFields({ ...CSTRIKE, ...report }, { engine, challenge: 77 })),
  ).toString();

describe('heartbeats', () => {
  test('each engine has its own order', () => {
    const head =
      '0\n\\protocol\\47\\challenge\\77\\players\\3\\max\\16\\bots\\1\\gamedir\\cstrike\\map\\de_aztec';
    expect(infostring('goldsrc')).toBe(
      `${head}\\type\\d\\password\\0\\os\\l\\secure\\1\\lan\\0\\version\\1.1.2.7/Stdio\\region\\3\\product\\cstrike\n`,
    );
    expect(infostring('source')).toBe(
      `${head}\\password\\0\\os\\l\\lan\\0\\region\\3\\type\\d\\secure\\1\\version\\1.1.2.7/Stdio\\product\\cstrike\n`,
    );
    expect(infostring('orangebox', { tags: ['a', 'b'], region: 255 })).toBe(
      `${head}\\password\\0\\os\\l\\lan\\0\\region\\-1\\gametype\\a,b\\type\\d\\secure\\1\\version\\1.1.2.7/Stdio\\product\\cstrike\n`,
    );
    expect(infostring('xash', { others: { nat: '0', foo: 'bar' } })).toMatch(
      /\\product\\cstrike\\nat\\0\\foo\\bar\n$/,
    );
  });

  test('a report comes through each engine as it was', () => {
    const word = fc.stringMatching(/^[a-z0-9_./-]{1,12}$/);
    const report: fc.Arbitrary<ServerReport> = fc.record({
      protocol: short,
      gamedir: word,
      product: word,
      map: word,
      version: word,
      players: fc.integer({ min: 0, max: 32 }),
      max: fc.integer({ min: 32, max: 255 }),
      bots: fc.integer({ min: 0, max: 32 }),
      type: fc.constantFrom('d', 'l', 'p'),
      os: fc.constantFrom('l', 'w', 'm'),
      password: fc.boolean(),
      secure: fc.boolean(),
      lan: fc.boolean(),
      region: fc.constantFrom(0, 3, 7, 255),
      tags: fc.constant([]),
      others: fc.dictionary(fc.constantFrom('nat', 'foo'), word).map((each) => ({ ...each })),
      clamped: fc.constant(false),
    });
    const engine = fc.constantFrom(
      'goldsrc' as const,
      'source' as const,
      'orangebox' as const,
      'xash' as const,
    );
    fc.assert(
      fc.property(report, engine, unsigned, (told, engine, challenge) => {
        const read = decodeHeartbeat(encodeHeartbeat(reportFields(told, { engine, challenge })));
        expect([read.challenge, read.problems]).toEqual([challenge, []]);
        expect(readServerReport(read.fields)).toEqual(told);
      }),
    );
  });

  test('numbers are brought into their range, and the report says so', () => {
    const read = (told: string) =>
      readServerReport(decodeHeartbeat(Buffer.from(`0\n${told}`)).fields);
    expect(read('\\players\\65\\max\\32\\bots\\99')).toMatchObject({
      players: 32,
      max: 32,
      bots: 32,
      clamped: true,
    });
    expect(read('\\players\\-1\\max\\99999999')).toMatchObject({
      players: 0,
      max: 65_535,
      clamped: true,
    });
    expect(read('\\players\\x\\max\\4')).toMatchObject({ players: 0, max: 4, clamped: true });
    expect(read('\\players\\2\\max\\4')).toMatchObject({ players: 2, clamped: false });
  });

  test('texts lose control characters and what is beyond 127 bytes', () => {
    const fields = new Map([
      ['map', 'de\u0007_\u001b[31mdust'],
      ['version', 'é'.repeat(100)],
    ]);
    const { map, version } = readServerReport(fields);
    expect([map, Buffer.byteLength(version)]).toEqual(['de_[31mdust', 126]);
  });

  test('old and odd values', () => {
    const read = (pairs: Record<string, string>) =>
      readServerReport(new Map(Object.entries(pairs)));
    expect(read({ dedicated: '1' }).type).toBe('d');
    expect(read({ dedicated: '0' }).type).toBe('l');
    expect(read({ type: 'L', os: 'W' })).toMatchObject({ type: 'l', os: 'w' });
    expect(read({ type: 'x', os: '?' })).toMatchObject({ type: null, os: null });
    expect(read({ password: 'yes' }).password).toBeNull();
    expect(['-1', '255', '', 'x', '3.5'].map((region) => read({ region }).region)).toEqual(
      Array(5).fill(255),
    );
    expect(read({ gametype: ' a, b,,c ' }).tags).toEqual(['a', 'b', 'c']);
  });

  test('the last value of a key wins, a key without one is dropped, 64 keys are enough', () => {
    const read = (told: string) => decodeHeartbeat(Buffer.from(`0\n${told}`));
    expect(read('\\map\\a\\MAP\\b\n\0').fields.get('map')).toBe('b');
    const odd = read('map\\a\\players');
    expect([[...odd.fields], odd.problems]).toEqual([
      [['map', 'a']],
      ['heartbeat: key without value'],
    ]);
    const many = read(Array.from({ length: 250 }, (_, at) => `\\k${at}\\v`).join(''));
    expect([many.fields.size, many.problems]).toEqual([64, ['heartbeat: more than 64 keys']]);
  });

  test.each([
    ['1339895702', 1_339_895_702],
    ['-65511673', 4_229_455_623],
    ['4294967296', null],
    ['-2147483649', null],
    ['0x10', null],
    ['', null],
  ])('challenge %s is %s', (sent, read) => {
    expect(decodeHeartbeat(Buffer.from(`0\n\\challenge\\${sent}`)).challenge).toBe(read);
  });

  test('30 without 0a, and 2,049 bytes, are none', () => {
    expect(() => decodeHeartbeat(Buffer.from('0\\map\\a'))).toThrow(PacketError);
    expect(() => decodeHeartbeat(Buffer.from(`0\n${'\\a\\b'.repeat(512)}`))).toThrow(PacketError);
    expect(() => encodeHeartbeat([['map', 'a\\b']])).toThrow(PacketError);
  });

  test('cut anywhere it reads as far as it goes', () => {
    const whole = Buffer.from(infostring('source'));
    for (const [length, cut] of cutsOf(whole).entries()) {
      const read = outcome(() => decodeHeartbeat(cut));
      expect(read instanceof PacketError).toBe(length < 2);
    }
  });
});

describe('what arrives at a master', () => {
  test('is told apart by its first byte', () => {
    const kinds = (hex: string) => readMasterDatagram(bytesOf(hex));
    expect(kinds('71')).toEqual({ kind: 'join', echo: null });
    expect(kinds('7101020304')).toEqual({ kind: 'join', echo: null });
    expect(kinds('71ff01000000')).toEqual({ kind: 'join', echo: 1 });
    expect(kinds('ffffffff71')).toEqual({ kind: 'join', echo: null });
    expect(kinds('69')).toEqual({ kind: 'ping' });
    expect(kinds('620a')).toEqual({ kind: 'quit' });
    expect(kinds('62')).toEqual({ kind: 'noise' });
    expect(kinds('305c6d')).toEqual({ kind: 'noise' });
    expect(kinds('ffffffff490000')).toEqual({ kind: 'noise' });
    expect(kinds('')).toEqual({ kind: 'noise' });
    expect(readMasterDatagram(new Uint8Array(2049).fill(0x71))).toEqual({ kind: 'noise' });
  });

  test('is what the encoders write', () => {
    expect(hexOf(encodeJoin())).toBe('71');
    expect(hexOf(encodeJoin(0xdeadbeef))).toBe('71ffefbeadde');
    expect([encodeQuit('goldsrc'), encodeQuit('source')].map(hexOf)).toEqual(['620a', '620a00']);
    expect([encodeMasterPing(), encodePong()].map(hexOf)).toEqual(['69', 'ffffffff6a00']);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => void readMasterDatagram(bytes)),
    );
  });
});
