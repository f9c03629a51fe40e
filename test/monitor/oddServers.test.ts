import { describe, expect, it } from 'vitest';
import { THRESHOLDS } from '#monitor/availability.ts';
import { stepServer, unknownServer } from '#monitor/serverStep.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { offline, online, player } from './snapshots.ts';

const MINUTE = 60_000;

/** What was new at each observation, a minute apart. */
function news(...snapshots: Snapshot[]): string[][] {
  let server = unknownServer('a2s/192.0.2.7:27015', 0);
  return snapshots.map((snapshot, at) => {
    const rules = { thresholds: THRESHOLDS, gapMs: 3 * MINUTE };
    const step = stepServer(server, snapshot, at * MINUTE, rules);
    server = step.after;
    return step.news.map((one) => one.news.kind);
  });
}

const people = [player('Ann', 100), player('Bob', 90)];
const counted = (count: number): Partial<Snapshot> => ({
  players: { online: count, max: 20, bots: 0, connecting: null },
});

describe('servers that are odd and up (spec a2s section 10)', () => {
  it('case 134: a proxy whose counts jump tells of nobody who joined or left', () => {
    const [first, ...later] = [2, 9, 4, 0].map((count) => online(people, counted(count)));
    const unlisted = online([], {
      ...counted(12),
      roster: { state: 'unavailable', players: [] },
    });
    expect(news(first ?? online(), ...later, unlisted).flat()).toEqual([]);
  });

  it('case 136: info that a filter rewrites from poll to poll is no news', () => {
    const own = online(people, { keywords: ' gm:darkrp', steamId: '90096618768367620' });
    const rewritten = online(people, { keywords: 'gm:darkrp', steamId: '1', gameId: '4000' });
    expect(news(own, rewritten, own, rewritten).flat()).toEqual([]);
  });

  it('case 140: an empty server that sleeps through a poll or two is not down', () => {
    const empty = online([]);
    expect(news(empty, offline(), empty, offline(), offline(), empty).flat()).toEqual([]);
    expect(news(empty, offline(), offline(), offline()).flat()).toEqual(['down']);
  });
});
