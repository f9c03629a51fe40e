import { expect, it } from 'vitest';
import { THRESHOLDS } from '#monitor/availability.ts';
import { stepServer, unknownServer } from '#monitor/serverStep.ts';
import { queryDisabledSnapshot } from '#snapshot/fromSamp.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { offline, online } from './snapshots.ts';

const MINUTE = 60_000;
const target = { host: '192.0.2.7', port: 7777, game: null };

const named = (name: string) => ({ name, score: 1, seconds: null, ping: 30 });

/** A SA:MP server with these players; above 100 it tells no list (spec samp case 16). */
function samp(names: string[], online_ = names.length): Snapshot {
  const unlisted = online_ > 100;
  return online([], {
    target: { ...target, address: '192.0.2.7' },
    protocol: 'samp',
    appId: null,
    description: null,
    name: 'Vida Real',
    map: 'San Andreas',
    players: { online: online_, max: 500, bots: null, connecting: null },
    roster: unlisted
      ? { state: 'unavailable', players: [] }
      : { state: 'complete', players: names.map(named) },
  });
}

/** Observes the server once a minute; gives what was new each time and what is known at the end. */
function observe(...snapshots: Snapshot[]) {
  let server = unknownServer('samp/192.0.2.7:7777', 0);
  const news = snapshots.map((snapshot, n) => {
    const rules = { thresholds: THRESHOLDS, gapMs: 3 * MINUTE };
    const step = stepServer(server, snapshot, n * MINUTE, rules);
    server = step.after;
    return step.news.map((one) => one.news);
  });
  return { news, server };
}

it('case 19: a query that is switched off is no outage, and the name is kept', () => {
  const off = queryDisabledSnapshot(target, null, 'pings only');
  const { news, server } = observe(samp(['CJ']), off, off, off, off, off);
  expect(news.flat()).toEqual([]);
  expect(server.availability.state).toBe('up');
  expect(server.lastSeen).toMatchObject({
    at: 5 * MINUTE,
    name: 'Vida Real',
    map: 'San Andreas',
    game: 'samp',
    online: null,
  });
  expect(observe(samp(['CJ']), off, offline(), offline(), offline()).news.flat()).toMatchObject([
    { kind: 'down', name: 'Vida Real' },
  ]);
});

it('case 28: a list that grows past 100 and comes back tells only who really came and went', () => {
  const { news } = observe(samp(['CJ', 'Sweet']), samp([], 101), samp(['CJ', 'Ryder'], 2));
  expect(news).toMatchObject([[], [], [{ kind: 'roster', joined: ['Ryder'], left: ['Sweet'] }]]);
});

it('case 8: a list that was cut says of nobody that they left', () => {
  const cut = samp(['CJ']);
  const partial = { ...cut, roster: { ...cut.roster, state: 'partial' as const } };
  const { news } = observe(samp(['CJ', 'Sweet']), partial, samp(['CJ', 'Sweet']));
  expect(news.flat()).toEqual([]);
});
