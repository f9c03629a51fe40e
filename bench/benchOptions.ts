import { parseArgs } from 'node:util';
import type { BenchOptions } from './benchRun.ts';
import { TASKS, type Task } from './benchServer.ts';
import { CLIENT_NAMES, type ClientName } from './clients/clientNames.ts';
import { numberOption } from './numberOption.ts';

const LIMITS = {
  servers: { least: 1, most: 10_000, whole: true },
  rounds: { least: 1, most: 10_000, whole: true },
  latency: { least: 0, most: 10_000, whole: false },
  dead: { least: 0, most: 1, whole: false },
  'at-once': { least: 1, most: 100_000, whole: true },
  heap: { least: 16, most: 4_096, whole: true },
} as const;

const MASTER_ADDRESSES = 100_000;
const TIMEOUT_MS = { noneDead: 3_000, someDead: 1_000 };

/** What is measured when neither latency nor dead servers are named. A list at 50 ms is one long wait, the same for all. */
const SCENARIOS: Scenario[] = [
  { latencyMs: 0, dead: 0, tasks: TASKS },
  { latencyMs: 50, dead: 0, tasks: ['a2s', 'samp'] },
  { latencyMs: 0, dead: 0.05, tasks: ['a2s', 'samp'] },
];
type Scenario = { latencyMs: number; dead: number; tasks: readonly Task[] };

/** The benchmarks that a command line asks for, and the file for the table of the docs. */
export type BenchPlan = { benches: BenchOptions[]; markdown: string | null };

/** Throws an Error whose message says which argument is wrong. */
export function readBenchOptions(args: string[]): BenchPlan {
  const { values } = parseArgs({
    args,
    options: {
      servers: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '3' },
      latency: { type: 'string' },
      dead: { type: 'string' },
      only: { type: 'string', default: TASKS.join(',') },
      clients: { type: 'string', default: CLIENT_NAMES.join(',') },
      'at-once': { type: 'string', multiple: true, default: [] },
      // With 64 MB valve-server-query spends a good part of its time on collecting.
      heap: { type: 'string', default: '256' },
      'own-farm': { type: 'boolean', default: false },
      markdown: { type: 'string' },
    },
  });
  const servers = numberOf('servers', values.servers);
  const rounds = numberOf('rounds', values.rounds);
  const only = namesOf('only', values.only, TASKS);
  const clients = namesOf('clients', values.clients, CLIENT_NAMES);
  const atOnce = atOnceOf(values['at-once']);
  const heapMb = numberOf('heap', values.heap);
  const benches = scenariosOf(values.latency, values.dead).flatMap(({ tasks, latencyMs, dead }) =>
    tasks
      .filter((task) => only.includes(task))
      .map((task) => ({
        task,
        servers: task === 'master' ? MASTER_ADDRESSES : servers,
        latencyMs,
        dead,
        timeoutMs: dead > 0 ? TIMEOUT_MS.someDead : TIMEOUT_MS.noneDead,
        rounds,
        coldStarts: true,
        clients,
        atOnce,
        heapMb,
        ownFarm: values['own-farm'],
      })),
  );
  return { benches, markdown: values.markdown ?? null };
}

/** Each latency with all servers alive, each share of dead ones without latency. */
function scenariosOf(latency: string | undefined, dead: string | undefined): Scenario[] {
  if (latency === undefined && dead === undefined) {
    return SCENARIOS;
  }
  const numbers = (name: 'latency' | 'dead', text: string | undefined) =>
    text === undefined ? [] : text.split(',').map((each) => numberOf(name, each));
  return [
    ...numbers('latency', latency).map((latencyMs) => ({ latencyMs, dead: 0, tasks: TASKS })),
    ...numbers('dead', dead).map(
      (share): Scenario => ({ latencyMs: 0, dead: share, tasks: ['a2s', 'samp'] }),
    ),
  ];
}

function atOnceOf(pairs: readonly string[]): Partial<Record<ClientName, number>> {
  const read = pairs.map((pair) => {
    const [name = '', number = ''] = pair.split('=');
    const [client] = namesOf('at-once', name, CLIENT_NAMES);
    return [client, numberOf('at-once', number)];
  });
  return Object.fromEntries(read);
}

function namesOf<Name extends string>(option: string, text: string, all: readonly Name[]): Name[] {
  return text.split(',').map((each) => {
    const name = all.find((known) => known === each.trim());
    if (name === undefined) {
      throw new Error(`--${option} ${each} is none of ${all.join(', ')}`);
    }
    return name;
  });
}

const numberOf = (name: keyof typeof LIMITS, text: string): number =>
  numberOption(name, text, LIMITS[name]);
