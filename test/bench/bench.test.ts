import { describe, expect, it } from 'vitest';
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
});
