import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '#bytes/byteReader.ts';
import { PacketError } from '#bytes/packetError.ts';
import { type A2sInfo, decodeInfo, encodeInfo, serverKind, serverOs } from '#codec/a2s/info.ts';
import { addressOfKey, readAddressKey } from '#codec/master/address.ts';
import { bytesOf, goldenPacket, hexOf } from '../../packets/goldenPacket.ts';
import { byte, fieldText, letter, long, short } from '../arbitraries.ts';
import { cutsOf, outcome, payloadOf } from '../outcome.ts';

const CS2: A2sInfo = {
  protocol: 17,
  name: "Crow's Nest | 24/7 Mirage",
  map: 'de_mirage',
  folder: 'csgo',
  game: 'Counter-Strike 2',
  appId: 730,
  players: 10,
  maxPlayers: 12,
  bots: 2,
  serverType: 'd',
  os: 'l',
  password: false,
  secure: true,
  ship: null,
  version: '1.40.7.9',
  port: 27015,
  steamId: 90096618768367620n,
  tv: { port: 27020, name: 'Crow TV' },
  keywords: 'competitive,mirage',
  gameId: 730n,
  problems: [],
};

const ARK: A2sInfo = {
  ...CS2,
  name: 'Möwe Cluster 3x - (v359.2)',
  map: 'TheIsland',
  folder: 'ark_survival_evolved',
  game: 'ARK: Survival Evolved',
  appId: 0,
  players: 4,
  maxPlayers: 70,
  bots: 0,
  os: 'w',
  version: '1.0.0.0',
  port: 7777,
  tv: null,
  keywords: ',OWNINGID:90096618768367620,NUMOPENPUBCONN:67,P2PPORT:7777,LEGACY_i:0',
  gameId: 346110n,
};

test("case 132: the port of info has its low byte first, that of a master's list its high byte", () => {
  const info = decodeInfo(payloadOf(encodeInfo({ ...CS2, port: 0x6987 })));
  expect(info.port).toBe(27_015);
  expect(hexOf(encodeInfo({ ...CS2, port: 27_015 }))).toContain('f18769');
  expect(addressOfKey(readAddressKey(new ByteReader(Buffer.from('cb0071056987', 'hex'))))).toEqual({
    address: '203.0.113.5',
    port: 27_015,
  });
});

const NO_EXTRA = { port: null, steamId: null, tv: null, keywords: null, gameId: null };

const SHIP: A2sInfo = {
  ...CS2,
  ...NO_EXTRA,
  protocol: 7,
  name: 'Friday Cruise',
  map: 'batavier',
  folder: 'ship',
  game: 'The Ship',
  appId: 2400,
  players: 3,
  maxPlayers: 32,
  bots: 5,
  os: 'w',
  password: true,
  secure: false,
  ship: { mode: 2, witnesses: 3, duration: 5 },
  version: '1.0.0.16',
};

const OLD_SOURCE: A2sInfo = {
  ...CS2,
  ...NO_EXTRA,
  protocol: 7,
  name: 'old counter strike',
  map: 'de_dust',
  folder: 'cstrike',
  game: 'Counter-Strike: Source',
  appId: 240,
  players: 5,
  maxPlayers: 16,
  bots: 4,
  secure: false,
  version: '1.0.0.34',
};

test.each([
  ['cases 30, 33: every field in its order', 'infoCs2', CS2],
  ['case 40: an app id that is wrong fails nothing', 'infoArk', ARK],
  ['case 101: The Ship has three bytes before its version', 'infoShip', SHIP],
  ['case 32: no EDF byte is no cut', 'infoOldSource', OLD_SOURCE],
])('%s: %s gives the values, and the values give the packet', (_, name, info) => {
  const packet = goldenPacket(name);
  expect(decodeInfo(payloadOf(packet))).toEqual(info);
  expect(hexOf(encodeInfo(info))).toBe(hexOf(packet));
});

test('case 17: a player list is not read as info', () => {
  expect(() => decodeInfo(payloadOf(goldenPacket('players')))).toThrow(/type at byte 0: 0x44/);
});

test('cases 31, 126: protocol, counts and ports are unsigned', () => {
  const info = { ...CS2, protocol: 252, players: 0xe0, maxPlayers: 0xe6, port: 34297 };
  expect(decodeInfo(payloadOf(encodeInfo(info)))).toEqual(info);
  expect(hexOf(encodeInfo(info))).toContain('f985');
});

