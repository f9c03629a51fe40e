import { readBenchOptions } from './benchOptions.ts';
import { type BenchOptions, type BenchResult, median, rateOf, runBench } from './benchRun.ts';

/**
 * npm run bench -- [--servers N] [--rounds R] [--latency MS[,MS...]] [--dead SHARE]: info, players and rules of N simulated
 * servers, R polls in a row, by this core and by gamedig side by side. Only ratios hold from one machine to another. With
 * no latency at all both wait for the same thing, the system calls of their datagrams (3 and 6 a server); with that of a
 * real network the number of round trips and of servers under way decides.
 */
async function run(args: string[]): Promise<number> {
  let benches: BenchOptions[];
  try {
    benches = readBenchOptions(args);
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
  for (const options of benches) {
    process.stdout.write(`${table(options, await runBench(options))}\n\n`);
  }
  return 0;
}

function table(options: BenchOptions, { farm, rounds }: BenchResult): string {
  const { servers, latencyMs, dead } = options;
  const rows = Object.entries(rounds).map(([client, played]) => [
    client,
    rateOf(played).toFixed(0),
    median(played.map(({ ms }) => ms)).toFixed(0),
    (median(played.map(({ cpuMs }) => cpuMs)) / servers).toFixed(3),
    Math.max(...played.map(({ peakMb }) => peakMb)).toFixed(0),
    String(Math.min(...played.map(({ answered }) => answered))),
    String(Math.min(...played.map(({ correct }) => correct))),
  ]);
  const head = [
    'client',
    'answers/s',
    'all done ms',
    'CPU ms/server',
    'peak MB',
    'answered',
    'correct',
  ];
  const ratio = rateOf(rounds.crowsnest) / rateOf(rounds.gamedig);
  return [
    `${servers} servers, ${latencyMs} ms latency, ${dead * 100} % dead, ${farm}; median of ${options.rounds} rounds`,
    ...[head, ...rows].map((row) => row.map((cell) => cell.padStart(16)).join('')),
    `crowsnest gets ${ratio.toFixed(1)} times as many answers a second as gamedig`,
  ].join('\n');
}

process.exitCode = await run(process.argv.slice(2));
