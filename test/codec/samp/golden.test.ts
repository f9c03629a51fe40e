import { describe, expect, test } from 'vitest';
import { decodeExtraInfo, encodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { readHeader } from '#codec/samp/header.ts';
import { decodeInfo, encodeInfo } from '#codec/samp/info.ts';
import { decodePing, encodePing } from '#codec/samp/ping.ts';
import { decodePlayers, encodePlayers } from '#codec/samp/players.ts';
import {
  decodeRconCommand,
  decodeRconLine,
  encodeRconCommand,
  encodeRconLine,
} from '#codec/samp/rcon.ts';
import { decodeRequest, encodeRequest } from '#codec/samp/request.ts';
import { decodeRules, encodeRules } from '#codec/samp/rules.ts';
import { ascii, HEADER, packet, TARGET } from './bytes.ts';

const vegas = { name: ascii('Lars_Vegas'), score: 27, ping: 225, slotByte: 0 };
const cj = { name: ascii('CJ'), score: -5, ping: 51, slotByte: 44 };
const bare = { ping: null, slotByte: null };

describe('requests', () => {
  test.each(['i', 'r', 'c', 'd', 'o'] as const)('%s is the header and its letter', (opcode) => {
    const datagram = packet(`${HEADER} "${opcode}"`);
    expect(encodeRequest(TARGET, opcode)).toEqual(datagram);
    expect(decodeRequest(datagram)).toEqual({ target: TARGET, opcode, bytes: 11 });
  });

  test('ping carries four bytes and comes back as it went', () => {
    const datagram = packet(`${HEADER} 70 a1 b2 c3 d4`);
    expect(encodePing(TARGET, packet('a1 b2 c3 d4'))).toEqual(datagram);
    expect(decodePing(datagram)).toEqual(packet('a1 b2 c3 d4'));
    expect(decodeRequest(datagram)?.bytes).toBe(15);
  });

  test('RCON carries password and command, each with its length in bytes', () => {
    const datagram = packet(`${HEADER} 78 | 06 00 "s3cret" | 07 00 "echo hi"`);
    const command = { password: ascii('s3cret'), command: ascii('echo hi') };
    expect(encodeRconCommand(TARGET, command)).toEqual(datagram);
    expect(decodeRconCommand(datagram)).toEqual({ ...command, trailing: 0 });
  });

  test('the port is little-endian and the address starts with its first octet', () => {
    expect(encodeRequest({ address: '1.2.3.4', port: 0x1234 }, 'i')).toEqual(
      packet('"SAMP" 01 02 03 04 34 12 69'),
    );
  });

  test.each(['::1', '1.2.3', '1.2.3.4.5', '1.2.3.256', 'play.example.com', '1.2.3.4.', ''])(
    'a request cannot name %j: there is only a layout for IPv4',
    (address) => {
      expect(() => encodeRequest({ address, port: 7777 }, 'i')).toThrow(
        expect.objectContaining({ name: 'PacketError', field: 'address' }),
      );
    },
  );
});

describe('replies', () => {
  test('info of a server with a password and windows-1251 texts', () => {
    const datagram = packet(
      `${HEADER} 69 | 01 | 21 02 | e8 03 | 06 00 00 00 d1 e5 f0 e2 e5 f0 | 02 00 00 00 d0 cf |
       07 00 00 00 d0 f3 f1 f1 ea e8 e9`,
    );
    const info = {
      password: true,
      players: 545,
      max: 1000,
      hostname: packet('d1 e5 f0 e2 e5 f0'),
      gamemode: packet('d0 cf'),
      language: packet('d0 f3 f1 f1 ea e8 e9'),
    };
    expect(decodeInfo(datagram)).toEqual({ ...info, trailing: 0 });
    expect(encodeInfo(TARGET, info)).toEqual(datagram);
  });

  test('rules keep empty, repeated and dangerous names in order', () => {
    const datagram = packet(
      `${HEADER} 72 | 04 00 | 09 "__proto__" 01 "x" | 00 05 "empty" | 06 "weburl" 00 | 06 "weburl" 07 "open.mp"`,
    );
    const pairs = [
      { name: ascii('__proto__'), value: ascii('x') },
      { name: ascii(''), value: ascii('empty') },
      { name: ascii('weburl'), value: ascii('') },
      { name: ascii('weburl'), value: ascii('open.mp') },
    ];
    expect(decodeRules(datagram)).toEqual({ declared: 4, pairs, complete: true, trailing: 0 });
    expect(encodeRules(TARGET, pairs)).toEqual(datagram);
  });

  test('the client list has names and signed scores', () => {
    const datagram = packet(
      `${HEADER} 63 | 02 00 | 0a "Lars_Vegas" 1b 00 00 00 | 09 "@everyone" fb ff ff ff`,
    );
    const entries = [
      { ...vegas, ...bare },
      { name: ascii('@everyone'), score: -5, ...bare },
    ];
    expect(decodePlayers(datagram)).toEqual({ declared: 2, entries, complete: true, trailing: 0 });
    expect(encodePlayers(TARGET, 'c', { declared: 2, entries })).toEqual(datagram);
  });

  test('the detailed list has the low byte of the slot and the ping as well', () => {
    const datagram = packet(
      `${HEADER} 64 | 02 00 | 00 0a "Lars_Vegas" 1b 00 00 00 e1 00 00 00 | 2c 02 "CJ" fb ff ff ff 33 00 00 00`,
    );
    expect(decodePlayers(datagram)).toEqual({
      declared: 2,
      entries: [vegas, cj],
      complete: true,
      trailing: 0,
    });
    expect(encodePlayers(TARGET, 'd', { declared: 2, entries: [vegas, cj] })).toEqual(datagram);
  });

  test('an empty server answers c with thirteen bytes', () => {
    const datagram = packet(`${HEADER} 63 00 00`);
    expect(decodePlayers(datagram)).toMatchObject({ declared: 0, entries: [], complete: true });
    expect(encodePlayers(TARGET, 'c', { declared: 0, entries: [] })).toEqual(datagram);
  });

  test('extra info has four links, or three from an older open.mp', () => {
    const three = packet(
      `${HEADER} 6f | 17 00 00 00 "https://discord.gg/samp" | 00 00 00 00 | 00 00 00 00`,
    );
    const four = packet(
      `${HEADER} 6f | 17 00 00 00 "https://discord.gg/samp" | 00 00 00 00 | 00 00 00 00 | 03 00 00 00 "x:y"`,
    );
    const links = {
      discord: ascii('https://discord.gg/samp'),
      lightBanner: ascii(''),
      darkBanner: ascii(''),
    };
    expect(decodeExtraInfo(three)).toEqual({ ...links, logo: null, trailing: 0 });
    expect(decodeExtraInfo(four)).toEqual({ ...links, logo: ascii('x:y'), trailing: 0 });
    expect(encodeExtraInfo(TARGET, { ...links, logo: null })).toEqual(three);
    expect(encodeExtraInfo(TARGET, { ...links, logo: ascii('x:y') })).toEqual(four);
  });

  test.each([
    ['a line', '02 00 "hi"', 'hi'],
    ['a blank line', '00 00', ''],
    ['the refusal of a password', '16 00 "Invalid RCON password."', 'Invalid RCON password.'],
  ])('RCON answers %s in a datagram of its own', (_, body, line) => {
    const datagram = packet(`${HEADER} 78 ${body}`);
    expect(decodeRconLine(datagram)).toEqual(ascii(line));
    expect(encodeRconLine(TARGET, ascii(line))).toEqual(datagram);
  });
});

describe('fields', () => {
  test('case 24: scores are signed 32-bit numbers', () => {
    const scores = '01 "A" 70 11 01 00 | 01 "B" 00 00 00 80 | 01 "C" ff ff ff 7f';
    const list = decodePlayers(packet(`${HEADER} 63 03 00 | ${scores}`));
    expect(list.entries.map(({ score }) => score)).toEqual([70_000, -0x80000000, 0x7fffffff]);
  });

  test.each([
    ['00', false],
    ['01', true],
    ['02', true],
    ['ff', true],
  ])('case 30: password byte %s means %s', (byte, password) => {
    const empty = '00 00 00 00';
    const info = decodeInfo(packet(`${HEADER} 69 ${byte} 00 00 32 00 ${empty} ${empty} ${empty}`));
    expect(info).toMatchObject({ password, players: 0, max: 50, trailing: 0 });
  });
});

describe('what is not whole', () => {
  test('case 7: the count is an upper bound, zero bytes behind it are no players', () => {
    const padded = packet(`${HEADER} 63 | 01 00 | 02 "CJ" 01 00 00 00 | ${'00 '.repeat(20)}`);
    expect(decodePlayers(padded)).toMatchObject({ declared: 1, complete: true, trailing: 20 });
    expect(decodePlayers(padded).entries).toHaveLength(1);
  });

  test('case 8: a list cut inside a record keeps the whole ones and is not complete', () => {
    const cut = packet(`${HEADER} 63 | 02 00 | 02 "CJ" 01 00 00 00 | 05 "Smo"`);
    expect(decodePlayers(cut)).toMatchObject({ declared: 2, complete: false, trailing: 0 });
    expect(decodePlayers(cut).entries).toHaveLength(1);
  });

  test('case 9: a list that ends early between two records hides players, unless a cache cut it at 1,024 bytes', () => {
    const record = `06 "Player" 01 00 00 00 `;
    expect(decodePlayers(packet(`${HEADER} 63 | 03 00 | ${record.repeat(2)}`))).toMatchObject({
      declared: 3,
      complete: true,
    });
    // 13 + 91 * 11 + 10 = 1,024
    const cache = packet(`${HEADER} 63 | 64 00 | 05 "Short" 01 00 00 00 ${record.repeat(91)}`);
    expect(cache).toHaveLength(1024);
    expect(decodePlayers(cache)).toMatchObject({ declared: 100, complete: false });
    const counted = packet(`${HEADER} 63 | 5c 00 | 05 "Short" 01 00 00 00 ${record.repeat(91)}`);
    expect(decodePlayers(counted)).toMatchObject({ declared: 92, complete: true });
  });

  test('rules that end early are not complete, wherever they end', () => {
    expect(decodeRules(packet(`${HEADER} 72 02 00 01 "a" 01 "1"`)).complete).toBe(false);
    expect(decodeRules(packet(`${HEADER} 72 02 00 01 "a" 01 "1" 01`)).complete).toBe(false);
  });

  test.each([
    ['players', `${HEADER} 63 ff ff`, decodePlayers],
    ['players', `${HEADER} 64 e9 03`, decodePlayers],
    ['rules', `${HEADER} 72 ff ff`, decodeRules],
  ] as const)('case 10: more than 1000 %s is the body of something else', (_, bytes, decode) => {
    expect(() => decode(packet(bytes))).toThrow(
      expect.objectContaining({ name: 'PacketError', field: 'count', offset: 11 }),
    );
  });

  test('case 11: an absurd length is compared with what is left before anything is read', () => {
    const absurd = packet(`${HEADER} 69 | 00 | 01 00 | 32 00 | ff ff ff ff "Test"`);
    expect(() => decodeInfo(absurd)).toThrow(
      expect.objectContaining({ field: 'hostname', offset: 20, wanted: 0xffffffff, left: 4 }),
    );
    const links = packet(`${HEADER} 6f ff ff ff 7f`);
    expect(() => decodeExtraInfo(links)).toThrow(
      expect.objectContaining({ field: 'discord', wanted: 0x7fffffff, left: 0 }),
    );
  });

  test.each([
    ['nothing', ''],
    ['no opcode', HEADER],
    ['another magic', '"SAMQ" cb 00 71 07 61 1e 69'],
    ['VC-MP (case 36)', '"MP04" cb 00 71 07 61 1e 69'],
    ['an opcode nobody knows', `${HEADER} 7a`],
  ])('case 2: %s has no header', (_, bytes) => {
    expect(readHeader(packet(bytes))).toBeNull();
    expect(() => decodeInfo(packet(bytes))).toThrow(expect.objectContaining({ field: 'header' }));
  });

  test('a decoder refuses the opcode of another', () => {
    expect(() => decodeInfo(packet(`${HEADER} 72 00 00`))).toThrow(/opcode i/);
    expect(() => decodePlayers(packet(`${HEADER} 69 00 00`))).toThrow(/opcode c or d/);
  });

  test('what a field cannot hold is not written', () => {
    const long = { name: new Uint8Array(256), score: 0, ...bare };
    expect(() => encodePlayers(TARGET, 'c', { declared: 1, entries: [long] })).toThrow(/255/);
    expect(() => encodeRules(TARGET, [{ name: ascii('a'), value: new Uint8Array(256) }])).toThrow(
      expect.objectContaining({ field: 'rule value length' }),
    );
    expect(() => encodePing(TARGET, new Uint8Array(3))).toThrow(/4 bytes/);
  });
});