test('case 34: EDF 30 is two bits, not the character 0', () => {
  const packet = bytesOf(
    'ffffffff491161006200630064000000000800646c0000310030040027bd651640017461677300',
  );
  expect(decodeInfo(payloadOf(packet))).toMatchObject({
    players: 0,
    maxPlayers: 8,
    version: '1',
    steamId: 90096618768367620n,
    keywords: 'tags',
    port: null,
    tv: null,
    gameId: null,
    problems: [],
  });
});

test('case 35: what was read before the cut is kept, and the cut is told', () => {
  const cut = payloadOf(goldenPacket('infoCs2')).slice(0, -5);
  expect(decodeInfo(cut)).toEqual({ ...CS2, gameId: null, problems: ['info: cut in gameId'] });
});

test('case 36: a flag that is set with an empty value is "", not null', () => {
  const info = { ...OLD_SOURCE, keywords: '' };
  expect(decodeInfo(payloadOf(encodeInfo(info))).keywords).toBe('');
});

test('case 37: bytes behind the last field are ignored', () => {
  const longer = bytesOf(`${hexOf(payloadOf(goldenPacket('infoCs2')))}00ff49`);
  expect(decodeInfo(longer)).toEqual(CS2);
});

test('cases 38, 39: ids of 64 bits keep every digit, mod ids above 2^53 too', () => {
  const info = { ...ARK, gameId: 0x8db1_0a51_0200_0118n, steamId: 90071992547409920n };
  const read = decodeInfo(payloadOf(encodeInfo(info)));
  expect(String(read.gameId)).toBe('10209953173267808536');
  expect(String(read.steamId)).toBe('90071992547409920');
});

test.each([
  ['d', 'dedicated'],
  ['D', 'dedicated'],
  ['l', 'listen'],
  ['L', 'listen'],
  ['p', 'proxy'],
  ['m', 'unknown'],
  ['\0', 'unknown'],
])('case 41: server type "%s" is %s', (letterSent, kind) => {
  expect(serverKind(letterSent)).toBe(kind);
});

test.each([
  ['l', 'linux'],
  ['L', 'linux'],
  ['w', 'windows'],
  ['m', 'mac'],
  ['o', 'mac'],
  ['O', 'mac'],
  ['x', 'unknown'],
])('case 42: operating system "%s" is %s', (letterSent, os) => {
  expect(serverOs(letterSent)).toBe(os);
});

test('case 43: a flag of 2 or 255 is set', () => {
  const packet = bytesOf('4911610062006300640000000008006c6c02ff3100');
  expect(decodeInfo(packet)).toMatchObject({ password: true, secure: true });
});

test('cases 44, 48: more players than slots, and 255 slots, are given as sent', () => {
  const info = { ...ARK, players: 104, maxPlayers: 80 };
  expect(decodeInfo(payloadOf(encodeInfo(info)))).toMatchObject({ players: 104, maxPlayers: 80 });
  const unlimited = { ...ARK, players: 8, maxPlayers: 255 };
  expect(decodeInfo(payloadOf(encodeInfo(unlimited)))).toMatchObject({ maxPlayers: 255 });
});

test('cases 45, 54, 55, 119: bots, game, version and control bytes are given as sent', () => {
  const sent = { players: 26, bots: 26, version: '1.0.0.0', game: 'b8e8f1ab-Unreal Test!' };
  const info = { ...ARK, ...sent, name: `${'\x01'.repeat(27)}Crow\r\t` };
  expect(decodeInfo(payloadOf(encodeInfo(info)))).toEqual(info);
});

test('case 51: keywords of any form are one text', () => {
  for (const keywords of [';a;b', ' gm:darkrp gmc:rp', 'g=1.0.7,n=39,m=', 'a:64,s:1', 'MTIz==']) {
    const info = { ...CS2, keywords };
    expect(decodeInfo(payloadOf(encodeInfo(info))).keywords).toBe(keywords);
  }
});

test('case 63: the type byte decides, not the protocol number', () => {
  const info = { ...OLD_SOURCE, protocol: 48 };
  expect(decodeInfo(payloadOf(encodeInfo(info)))).toEqual(info);
});

