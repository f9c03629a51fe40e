import { fork } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerTo, endChild, nextMessage } from '../../bench/benchChild.ts';
import { readBenchOptions } from '../../bench/benchOptions.ts';
import { type BenchOptions, type BenchResult, runBench } from '../../bench/benchRun.ts';
import type { Task } from '../../bench/benchServer.ts';
import { COLUMNS, headingOf, markdownTable, rowsOf, textTable } from '../../bench/benchTable.ts';
import { CLIENT_NAMES, type ClientName } from '../../bench/clients/clientNames.ts';

const SERVERS = 40;
const ALIVE = 38;

const optionsFor = (task: Task, changes: Partial<BenchOptions> = {}): BenchOptions => ({
  task,
  servers: SERVERS,
  rounds: 1,
  coldStarts: false,
  latencyMs: 0,
  dead: 0,
  timeoutMs: 3_000,
  clients: CLIENT_NAMES,
  atOnce: {},
  heapMb: 256,
  ownFarm: true,
  ...changes,
});

const countsOf = ({ clients }: BenchResult) =>
  clients.map(({ client, rounds: [round], failure }) => [
    client,
    round?.answered,
    round?.correct,
    failure,
  ]);

describe('benchmark, in short', () => {
  it('A2S: every client gets every answer right', { timeout: 60_000 }, async () => {
    const clients: ClientName[] = [
      'crowsnest',
      'floor',
      'gamedig',
      'steam-server-query',
      'source-server-query',
      'valve-server-query',
    ];
    const options = optionsFor('a2s', { latencyMs: 5 });
    const result = await runBench(options);
    expect(countsOf(result)).toEqual(clients.map((client) => [client, SERVERS, SERVERS, null]));
    expect(headingOf(options, result)).toBe(
      '40 A2S servers, info + players + rules: 5 ms latency (node farm, median of 1)',
    );
    const table = textTable(rowsOf(options, result)).split('\n');
    expect(table.map((line) => line.split(' ')[0])).toEqual(['client', ...clients]);
    expect(table[1]).toMatch(/^crowsnest .* 1\.00 .* 40 +40$/);
  });

  it('SA:MP: none gets an answer from the dead, or loses one of the others', {
    timeout: 60_000,
  }, async () => {
    const clients: ClientName[] = ['crowsnest', 'floor', 'samp-query'];
    const options = optionsFor('samp', { dead: 0.05, timeoutMs: 1_000, clients });
    const result = await runBench(options);
    expect(countsOf(result)).toEqual(clients.map((client) => [client, ALIVE, ALIVE, null]));
    expect(headingOf(options, result)).toMatch(/0 ms latency, 5 % dead, 1 s timeout/);
  });

  it('a master list is read whole, also by a process started for it', {
    timeout: 60_000,
  }, async () => {
    const clients: ClientName[] = ['crowsnest', 'floor'];
    const options = optionsFor('master', { servers: 1_000, clients, coldStarts: true });
    const result = await runBench(options);
    expect(countsOf(result)).toEqual(clients.map((client) => [client, 1_000, 1_000, null]));
    expect(result.clients.map(({ coldMs }) => coldMs.length)).toEqual([1, 1]);
    const [head, rule, ...rows] = markdownTable(rowsOf(options, result)).split('\n');
    expect(head).toBe(`| ${COLUMNS.join(' | ')} |`);
    expect(rule).toMatch(/^\| --- \| ---: \|/);
    expect(rows).toHaveLength(2);
  });

  it('a client that is killed ends its part of the benchmark, and is no trouble when everything is ended', async () => {
    const client = fork(join(import.meta.dirname, '../../bench/benchClient.ts'));
    expect(await nextMessage(client)).toBe('ready');
    const next = nextMessage(client);
    client.kill('SIGKILL');
    await expect(next).rejects.toThrow(/ended by itself: SIGKILL/);
    await expect(answerTo(client, 'round')).rejects.toThrow(/ended by itself/);
    await endChild(client);
  });

  it('a client that failed stands in the table with its reason', () => {
    const failed = { client: 'gamedig', rounds: [], coldMs: [], failure: 'exit code 1' } as const;
    const options = optionsFor('a2s');
    const rows = rowsOf(options, {
      farm: 'node farm',
      clients: [{ ...failed, rounds: [], coldMs: [] }],
    });
    expect(textTable(rows)).toMatch(/^gamedig +failed: exit code 1$/m);
  });

  it('three circumstances when none are named, each with the lists that make sense there', () => {
    const { benches } = readBenchOptions([]);
    expect(
      benches.map(({ task, servers, latencyMs, dead }) => [task, servers, latencyMs, dead]),
    ).toEqual([
      ['a2s', 2_000, 0, 0],
      ['samp', 2_000, 0, 0],
      ['master', 100_000, 0, 0],
      ['a2s', 2_000, 50, 0],
      ['samp', 2_000, 50, 0],
      ['a2s', 2_000, 0, 0.05],
      ['samp', 2_000, 0, 0.05],
    ]);
  });

  it.each([
    [['--servers', 'many'], /--servers many is not a whole number/],
    [['--rounds', '0'], /--rounds 0/],
    [['--latency', '50,'], /--latency {2}is not a number/],
    [['--dead', '2'], /--dead 2 is not a number from 0 to 1/],
    [['--only', 'a2s,http'], /--only http is none of a2s, samp, master/],
    [['--clients', 'qstat'], /--clients qstat is none of crowsnest, floor, gamedig/],
    [['--at-once', 'gamedig=0'], /--at-once 0 is not a whole number/],
    [['--server', '5'], /--server/],
  ])('%j is told', (args, line) => {
    expect(() => readBenchOptions(args)).toThrow(line);
  });
});
