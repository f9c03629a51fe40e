import { describe, expect, it } from 'vitest';
import { THRESHOLDS } from '#monitor/availability.ts';
import { stepServer, unknownServer } from '#monitor/serverStep.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { News } from '#store/noticeDocument.ts';
import { arkSnapshot } from '#test/discord/pictures.ts';
import { offline, online, player } from './snapshots.ts';

const MINUTE = 60_000;

/** Observes a server once a minute and gives what was new each time. */
function observe(...snapshots: Snapshot[]): News[][] {
  let server = unknownServer('a2s/192.0.2.7:27015', 0);
  return snapshots.map((snapshot, n) => {
    const rules = { thresholds: THRESHOLDS, gapMs: 3 * MINUTE };
    const step = stepServer(server, snapshot, n * MINUTE, rules);
    server = step.after;
    return step.news.map(({ news }) => news);
  });
}

const kinds = (news: News[][]) => news.map((each) => each.map(({ kind }) => kind).join());

const [ann, bob] = [player('Ann', 100), player('Bob', 90)];
const [annLater, bobLater] = [player('Ann', 5000), player('Bob', 5000)];

describe('who joined and left', () => {
  it('is told with the counts', () => {
    expect(observe(online([ann]), online([annLater, bob]))[1]).toEqual([
      {
        kind: 'roster',
        name: 'Valley',
        address: '192.0.2.7:27015',
        joined: ['Bob'],
        left: [],
        online: 2,
        max: 20,
      },
    ]);
  });

  it('is not told the first time', () => {
    expect(kinds(observe(online([ann, bob])))).toEqual(['']);
  });

  it('is not told from a cut list, and told from the next whole one', () => {
    const cut = online([], { roster: { state: 'partial', players: [annLater] } });
    expect(kinds(observe(online([ann]), cut, online([annLater, bob])))).toEqual(['', '', 'roster']);
  });

  it('is not told over a map change', () => {
    const there = { map: 'island' };
    const news = observe(online([ann]), online([bob], there), online([bobLater, ann], there));
    expect(kinds(news)).toEqual(['', '', 'roster']);
  });

  it('is not told over a gap of more than three intervals', () => {
    const silent = online([], { roster: { state: 'unavailable', players: [] } });
    expect(kinds(observe(online([ann]), silent, silent, online([bob])))[3]).toBe('roster');
    expect(kinds(observe(online([ann]), silent, silent, silent, online([bob])))[4]).toBe('');
  });

  it('is not told over a missed poll, and told from then on', () => {
    const miss = offline();
    const news = observe(online([ann, bob]), miss, online([]), online([ann]));
    expect(kinds(news)).toEqual(['', '', 'restart', 'roster']);
    const outage = observe(online([ann]), miss, miss, miss, online([bob]), online([bobLater]));
    expect(kinds(outage)).toEqual(['', '', '', 'down', '', 'up']);
  });

  it('is not told while nobody comes or goes', () => {
    expect(kinds(observe(online([ann]), online([annLater])))).toEqual(['', '']);
  });
});

describe('an outage', () => {
  it.each(['timeout', 'dns', 'address-refused', 'unsupported'] as const)(
    'is told with its reason: %s',
    (reason) => {
      const miss = offline(reason);
      expect(observe(online([]), miss, miss, miss)[3]).toEqual([
        {
          kind: 'down',
          name: 'Valley',
          address: '192.0.2.7:27015',
          since: MINUTE,
          reason,
          lastOnline: 0,
          before: { online: 0, max: 20 },
          host: null,
          farewell: null,
        },
      ]);
    },
  );

  it('is told with its length when it is over', () => {
    const miss = offline();
    const [back] = observe(online([]), miss, miss, miss, online([]), online([])).at(-1) ?? [];
    expect(back).toMatchObject({ kind: 'up', since: MINUTE, until: 4 * MINUTE });
  });
});

it('a server keeps the cluster it was seen in while nobody says otherwise', () => {
  const known = arkSnapshot();
  const silent = known.ark && { ...known.ark, cluster: null };
  const unsaid = { ...known, ark: silent, rules: { state: 'unavailable' as const, values: {} } };
  const rules = { thresholds: THRESHOLDS, gapMs: 3 * MINUTE };
  let server = unknownServer('a2s/203.0.113.5:27015', 0);
  const clusters = [known, unsaid, offline(), { ...known, ark: silent }].map((snapshot, n) => {
    server = stepServer(server, snapshot, n * MINUTE, rules).after;
    return server.lastSeen?.cluster;
  });
  expect(clusters).toEqual(['PCArkpocalypse', 'PCArkpocalypse', 'PCArkpocalypse', null]);
});
