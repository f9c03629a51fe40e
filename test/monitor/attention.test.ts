import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attentionAt } from '#monitor/attention.ts';
import { parseCronLine } from '#monitor/cronLine.ts';
import type { Watch } from '#store/guildDocument.ts';
import { usualSettings } from '#store/watchSettings.ts';
import { offline, online, player } from './snapshots.ts';
import { MINUTE, type Watchtower, watchtower } from './watchtower.ts';

const at = (time: string): number => Date.parse(`${time}Z`);
const time = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().slice(0, 16);

describe('planned work', () => {
  const silentUntil = (cron: string, timeZone: string, minutes: number, now: string) =>
    time(
      attentionAt({ ...usualSettings(), maintenance: [{ cron, timeZone, minutes }] }, at(now))
        .silentUntil,
    );

  it.each([
    ['begins on the minute', '0 6 * * *', 'UTC', 30, '2026-11-30T06:00', '2026-11-30T06:30'],
    ['lasts to its last minute', '0 6 * * *', 'UTC', 30, '2026-11-30T06:29', '2026-11-30T06:30'],
    ['is over then', '0 6 * * *', 'UTC', 30, '2026-11-30T06:30', null],
    ['goes over midnight', '50 23 * * *', 'UTC', 30, '2026-12-01T00:05', '2026-12-01T00:20'],
    [
      'is at six in Berlin, in winter',
      '0 6 * * *',
      'Europe/Berlin',
      30,
      '2026-11-30T05:10',
      '2026-11-30T05:30',
    ],
    [
      'is at six in Berlin, in summer',
      '0 6 * * *',
      'Europe/Berlin',
      30,
      '2026-07-01T04:10',
      '2026-07-01T04:30',
    ],
    [
      'knows half-hour zones',
      '0 6 * * *',
      'Asia/Kolkata',
      30,
      '2026-11-30T00:40',
      '2026-11-30T01:00',
    ],
    ['is on Thursdays only', '0 6 * * thu', 'UTC', 30, '2026-12-03T06:10', '2026-12-03T06:30'],
    ['is not on Mondays then', '0 6 * * thu', 'UTC', 30, '2026-11-30T06:10', null],
    ['is every six hours', '0 */6 * * *', 'UTC', 10, '2026-11-30T18:05', '2026-11-30T18:10'],
  ])('%s', (_what, cron, zone, minutes, now, until) => {
    expect(silentUntil(cron, zone, minutes, now)).toBe(until);
  });

  it('once, between two times', () => {
    const once = { from: at('2026-11-30T06:00'), to: at('2026-11-30T08:00') };
    const settings = { ...usualSettings(), maintenance: [{ once }] };
    const until = (now: string) => time(attentionAt(settings, at(now)).silentUntil);
    expect([
      until('2026-11-30T05:59'),
      until('2026-11-30T07:00'),
      until('2026-11-30T08:00'),
    ]).toEqual([null, '2026-11-30T08:00', null]);
  });

  it.each(['', '* * * *', '60 * * * *', '5-1 * * * *', '*/0 * * * *', 'a * * * *', '1,, * * * *'])(
    'has no schedule "%s"',
    (line) => {
      expect(parseCronLine(line)).toBeNull();
    },
  );
});

describe('quiet hours', () => {
  const quietUntil = (from: string, to: string, now: string, timeZone = 'UTC') =>
    time(
      attentionAt(
        { ...usualSettings(), quietHours: { from, to, timeZone, pings: 'wait' } },
        at(now),
      ).quietUntil,
    );

  it('over midnight', () => {
    expect(quietUntil('22:00', '07:30', '2026-11-30T23:10')).toBe('2026-12-01T07:30');
    expect(quietUntil('22:00', '07:30', '2026-12-01T07:29')).toBe('2026-12-01T07:30');
    expect(quietUntil('22:00', '07:30', '2026-12-01T07:30')).toBeNull();
    expect(quietUntil('22:00', '07:30', '2026-12-01T12:00')).toBeNull();
  });

  it('on the clock of their zone', () => {
    expect(quietUntil('22:00', '07:30', '2026-11-30T01:00', 'America/Sao_Paulo')).toBe(
      '2026-11-30T10:30',
    );
  });
});

