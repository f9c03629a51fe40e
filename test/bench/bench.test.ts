import { fork } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerTo, endChild, nextMessage } from '../../bench/benchChild.ts';
import { readBenchOptions } from '../../bench/benchOptions.ts';
import { rateOf, runBench } from '../../bench/benchRun.ts';

describe('benchmark, in short', () => {
  it('a hundred servers at 20 ms: both clients get every answer right, the core is well ahead and stays small', {
    timeout: 60_000,
  }, async () => {
    const servers = 100;
    const { rounds } = await runBench({ servers, rounds: 3, latencyMs: 20, dead: 0 });
    for (const round of [...rounds.crowsnest, ...rounds.gamedig]) {
      expect(round.answered).toBe(servers);
      expect(round.correct).toBe(servers);
    }
    expect(rateOf(rounds.crowsnest)).toBeGreaterThan(1.5 * rateOf(rounds.gamedig));
    expect(Math.max(...rounds.crowsnest.map(({ peakMb }) => peakMb))).toBeLessThan(150);
  });

  it('a client that is killed ends the benchmark, and is no trouble when everything is ended', async () => {
    const client = fork(join(import.meta.dirname, '../../bench/benchClient.ts'));
    expect(await nextMessage(client)).toBe('ready');
    const next = nextMessage(client);
    client.kill('SIGKILL');
    await expect(next).rejects.toThrow(/ended by itself: SIGKILL/);
    await expect(answerTo(client, 'round')).rejects.toThrow(/ended by itself/);
    await endChild(client);
  });

  it.each([
    [['--servers', 'many'], /--servers many is not a whole number/],
    [['--rounds', '0'], /--rounds 0/],
    [['--latency', '50,'], /--latency {2}is not a number/],
    [['--dead', '2'], /--dead 2 is not a number from 0 to 1/],
    [['--server', '5'], /--server/],
  ])('%j is told', (args, line) => {
    expect(() => readBenchOptions(args)).toThrow(line);
  });
});
