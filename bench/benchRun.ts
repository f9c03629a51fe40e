import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerTo, endChild, nextMessage } from './benchChild.ts';
import type { RoundResult } from './benchClient.ts';
import { type FarmOptions, startFarm } from './benchFarm.ts';

export type BenchOptions = FarmOptions & { rounds: number };
export type ClientName = 'crowsnest' | 'gamedig';
export type BenchResult = {
  farm: string;
  rounds: Record<ClientName, RoundResult[]>;
};

/**
 * How many servers a client is given at once. gamedig: 64, as many as its one socket with the system's default buffer can
 * take without losing answers. The core bounds itself by the buffer it was granted: where answers take their time, or
 * never come, many are under way, where they come at once a few keep it busy.
 */
function atOnce(name: ClientName, { latencyMs, dead }: BenchOptions): number {
  if (name === 'gamedig') {
    return 64;
  }
  return latencyMs > 0 || dead > 0 ? 256 : 32;
}
/** MB that both may use: else the peak would tell how much memory the machine has, not how much is needed. */
const HEAP_LIMITS = ['--max-old-space-size=64', '--max-semi-space-size=8'];
const CLIENT = fileURLToPath(new URL('./benchClient.ts', import.meta.url));

/**
 * Lets both clients ask the same farm, in turns: a round of one, then a round of the other, so that whatever else the
 * machine does falls on both.
 */
export async function runBench(options: BenchOptions): Promise<BenchResult> {
  const farm = await startFarm(options);
  const cache = await mkdtemp(join(tmpdir(), 'crowsnest-bench-'));
  const clients = new Map<ClientName, ChildProcess>();
  const rounds: BenchResult['rounds'] = { crowsnest: [], gamedig: [] };
  try {
    for (const name of ['crowsnest', 'gamedig'] as const) {
      clients.set(name, await startClient(name, options, farm.firstPort, cache));
    }
    for (let round = 0; round < options.rounds; round += 1) {
      for (const [name, client] of clients) {
        rounds[name].push((await answerTo(client, 'round')) as RoundResult);
      }
    }
  } finally {
    await Promise.all([...clients.values()].map(endChild));
    await farm.stop();
    await rm(cache, { recursive: true, force: true });
  }
  return { farm: farm.kind, rounds };
}

/**
 * The first start only fills Node's compile cache: stripping the types takes some 30 MB once, which are no part of what
 * asking servers costs.
 */
async function startClient(
  name: ClientName,
  options: BenchOptions,
  firstPort: number,
  cache: string,
): Promise<ChildProcess> {
  const given = {
    '--client': name,
    '--servers': String(options.servers),
    '--first-port': String(firstPort),
    '--at-once': String(atOnce(name, options)),
  };
  const start = async () => {
    const client = fork(CLIENT, Object.entries(given).flat(), {
      env: { NODE_COMPILE_CACHE: cache },
      execArgv: HEAP_LIMITS,
    });
    await nextMessage(client);
    return client;
  };
  await endChild(await start());
  return start();
}

/** Answers a second until the last one, the median over the rounds. Waiting for the dead is not counted. */
export function rateOf(rounds: readonly RoundResult[]): number {
  return median(rounds.map(({ answered, lastAnswerMs }) => answered / (lastAnswerMs / 1_000)));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
