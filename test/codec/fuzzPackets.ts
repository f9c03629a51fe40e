import { encodePlayers } from '#codec/a2s/players.ts';
import { encodeRules, rulesOf } from '#codec/a2s/rules.ts';
import { encodeFragments } from '#codec/a2s/split.ts';
import { encodeFragments as encodeGoldsrcFragments } from '#codec/goldsrc/split.ts';
import { encodeMasterChallenge } from '#codec/master/challenge.ts';
import { encodeMasterPage } from '#codec/master/page.ts';
import { encodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { encodeInfo as encodeSampInfo } from '#codec/samp/info.ts';
import { encodePing } from '#codec/samp/ping.ts';
import { encodePlayers as encodeSampPlayers } from '#codec/samp/players.ts';
import { encodeRconLine } from '#codec/samp/rcon.ts';
import { encodeRules as encodeSampRules } from '#codec/samp/rules.ts';
import { dice as seededDice } from '#sandbox/servers/seededRandom.ts';
import { goldenPacket, goldenPackets } from '../packets/goldenPacket.ts';

/** A whole number from 0 to below `limit`. */
type Dice = (limit: number) => number;

const ALONE = [
  'infoCs2',
  'infoArk',
  'infoShip',
  'infoOldSource',
  'goldsrcInfo',
  'goldsrcInfoMod',
  'goldsrcInfoHltv',
  'players',
  'playersShip',
  'rules',
  'rulesDayz',
  'rulesArma',
];
const GROUPS = ['splitGoldsrc', 'splitSource', 'splitSourceNoSize'];
const COMPRESSED = ['splitBzip2', 'splitBzip2NoSize'];
/** 255 players, 300 rules: what takes longest. */
const LONG = [
  encodePlayers({
    declared: 255,
    entries: Array.from({ length: 255 }, (_, index) => ({
      index: 0,
      name: `wanderer nr. ${index}`,
      score: index,
      seconds: index * 10,
    })),
    ship: null,
  }),
  encodeRules(
    rulesOf(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`MOD${index}_s`, `${index}:8E24D60643B4`]),
      ),
    ),
  ),
];
const SAMP = makeSampPackets();
const MASTER = makeMasterPackets();
const HEADS = [
  [0xff, 0xff, 0xff, 0xff, 0x49],
  [0xff, 0xff, 0xff, 0xff, 0x6d],
  [0xff, 0xff, 0xff, 0xff, 0x44],
  [0xff, 0xff, 0xff, 0xff, 0x45],
  [0xff, 0xff, 0xff, 0xff, 0x41],
  [0xff, 0xff, 0xff, 0xff, 0x6c],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x44],
  [0xff, 0xff, 0xff, 0xff, 0x66, 0x0a],
  [0xff, 0xff, 0xff, 0xff, 0x73, 0x0a],
  [...Buffer.from('1\xff0.0.0.0:0\0\\', 'latin1')],
  [...Buffer.from('0\n\\')],
  [0xfe, 0xff, 0xff, 0xff, 0x01, 0x00, 0x00, 0x00],
  [0xfe, 0xff, 0xff, 0xff, 0x01, 0x00, 0x00, 0x80, 0x01, 0x00],
  ...Array.from('ircdox', (opcode) => [...Buffer.from(`SAMP......${opcode}`)]),
  [],
];

/**
 * Gives one group of datagrams after the other: mostly true packets with a few bits turned, bytes cut, doubled or
 * spliced; some bytes at random behind a true head; some at random altogether. The seed decides them all.
 */
export function makeFuzzPackets(seed: number): () => Uint8Array[] {
  const dice = makeDice(seed);
  const alone = [...ALONE.map(goldenPacket), ...SAMP, ...MASTER];
  const groups = GROUPS.map(goldenPackets);
  const compressed = COMPRESSED.map(goldenPackets);
  return () => {
    const kind = dice(200);
    if (kind < 1) {
      return mutateGroup(pick(compressed, dice), dice);
    }
    if (kind < 2) {
      return mutateGroup(cutUp(pick(LONG, dice), dice), dice);
    }
    if (kind < 3) {
      return [mutate(pick(LONG, dice), dice)];
    }
    if (kind < 10) {
      return mutateGroup(pick(groups, dice), dice);
    }
    if (kind < 20) {
      return mutateGroup(cutUp(pick(alone, dice), dice), dice);
    }
    if (kind < 60) {
      return [randomBytes(pick(HEADS, dice), dice)];
    }
    if (kind < 80) {
      return [splice(pick(alone, dice), pick(alone, dice), dice)];
    }
    return [mutate(pick(alone, dice), dice)];
  };
}

