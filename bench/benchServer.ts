/** What the simulated servers are asked for: A2S or SA:MP servers, each for all it says, or a master server for its list. */
export const TASKS = ['a2s', 'samp', 'master'] as const;
export type Task = (typeof TASKS)[number];

/** What simulated server number `index` says, in both farms: an answer can be checked exactly. */
export type BenchServer = {
  name: string;
  /** SA:MP: the game mode. */
  map: string;
  players: { name: string; score: number; seconds: number; ping: number }[];
  maxPlayers: number;
  bots: number;
  rules: [name: string, value: string][];
};

/** The part of an answer that is compared, the same for every client. */
export type BenchAnswer = {
  name: string;
  map: string;
  players: number;
  scores: number;
  /** Sum of the pings; 0 where there are none. */
  pings: number;
  rules: number;
  /** Sum of the values that are numbers. */
  ruleValues: number;
};

const MAPS = ['de_dust2', 'TheIsland', 'cp_badlands', 'Ragnarok', 'gm_construct'];
const PLAYERS = 20;
const RULES = 40;
export const SAMP_LANGUAGE = 'English';
const SAMP_RULES: [name: string, value: string][] = [
  ['allow_DL', '1'],
  ['lagcomp', 'On'],
  ['mapname', 'San Andreas'],
  ['version', '0.3.7-R2'],
  ['weather', '10'],
  ['weburl', 'www.example.test'],
  ['worldtime', '12:00'],
];

const numbered = (index: number): string => String(index).padStart(5, '0');
const nameOf = {
  a2s: (index: number) => `Farm server ${numbered(index)} | EU | no rules, just dodos`,
  samp: (index: number) => `Farm SA:MP server ${numbered(index)} [0.3.7]`,
};
const mapOf = {
  a2s: (index: number) => MAPS[index % MAPS.length] ?? '',
  samp: () => 'Farm RP v1.2',
};
const scoreOf = (index: number, player: number): number => (7 * index + 13 * player) % 500;
const pingOf = (index: number, player: number): number => 20 + ((index + player) % 200);
const ruleOf = (index: number, rule: number): number => (31 * index + 17 * rule) % 10_000;

export function benchServer(task: 'a2s' | 'samp', index: number): BenchServer {
  return {
    name: nameOf[task](index),
    map: mapOf[task](index),
    players: Array.from({ length: PLAYERS }, (_, at) => ({
      name: task === 'samp' ? `Farm_Player_${at}` : `player ${at}`,
      score: scoreOf(index, at),
      seconds: (index % 1_000) + 60.5 * at,
      ping: pingOf(index, at),
    })),
    maxPlayers: task === 'samp' ? 100 : 64,
    bots: index % 3,
    rules:
      task === 'samp'
        ? SAMP_RULES
        : Array.from({ length: RULES }, (_, at) => [
            `sv_farm_rule_${String(at).padStart(2, '0')}`,
            String(ruleOf(index, at)),
          ]),
  };
}

/** Cheap, because it is worked out while the clock runs. */
export function expectedAnswer(task: 'a2s' | 'samp', index: number): BenchAnswer {
  const isSamp = task === 'samp';
  return {
    name: nameOf[task](index),
    map: mapOf[task](index),
    players: PLAYERS,
    scores: sumOver(PLAYERS, (at) => scoreOf(index, at)),
    pings: isSamp ? sumOver(PLAYERS, (at) => pingOf(index, at)) : 0,
    rules: isSamp ? SAMP_RULES.length : RULES,
    ruleValues: isSamp ? 11 : sumOver(RULES, (at) => ruleOf(index, at)),
  };
}

function sumOver(count: number, of: (at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    sum += of(at);
  }
  return sum;
}

export type Peer = { host: string; port: number };

/** How servers differ: by port on one address, or by address (127.1.0.1 or 127.64.0.1 on) with one port. */
export type Layout = 'ports' | 'addrs';

/** How the benchmark has them. What hosts of SA:MP servers take in a second is little, and the core keeps to it. */
export const LAYOUTS = { a2s: 'ports', samp: 'addrs', master: 'ports' } as const satisfies Record<
  Task,
  Layout
>;

/** Where server number `index` is asked. */
export function peerOf(
  task: Task,
  index: number,
  firstPort: number,
  layout: Layout = LAYOUTS[task],
): Peer {
  return layout === 'addrs'
    ? { host: dotted((task === 'samp' ? SAMP_FROM : A2S_FROM) + index), port: firstPort }
    : { host: '127.0.0.1', port: firstPort + index };
}

/** The servers that a master's list holds: entry number `index` is 127.128.0.1 and so many addresses further. */
export const LISTED_PORT = 27_015;
const LISTED_FROM = ((127 << 24) | (128 << 16) | 1) >>> 0;
const A2S_FROM = ((127 << 24) | (1 << 16) | 1) >>> 0;
const SAMP_FROM = ((127 << 24) | (64 << 16) | 1) >>> 0;

export const listedAddress = (index: number): string => dotted(LISTED_FROM + index);

function dotted(number: number): string {
  return [number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff].join('.');
}

/** The entry that has this address; below 0 or past the end of the list for none. Cheap, as expectedAnswer. */
export function listedIndex(address: string): number {
  let number = 0;
  let part = 0;
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at);
    if (letter === 0x2e) {
      number = number * 256 + part;
      part = 0;
    } else {
      part = part * 10 + letter - 0x30;
    }
  }
  return number * 256 + part - LISTED_FROM;
}

/** Evenly spread, exactly as many of the first `n` as the share says. */
export const isDead = (index: number, share: number): boolean =>
  Math.floor((index + 1) * share + 1e-9) !== Math.floor(index * share + 1e-9);