describe('an outage', () => {
  let tower: Watchtower;
  beforeEach(async () => {
    tower = await watchtower();
  });
  afterEach(() => tower.dispose());

  async function goDown(watch: Partial<Watch>): Promise<void> {
    await tower.add(watch);
    await tower.monitor.round();
    tower.says(offline());
    await tower.minutes(1);
    await tower.pass(15_000);
  }
  async function comeBack(): Promise<void> {
    tower.says(online([player('Ann')]));
    await tower.minutes(1);
    await tower.pass(5_000);
  }

  it('shorter than the grace time pings nobody', async () => {
    await goDown({ graceMs: 10 * MINUTE });
    await tower.minutes(7);
    await comeBack();
    await tower.minutes(20);
    expect(tower.said()).toEqual([]);
  });

  it('longer than the grace time pings when that is over', async () => {
    await goDown({ graceMs: 10 * MINUTE });
    await tower.minutes(9);
    expect(tower.said()).toEqual([]);
    await tower.minutes(1);
    expect(tower.said()).toEqual(['down']);
    await comeBack();
    expect(tower.said()).toEqual(['down', 'up']);
  });

  it('that waits for its grace time holds up nobody else in the channel', async () => {
    await tower.add({
      id: 'other',
      target: { host: '192.0.2.8', port: 1, game: null, encoding: null },
    });
    await goDown({ graceMs: 60 * MINUTE });
    tower.says(offline(), '192.0.2.8:1');
    await tower.minutes(2);
    expect(tower.discord.sent.map(({ watchId }) => watchId)).toEqual(['other']);
  });

  it('in planned work is told only if it lasts beyond it', async () => {
    const now = tower.clock.now();
    const once = { from: now, to: now + 30 * MINUTE };
    await goDown({ maintenance: [{ once }] });
    await tower.minutes(27);
    expect(tower.said()).toEqual([]);
    await tower.minutes(2);
    expect(tower.said()).toEqual(['down']);
  });

  it('that is over within planned work is never told', async () => {
    const now = tower.clock.now();
    await goDown({ maintenance: [{ once: { from: now, to: now + 30 * MINUTE } }] });
    await tower.minutes(15);
    await comeBack();
    await tower.minutes(30);
    expect(tower.said()).toEqual([]);
  });

  it('is not told while the watch is muted, nor who joins; the status message goes on', async () => {
    await goDown({ mutedUntil: tower.clock.now() + 60 * MINUTE });
    await comeBack();
    tower.says(online([player('Ann'), player('Bob', 3)]));
    await tower.minutes(1);
    expect(tower.said()).toEqual([]);
    expect([...tower.discord.statuses.values()]).toMatchObject([{ shows: 'online Ann,Bob' }]);
  });

  // The clock of these stories begins at 02:00 UTC.
  const night = { from: '22:00', to: '07:00', timeZone: 'UTC' } as const;

  it('at night is told in the morning where pings wait', async () => {
    await goDown({ quietHours: { ...night, pings: 'wait' } });
    await tower.minutes(290);
    expect(tower.said()).toEqual([]);
    await tower.minutes(15);
    expect(tower.discord.sent).toMatchObject([
      { roleId: '300000000000000001', news: { kind: 'down' } },
    ]);
  });

  it('at night that is over by the morning is told then as "was down from X to Y"', async () => {
    await goDown({ quietHours: { ...night, pings: 'wait' } });
    await tower.minutes(20);
    await comeBack();
    await tower.minutes(270);
    expect(tower.said()).toEqual([]);
    await tower.minutes(20);
    expect(tower.discord.sent).toMatchObject([{ roleId: null, news: { kind: 'outage' } }]);
  });

  it('at night is told at once and pings nobody where pings are dropped', async () => {
    await goDown({ quietHours: { ...night, pings: 'drop' } });
    expect(tower.discord.sent).toMatchObject([{ roleId: null, news: { kind: 'down' } }]);
  });
});
