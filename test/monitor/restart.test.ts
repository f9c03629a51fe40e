import { describe, expect, it } from 'vitest';
import { THRESHOLDS } from '#monitor/availability.ts';
import { stepServer, unknownServer } from '#monitor/serverStep.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { offline, online, player } from './snapshots.ts';

const MINUTE = 60_000;

/** Observes a server once a minute; gives the kinds of news each time, "up!" for an end that was only that of a restart. */
function observe(...snapshots: Snapshot[]): string[] {
  let server = unknownServer('a2s/192.0.2.7:27015', 0);
  return snapshots.map((snapshot, n) => {
    const rules = { thresholds: THRESHOLDS, gapMs: 3 * MINUTE };
    const step = stepServer(server, snapshot, n * MINUTE, rules);
    server = step.after;
    return step.news
      .map(({ news }) => (news.kind === 'up' && news.restarted ? 'up!' : news.kind))
      .join();
  });
}

const crowd = online(['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay'].map((name) => player(name, 5000)));
const sameCrowd = online(
  ['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay'].map((name) => player(name, 6000)),
);
const miss = offline();

describe('a server that was only started again', () => {
  it('within one poll, all times new: no "left", no "joined"', () => {
    const back = online([player('Ann', 30), player('Bob', 20)]);
    expect(observe(crowd, back)).toEqual(['', 'restart']);
  });

  it('over one miss, with nobody left of a crowd: never "Left (6)"', () => {
    expect(observe(crowd, miss, online([]))).toEqual(['', '', 'restart']);
  });

  it('over one miss, with another map', () => {
    expect(observe(crowd, miss, { ...sameCrowd, map: 'island' })).toEqual(['', '', 'restart']);
  });

  it('over one miss, with newcomers only', () => {
    const back = online([player('Ann', 30), player('Gil', 8)]);
    expect(observe(crowd, miss, back)).toEqual(['', '', 'restart']);
  });

  it('over one miss, by its own uptime', () => {
    const uptime = (seconds: number): Snapshot => ({
      ...sameCrowd,
      rules: { state: 'complete', values: { uptime: String(seconds) } },
    });
    expect(observe(uptime(90_000), miss, uptime(40))).toEqual(['', '', 'restart']);
  });

  it('long enough to be told as down: its return says that it was a restart', () => {
    expect(observe(crowd, miss, miss, miss, online([]), online([]))).toEqual([
      '',
      '',
      '',
      'down',
      '',
      'up!',
    ]);
  });
});

describe('a server that was not started again', () => {
  it('and lost one packet: nothing is said, whoever came and went meanwhile', () => {
    expect(observe(crowd, miss, sameCrowd)).toEqual(['', '', '']);
    const fewer = online([player('Ann', 6000), player('Gil', 700)]);
    expect(observe(crowd, miss, fewer)).toEqual(['', '', '']);
  });

  it('and was away for long, and is empty then: an outage', () => {
    const away = Array.from({ length: 8 }, () => miss);
    expect(observe(crowd, ...away, online([]), online([])).at(-1)).toBe('up');
  });

  it('and was away for a short time with its players still on it: an outage', () => {
    expect(observe(crowd, miss, miss, miss, sameCrowd, sameCrowd).at(-1)).toBe('up');
  });
});