test('case 47: a Rust server that tells its real counts in its keywords', () => {
  const packet = bytesOf(
    'ffffffff491152757374203330300050726f6365647572616c204d617000727573740052757374004ada162c00647700013235393200b16f6d040027bd651640016d703330302c63703237382c7170302c76323539322c68302c626f726e31373030303030303030004ada030000000000',
  );
  expect(decodeInfo(payloadOf(packet))).toMatchObject({
    name: 'Rust 300',
    players: 22,
    maxPlayers: 44,
    appId: 55882,
    gameId: 252490n,
    keywords: 'mp300,cp278,qp0,v2592,h0,born1700000000',
    problems: [],
  });
});

test('case 49: a name cut inside a character ends in one U+FFFD', () => {
  const cutName = hexOf(new TextEncoder().encode('x'.repeat(61).concat('ж'))).slice(0, -2);
  const packet = bytesOf(`4911${cutName}006200630064000000000800646c00003100`);
  expect(decodeInfo(packet).name).toBe(`${'x'.repeat(61)}\ufffd`);
});

test('case 53: empty map and game are valid', () => {
  const info = { ...CS2, map: '', game: '' };
  expect(decodeInfo(payloadOf(encodeInfo(info)))).toEqual(info);
});

test('case 117: a name in another encoding, read by that encoding', () => {
  const packet = bytesOf(
    'ffffffff4911c3eef0eee40064655f64757374320063737472696b65004353000a0005200064770001312e312e322e3700808769',
  );
  const decodeText = (bytes: Uint8Array) => new TextDecoder('windows-1251').decode(bytes);
  const expected = { map: 'de_dust2', players: 5, maxPlayers: 32, port: 27015 };
  expect(decodeInfo(payloadOf(packet), { decodeText })).toMatchObject({
    ...expected,
    name: 'Город',
  });
  expect(decodeInfo(payloadOf(packet))).toMatchObject({ ...expected, name: '\ufffd'.repeat(5) });
});

test.each(['infoCs2', 'infoArk', 'infoShip', 'infoOldSource'])(
  '%s cut at any length is refused, or the cut is told',
  (name) => {
    const payload = payloadOf(goldenPacket(name));
    const whole = decodeInfo(payload);
    const endOfVersion = bytesUpToVersion(whole).length;
    for (const cut of cutsOf(payload)) {
      const read = outcome(() => decodeInfo(cut));
      if (read instanceof PacketError) {
        expect(cut.length).toBeLessThan(endOfVersion);
      } else if (cut.length === endOfVersion) {
        // Without its EDF byte this is the older layout, whole (case 32).
        expect(read).toEqual({ ...whole, ...NO_EXTRA });
      } else {
        expect(read.problems).toEqual([expect.stringMatching(/^info: cut in /)]);
      }
    }
  },
);

function bytesUpToVersion(info: A2sInfo): Uint8Array {
  return payloadOf(encodeInfo({ ...info, ...NO_EXTRA }));
}

const anyInfo: fc.Arbitrary<A2sInfo> = fc
  .record({
    protocol: byte,
    name: fieldText,
    map: fieldText,
    folder: fieldText,
    game: fieldText,
    appId: fc.oneof(short, fc.constant(2400)),
    players: byte,
    maxPlayers: byte,
    bots: byte,
    serverType: letter,
    os: letter,
    password: fc.boolean(),
    secure: fc.boolean(),
    ship: fc.record({ mode: byte, witnesses: byte, duration: byte }),
    version: fieldText,
    port: fc.option(short),
    steamId: fc.option(long),
    tv: fc.option(fc.record({ port: short, name: fieldText })),
    keywords: fc.option(fieldText),
    gameId: fc.option(long),
    problems: fc.constant<string[]>([]),
  })
  .map((info) => ({ ...info, ship: isShip(info.appId) ? info.ship : null }));

function isShip(appId: number): boolean {
  return [2400, 2401, 2402, 2403, 2405, 2406, 2412, 2430].includes(appId);
}

test('reading gives what was written, for every set of extra fields', () => {
  fc.assert(
    fc.property(anyInfo, (info) => {
      expect(decodeInfo(payloadOf(encodeInfo(info)))).toEqual(info);
    }),
    { numRuns: 500 },
  );
});

test('case 101: The Ship and its three bytes belong together', () => {
  expect(() => encodeInfo({ ...SHIP, ship: null })).toThrow(PacketError);
  expect(() => encodeInfo({ ...CS2, ship: SHIP.ship })).toThrow(PacketError);
});
