import { expect, it } from 'vitest';
import { THRESHOLDS } from '#monitor/availability.ts';
import { stepServer, unknownServer } from '#monitor/serverStep.ts';
import { NO_MEMORY, stepRules } from '#monitor/watchRules.ts';
import { watchOf } from '#test/store/examples.ts';
import { online, player } from './snapshots.ts';

const ROUNDS = 5_000;
/** Far above what it takes, so that a busy machine does not matter; far below what would be felt with 10,000 servers. */
const MOST_MICROSECONDS = 500;

it('a step of a full server with all rules costs microseconds of this process', () => {
  const watch = watchOf({
    joins: 'both',
    thresholds: [{ atLeast: 6, below: 4, roleId: null, cooldownMs: 0 }],
    namedPlayers: [{ pattern: '*a*b*', roleId: null, cooldownMs: 60_000 }],
  });
  let server = unknownServer('a2s/192.0.2.7:27015', 0);
  let memory = NO_MEMORY;
  const crowd = (n: number) =>
    online(Array.from({ length: 32 }, (_, place) => player(`Player ${place + (n % 7)}`, n * 60)));
  const snapshots = Array.from({ length: 7 }, (_, n) => crowd(n));
  const before = process.cpuUsage();
  let told = 0;
  for (let n = 0; n < ROUNDS; n += 1) {
    const snapshot = snapshots[n % 7] ?? crowd(n);
    const at = n * 60_000;
    const step = stepServer(server, snapshot, at, { thresholds: THRESHOLDS, gapMs: 180_000 });
    const { traffic } = step;
    const name = { name: 'Valley', address: '192.0.2.7:27015' };
    const own = stepRules(memory, watch, { snapshot, server: name, traffic, before: at, at });
    server = step.after;
    memory = own.after;
    told += step.news.length + own.news.length;
  }
  const { user, system } = process.cpuUsage(before);
  expect(told).toBeGreaterThan(ROUNDS / 2);
  expect((user + system) / ROUNDS).toBeLessThan(MOST_MICROSECONDS);
});