function makeSampPackets(): Uint8Array[] {
  const target = { address: '127.0.0.1', port: 7777 };
  const text = (value: string) => new TextEncoder().encode(value);
  const entry = { name: text('Tommy_V'), score: -5, ping: 40, slotByte: 3 };
  const links = { discord: text('discord.gg/x'), lightBanner: text(''), darkBanner: text('') };
  return [
    encodeSampInfo(target, {
      password: true,
      players: 12,
      max: 1000,
      hostname: text('Город'),
      gamemode: text('roleplay 1.2'),
      language: text('Русский'),
    }),
    encodeSampRules(target, [{ name: text('worldtime'), value: text('12:00') }]),
    encodeSampPlayers(target, 'c', { declared: 2, entries: [entry, entry] }),
    encodeSampPlayers(target, 'd', { declared: 2, entries: [entry, entry] }),
    encodePing(target, Uint8Array.of(1, 2, 3, 4)),
    encodeExtraInfo(target, { ...links, logo: text('https://example.org/logo.png') }),
    encodeRconLine(target, text('players: 12')),
  ];
}

/** A query with operators, its answer, a challenge and the heartbeat that follows. */
function makeMasterPackets(): Uint8Array[] {
  const filter =
    '\\nor\\4\\map\\de_dust2\\or\\2\\gametype\\a,b\\name_match\\*x*\\appid\\10\\addr\\1.2.3.4:5';
  const servers = [
    { address: '127.0.0.1', port: 27015 },
    { address: '127.0.0.2', port: 27016 },
  ];
  const heartbeat =
    '0\n\\protocol\\47\\challenge\\77\\players\\3\\max\\16\\gamedir\\cstrike\\gametype\\a,b\n';
  return [
    Uint8Array.from(Buffer.from(`1\xff0.0.0.0:0\0${filter}\0`, 'latin1')),
    encodeMasterPage(servers, { end: true }),
    encodeMasterChallenge({ challenge: 77, echo: 78 }),
    Uint8Array.from(Buffer.from(heartbeat)),
  ];
}

function makeDice(seed: number): Dice {
  const { whole } = seededDice(seed);
  return (limit) => whole(0, limit - 1);
}

function pick<T>(list: readonly T[], dice: Dice): T {
  const picked = list[dice(list.length)];
  if (picked === undefined) {
    throw new Error('nothing to pick from');
  }
  return picked;
}

function cutUp(packet: Uint8Array, dice: Dice): Uint8Array[] {
  const bodySize = Math.max(12, packet.length >> 4) + dice(packet.length);
  const id = dice(0x7fffffff);
  const layout = dice(2) === 0 ? 'with-size' : 'without-size';
  return dice(3) === 0
    ? encodeGoldsrcFragments(packet, { id, bodySize: Math.max(bodySize, packet.length >> 3) })
    : encodeFragments(packet, { id, layout, bodySize });
}

/** Changes one datagram of the group, or loses, doubles or moves one. */
function mutateGroup(group: readonly Uint8Array[], dice: Dice): Uint8Array[] {
  const at = dice(group.length);
  const chosen = group[at] ?? new Uint8Array();
  switch (dice(8)) {
    case 0:
      return group.length > 1 ? group.toSpliced(at, 1) : [chosen];
    case 1:
      return [...group, chosen];
    case 2:
      return group.toReversed();
    default:
      return group.with(at, mutate(chosen, dice));
  }
}

function mutate(packet: Uint8Array, dice: Dice): Uint8Array {
  const bytes = packet.slice();
  for (let times = dice(4); times >= 0; times--) {
    const at = dice(bytes.length);
    bytes[at] = dice(2) === 0 ? (bytes[at] ?? 0) ^ (1 << dice(8)) : pick([0, 1, 0x7f, 0xff], dice);
  }
  switch (dice(6)) {
    case 0:
      return bytes.subarray(0, dice(bytes.length + 1));
    case 1:
      return splice(bytes, bytes, dice);
    default:
      return bytes;
  }
}

function splice(left: Uint8Array, right: Uint8Array, dice: Dice): Uint8Array {
  const head = left.subarray(0, dice(left.length + 1));
  const tail = right.subarray(dice(right.length + 1));
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

function randomBytes(head: readonly number[], dice: Dice): Uint8Array {
  const bytes = new Uint8Array(head.length + dice(dice(8) === 0 ? 400 : 40));
  bytes.set(head);
  // Zeros are frequent, or no text would ever end.
  for (let at = head.length; at < bytes.length; at++) {
    bytes[at] = dice(4) === 0 ? 0 : dice(256);
  }
  return bytes;
}
