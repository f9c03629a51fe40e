/** What simulated server number `index` says, in both farms: an answer can be checked exactly. */
export type BenchServer = {
  name: string;
  map: string;
  players: { name: string; score: number; seconds: number }[];
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
  rules: number;
  ruleValues: number;
};

const MAPS = ['de_dust2', 'TheIsland', 'cp_badlands', 'Ragnarok', 'gm_construct'];
const PLAYERS = 20;
const RULES = 40;

export function benchServer(index: number): BenchServer {
  return {
    name: `Farm server ${String(index).padStart(5, '0')} | EU | no rules, just dodos`,
    map: MAPS[index % MAPS.length] ?? '',
    players: Array.from({ length: PLAYERS }, (_, at) => ({
      name: `player ${at}`,
      score: (7 * index + 13 * at) % 500,
      seconds: (index % 1_000) + 60.5 * at,
    })),
    maxPlayers: 64,
    bots: index % 3,
    rules: Array.from({ length: RULES }, (_, at) => [
      `sv_farm_rule_${String(at).padStart(2, '0')}`,
      String((31 * index + 17 * at) % 10_000),
    ]),
  };
}

export function expectedAnswer(index: number): BenchAnswer {
  const { name, map, players, rules } = benchServer(index);
  return {
    name,
    map,
    players: players.length,
    scores: sum(players.map(({ score }) => score)),
    rules: rules.length,
    ruleValues: sum(rules.map(([, value]) => Number(value))),
  };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
