import type { RoundResult } from './benchClient.ts';
import type { BenchOptions, BenchResult, ClientResult } from './benchRun.ts';

type Row = string[];

export const COLUMNS = [
  'client',
  'wall s',
  'ratio',
  'cold start s',
  'ratio',
  'servers/s',
  'CPU ms/server',
  'peak MB',
  'answered',
  'correct',
];
const ASKED = {
  a2s: 'A2S servers, info + players + rules',
  samp: 'SA:MP servers, i + r + d',
  master: 'addresses of a master list',
} as const;

/** What was asked and under which circumstances, in one line. */
export function headingOf(options: BenchOptions, { farm }: BenchResult): string {
  const { task, servers, latencyMs, dead, timeoutMs, rounds } = options;
  const silent = dead > 0 ? `, ${dead * 100} % dead, ${timeoutMs / 1000} s timeout` : '';
  return `${servers} ${ASKED[task]}: ${latencyMs} ms latency${silent} (${farm}, median of ${rounds})`;
}

/** One row for each client, as COLUMNS; ratios are to crowsnest, and empty when that took no part. */
export function rowsOf({ servers }: BenchOptions, { clients }: BenchResult): Row[] {
  const ours = clients.find(({ client }) => client === 'crowsnest');
  return clients.map((result) => {
    const { client, rounds, coldMs, failure } = result;
    if (rounds.length === 0) {
      return [client, `failed: ${failure}`];
    }
    const wallMs = wallOf(result);
    const answered = Math.min(...rounds.map((round) => round.answered));
    return [
      failure === null ? client : `${client} (then failed: ${failure})`,
      (wallMs / 1000).toFixed(2),
      ratio(wallMs, ours === undefined ? Number.NaN : wallOf(ours)),
      coldMs.length === 0 ? '-' : (median(coldMs) / 1000).toFixed(2),
      ratio(median(coldMs), median(ours?.coldMs ?? [])),
      (answered / (wallMs / 1000)).toFixed(0),
      (medianOf(rounds, 'cpuMs') / servers).toPrecision(2),
      Math.max(...rounds.map(({ peakMb }) => peakMb)).toFixed(0),
      String(answered),
      String(Math.min(...rounds.map(({ correct }) => correct))),
    ];
  });
}

export function textTable(rows: readonly Row[]): string {
  const all = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, at) => Math.max(...all.map((row) => cellWidth(row, at))));
  return all
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

/** What a row says of a failure runs over the other columns. */
function cellWidth(row: Row, at: number): number {
  return row.length === COLUMNS.length || at === 0 ? (row[at]?.length ?? 0) : 0;
}

export function markdownTable(rows: readonly Row[]): string {
  const line = (row: Row) => `| ${COLUMNS.map((_, at) => row[at] ?? '').join(' | ')} |`;
  const rule = COLUMNS.map((_, at) => (at === 0 ? '---' : '---:'));
  return [COLUMNS, rule, ...rows].map(line).join('\n');
}

const wallOf = ({ rounds }: ClientResult): number => medianOf(rounds, 'ms');

function medianOf(rounds: readonly RoundResult[], of: keyof RoundResult): number {
  return median(rounds.map((round) => round[of]));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = (sorted.length - 1) / 2;
  const [below, above] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}

function ratio(one: number, other: number): string {
  const value = one / other;
  return Number.isNaN(value) ? '-' : value.toFixed(2);
}
