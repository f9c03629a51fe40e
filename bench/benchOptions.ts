import { parseArgs } from 'node:util';
import type { BenchOptions } from './benchRun.ts';
import { numberOption } from './numberOption.ts';

const LIMITS = {
  servers: { least: 1, most: 10_000, whole: true },
  rounds: { least: 1, most: 10_000, whole: true },
  latency: { least: 0, most: 10_000, whole: false },
  dead: { least: 0, most: 1, whole: false },
} as const;

/** One benchmark for each latency of the command line. Throws an Error whose message says which argument is wrong. */
export function readBenchOptions(args: string[]): BenchOptions[] {
  const { values } = parseArgs({
    args,
    options: {
      servers: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      latency: { type: 'string', default: '50,0' },
      dead: { type: 'string', default: '0' },
    },
  });
  const [servers, rounds, dead] = [
    numberOf('servers', values.servers),
    numberOf('rounds', values.rounds),
    numberOf('dead', values.dead),
  ];
  return values.latency
    .split(',')
    .map((text) => ({ servers, rounds, dead, latencyMs: numberOf('latency', text) }));
}

const numberOf = (name: keyof typeof LIMITS, text: string): number =>
  numberOption(name, text, LIMITS[name]);
