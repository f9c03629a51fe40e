import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  expectedAnswer,
  LISTED_PORT,
  listedIndex,
  peerOf,
  type BenchAnswer,
  type Task,
} from './benchServer.ts';
import { CLIENTS, type ClientName } from './clients/clientNames.ts';
import type { BenchClient, ClientFile, Heard } from './clients/client.ts';

/**
 * One client of the benchmark, in a process of its own so that its memory and processor time are its own:
 * node benchClient.ts --client NAME --task a2s|samp|master --servers N --first-port P --timeout MS [--near] [--at-once N]. Plays one
 * round over all servers for each "round" from its parent, and answers with RoundResult or { failed }.
 */
const { values } = parseArgs({
  options: {
    client: { type: 'string', default: 'crowsnest' },
    task: { type: 'string', default: 'a2s' },
    servers: { type: 'string', default: '0' },
    'first-port': { type: 'string', default: '0' },
    timeout: { type: 'string', default: '3000' },
    near: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '' },
  },
});
const task = values.task as Task;
const servers = Number(values.servers);
const firstPort = Number(values['first-port']);

export type RoundResult = {
  /** Until the last server was done with, dead ones included. */
  ms: number;
  cpuMs: number;
  answered: number;
  /** Of these: every compared value is the one the server sent. */
  correct: number;
  /** Peak of the resident memory since the process began. */
  peakMb: number;
};

const FIELDS = ['name', 'map', 'players', 'scores', 'pings', 'rules', 'ruleValues'] as const;

async function openClient(): Promise<BenchClient> {
  const { client }: { client: ClientFile } = await CLIENTS[values.client as ClientName].load();
  const open = client[task];
  if (open === undefined) {
    throw new Error(`${values.client} has no ${task}`);
  }
  return open({
    servers,
    peerOf: (index) => peerOf(task, index, firstPort),
    timeoutMs: Number(values.timeout),
    isNear: values.near,
    atOnce: values['at-once'] === '' ? null : Number(values['at-once']),
  });
}

/** Counts what comes and compares it. A server of a list counts once as correct, however often it is told. */
function openCount(): Heard & { answered: number; correct: number } {
  const seen = new Uint8Array(task === 'master' ? servers : 0);
  const count = {
    answered: 0,
    correct: 0,
    server(index: number, answer: BenchAnswer) {
      count.answered += 1;
      count.correct += isExpected(answer, index) ? 1 : 0;
    },
    listed(address: string, port: number) {
      count.answered += 1;
      const index = listedIndex(address);
      if (port === LISTED_PORT && seen[index] === 0) {
        seen[index] = 1;
        count.correct += 1;
      }
    },
  };
  return count;
}

function isExpected(answer: BenchAnswer, index: number): boolean {
  const wanted = expectedAnswer(task === 'samp' ? 'samp' : 'a2s', index);
  return FIELDS.every((field) => answer[field] === wanted[field]);
}

async function playRound(client: BenchClient): Promise<RoundResult> {
  const count = openCount();
  const started = performance.now();
  const before = process.cpuUsage();
  await client.play(count);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return {
    ms,
    cpuMs: (user + system) / 1_000,
    answered: count.answered,
    correct: count.correct,
    peakMb: process.resourceUsage().maxRSS / 1_024,
  };
}

const client = await openClient();
process.on('message', async (message) => {
  if (message === 'round') {
    const told = await playRound(client).catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }));
    process.send?.(told);
  } else {
    await client.close();
    // Some clients leave timers behind that would keep the process for seconds.
    process.exit();
  }
});
// Nobody is left to play for.
process.on('disconnect', () => process.exit());
process.send?.('ready');
