import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerTo, endChild, nextMessage } from './benchChild.ts';
import type { RoundResult } from './benchClient.ts';
import { type Farm, type FarmOptions, startFarm } from './benchFarm.ts';
import { type ClientName, clientsFor } from './clients/clientNames.ts';

export type BenchOptions = FarmOptions & {
  rounds: number;
  /** Whether each round is also played by a process started for it, with a warm compile cache. */
  coldStarts: boolean;
  /** How long a silent server is waited for, in ms. */
  timeoutMs: number;
  /** Those that cannot do the task are left out. */
  clients: readonly ClientName[];
  /** Servers at once, in place of the number that suits a client. */
  atOnce: Partial<Record<ClientName, number>>;
  /** MB of old objects that each client may keep: else the peak would tell how much memory the machine has. */
  heapMb: number;
};

export type ClientResult = {
  client: ClientName;
  /** Rounds of one process, the first one included. */
  rounds: RoundResult[];
  /** Whole processes, from their start until they have ended, each of one round; ms. */
  coldMs: number[];
  /** Why it was not asked any further. */
  failure: string | null;
};

export type BenchResult = { farm: string; clients: ClientResult[] };

const CLIENT = fileURLToPath(new URL('./benchClient.ts', import.meta.url));
/** A client that is not done by then counts as failed. */
const ROUND_LIMIT_MS = 180_000;
const WARM_UP_SERVERS = 50;

/**
 * Lets all clients ask the same farm, in turns: a round of each, then the next round of each, so that whatever else the
 * machine does falls on all. A client that fails takes no further part, the others go on. Throws as startFarm.
 */
export async function runBench(options: BenchOptions): Promise<BenchResult> {
  const farm = await startFarm(options);
  const cache = await mkdtemp(join(tmpdir(), 'crowsnest-bench-'));
  const contests = clientsFor(options.task, options.clients).map((client) =>
    openContest(client, options, farm, cache),
  );
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      for (const contest of contests) {
        await contest.play();
      }
    }
  } finally {
    await Promise.all(contests.map((contest) => contest.close()));
    await farm.stop();
    await rm(cache, { recursive: true, force: true });
  }
  return { farm: farm.kind, clients: contests.map(({ result }) => result) };
}

/** One client's part: a process that stays for all rounds, and one for each round that is started for it. */
function openContest(client: ClientName, options: BenchOptions, farm: Farm, cache: string) {
  const result: ClientResult = { client, rounds: [], coldMs: [], failure: null };
  let staying: ChildProcess | null = null;

  async function start(servers: number): Promise<ChildProcess> {
    const given = {
      '--client': client,
      '--task': options.task,
      '--servers': String(servers),
      '--first-port': String(farm.firstPort),
      '--timeout': String(options.timeoutMs),
      '--at-once': String(options.atOnce[client] ?? ''),
    };
    const near = options.latencyMs === 0 && options.dead === 0 ? ['--near'] : [];
    const child = fork(CLIENT, [...Object.entries(given).flat(), ...near], {
      env: { NODE_COMPILE_CACHE: cache },
      execArgv: [`--max-old-space-size=${options.heapMb}`, '--max-semi-space-size=8'],
    });
    try {
      await nextMessage(child);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    return child;
  }

  async function playOnce(servers: number): Promise<RoundResult> {
    const child = await start(servers);
    const played = await roundOf(child);
    await endChild(child);
    return played;
  }

  return {
    result,
    async play() {
      if (result.failure !== null) {
        return;
      }
      try {
        if (staying === null && options.coldStarts) {
          // The first start fills Node's compile cache: stripping types is no part of what asking servers costs.
          await playOnce(Math.min(WARM_UP_SERVERS, options.servers));
        }
        staying ??= await start(options.servers);
        result.rounds.push(await roundOf(staying));
        if (options.coldStarts) {
          const started = performance.now();
          await playOnce(options.servers);
          result.coldMs.push(performance.now() - started);
        }
      } catch (error) {
        result.failure = error instanceof Error ? error.message : String(error);
      }
    },
    async close() {
      if (staying !== null) {
        await endChild(staying);
      }
    },
  };
}

/** Throws when it fails, ends or takes too long; then its process is ended. */
async function roundOf(child: ChildProcess): Promise<RoundResult> {
  const limit = setTimeout(() => child.kill('SIGKILL'), ROUND_LIMIT_MS);
  try {
    const told = (await answerTo(child, 'round')) as RoundResult | { failed: string };
    if ('failed' in told) {
      throw new Error(told.failed);
    }
    return told;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
