import { describe, expect, it } from 'vitest';
import { playLoad } from '../../bench/loadRun.ts';

describe('commands under load, in short', () => {
  it('everyone who asks is answered while the bot keeps its status messages', {
    timeout: 60_000,
  }, async () => {
    const watches = 12;
    const { waits, report, edits } = await playLoad({ watches, seconds: 1, ownFarm: true });
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(report.cpuMs).toBeGreaterThan(0);
    expect(report.heapMb).toBeGreaterThan(1);
    expect(edits).toBeGreaterThanOrEqual(waits.length);
  });
});
