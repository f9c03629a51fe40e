import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { serverKind } from '#codec/a2s/info.ts';
import { decodeGoldsrcInfo, encodeGoldsrcInfo, type GoldsrcInfo } from '#codec/goldsrc/info.ts';
import { bytesOf, goldenPacket, hexOf } from '../../packets/goldenPacket.ts';
import { byte, fieldText, letter, unsigned } from '../arbitraries.ts';
import { cutsOf, outcome, payloadOf } from '../outcome.ts';

const PLAIN: GoldsrcInfo = {
  address: '127.0.0.1:27015',
  name: 'hldm at night',
  map: 'crossfire',
  folder: 'valve',
  game: 'Half-Life',
  players: 6,
  maxPlayers: 16,
  protocol: 47,
  serverType: 'd',
  os: 'l',
  password: false,
  isMod: false,
  mod: null,
  secure: true,
  bots: 2,
  problems: [],
};

const MOD: GoldsrcInfo = {
  address: 'LOOPBACK',
  name: 'dust until dawn',
  map: 'de_dust2',
  folder: 'cstrike',
  game: 'Counter-Strike',
  players: 11,
  maxPlayers: 24,
  protocol: 48,
  serverType: 'l',
  os: 'w',
  password: true,
  isMod: true,
  mod: {
    link: 'www.counter-strike.net',
    downloadLink: '',
    version: 1,
    size: 184_000_000,
    multiplayerOnly: false,
    ownDll: true,
  },
  secure: false,
  bots: 0,
  problems: [],
};

const HLTV: GoldsrcInfo = {
  ...PLAIN,
  address: '10.0.0.1:27020',
  name: 'HLTV of the final',
  map: 'de_train',
  folder: 'cstrike',
  game: 'Counter-Strike',
  players: 0,
  maxPlayers: 128,
  protocol: 48,
  serverType: 'p',
  secure: false,
  bots: null,
};

test.each([
  ['goldsrcInfo', PLAIN],
  ['case 58: goldsrcInfoMod', MOD],
  ['case 59: goldsrcInfoHltv', HLTV],
])('%s: the packet gives the values, and the values give the packet', (title, info) => {
  const packet = goldenPacket(title.replace(/^case .*: /, ''));
  expect(decodeGoldsrcInfo(payloadOf(packet))).toEqual(info);
  expect(hexOf(encodeGoldsrcInfo(info))).toBe(hexOf(packet));
});

test('case 60: the mod byte is set and only VAC and bots follow', () => {
  const packet = bytesOf(`${hexOf(goldenPacket('goldsrcInfoMod').slice(0, -37))}0103`);
  expect(decodeGoldsrcInfo(payloadOf(packet))).toEqual({
    ...MOD,
    mod: null,
    secure: true,
    bots: 3,
  });
});

test('case 61: of a mod block that was cut, what is there is kept', () => {
  const packet = goldenPacket('goldsrcInfoMod').slice(0, -6);
  expect(decodeGoldsrcInfo(payloadOf(packet))).toEqual({
    ...MOD,
    mod: { ...MOD.mod, size: null, multiplayerOnly: null, ownDll: null },
    secure: null,
    bots: null,
    problems: ['info: cut in mod size'],
  });
});

test('cases 56, 62: HLTV is a proxy, and its address is what it believes itself', () => {
  const { serverType, address } = decodeGoldsrcInfo(payloadOf(goldenPacket('goldsrcInfoHltv')));
  expect(serverKind(serverType)).toBe('proxy');
  expect(address).toBe('10.0.0.1:27020');
});

test('case 63: protocol 46 has the same layout', () => {
  const info = { ...MOD, protocol: 46 };
  expect(decodeGoldsrcInfo(payloadOf(encodeGoldsrcInfo(info)))).toEqual(info);
});

test('case 66: an info answer of the other type is not read as this one', () => {
  expect(() => decodeGoldsrcInfo(payloadOf(goldenPacket('infoCs2')))).toThrow(/0x49 is not 0x6d/);
});

test('case 67: a CR in a text is given as sent', () => {
  const info = { ...PLAIN, game: '1.1.2.7\r/Stdio' };
  expect(decodeGoldsrcInfo(payloadOf(encodeGoldsrcInfo(info))).game).toBe('1.1.2.7\r/Stdio');
});

test('case 117: a name in another encoding, read by that encoding', () => {
  const sent = bytesOf('6d00c3eef0eee4000000000000000064 6c00000000');
  const decodeText = (bytes: Uint8Array) => new TextDecoder('windows-1251').decode(bytes);
  expect(decodeGoldsrcInfo(sent, { decodeText }).name).toBe('Город');
});

test.each([
  ['goldsrcInfo', 2],
  ['goldsrcInfoMod', 37],
  ['goldsrcInfoHltv', 1],
])('%s cut at any length is refused, or the cut is told', (name, behindModByte) => {
  const payload = payloadOf(goldenPacket(name));
  const whole = decodeGoldsrcInfo(payload);
  for (const cut of cutsOf(payload)) {
    const read = outcome(() => decodeGoldsrcInfo(cut));
    if (read instanceof PacketError) {
      expect(cut.length).toBeLessThan(payload.length - behindModByte);
    } else if (read.problems.length === 0) {
      // Bots are optional (case 59), and one or two bytes behind the mod byte are VAC and bots (case 60).
      expect(read.bots === null || read.mod === null).toBe(true);
      expect(read).toMatchObject({ name: whole.name, players: whole.players });
    } else {
      expect(read.problems).toEqual([expect.stringMatching(/^info: cut in /)]);
      expect(read.bots).toBeNull();
    }
  }
});

const anyMod = fc.record({
  link: fieldText,
  downloadLink: fieldText,
  version: unsigned,
  size: unsigned,
  multiplayerOnly: fc.boolean(),
  ownDll: fc.boolean(),
});

const anyInfo: fc.Arbitrary<GoldsrcInfo> = fc
  .record({
    address: fieldText,
    name: fieldText,
    map: fieldText,
    folder: fieldText,
    game: fieldText,
    players: byte,
    maxPlayers: byte,
    protocol: byte,
    serverType: letter,
    os: letter,
    password: fc.boolean(),
    isMod: fc.boolean(),
    mod: fc.option(anyMod),
    secure: fc.boolean(),
    bots: fc.option(byte),
    problems: fc.constant<string[]>([]),
  })
  .map((info) => ({ ...info, mod: info.isMod ? info.mod : null }));

test('reading gives what was written', () => {
  fc.assert(
    fc.property(anyInfo, (info) => {
      expect(decodeGoldsrcInfo(payloadOf(encodeGoldsrcInfo(info)))).toEqual(info);
    }),
    { numRuns: 300 },
  );
});
