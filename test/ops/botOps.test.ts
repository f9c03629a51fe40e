import { onTestFinished, describe, expect, it } from 'vitest';
import { openOps, tellSetAside } from '#botOps.ts';
import { readConfig } from '#config.ts';
import { listeningLog } from '#test/store/storeFolder.ts';

const SECOND = 1000;
const BEGIN = Date.UTC(2026, 10, 30, 2);

/** What a bot shows over HTTP, with parts that do what a test wants of them. */
async function openWatched(environment = { HTTP_LISTEN: '127.0.0.1:0' }) {
  const clock = { now: BEGIN };
  const parts = {
    up: true,
    allShards: true,
    begun: true,
    endedAt: null as number | null,
    thirdDueAt: null as number | null,
    counted: 0,
    store: async (): Promise<null> => null,
  };
  const { log, lines } = listeningLog();
  const config = readConfig({ environment });
  const ops = await openOps({ config, now: () => clock.now, log });
  onTestFinished(ops.close);
  const run = () =>
    ops.running({
      store: { meta: { get: () => parts.store(), set: async () => {} } },
      gateway: {
        isWell: () => parts.up,
        isReady: () => parts.up && parts.allShards,
        pingMs: () => 41,
        guildIds: () => ['1', '2'],
      },
      monitor: {
        pulse: () => ({
          hasBegun: parts.begun,
          roundEndedAt: parts.endedAt,
          intervalMs: 60 * SECOND,
          thirdDueAt: parts.thirdDueAt,
          lagMs: 0,
        }),
        waiting: () => ({ waiting: 4, parked: 1 }),
      },
      watches: {
        counts: () => {
          parts.counted += 1;
          return { watches: 2, servers: 2 };
        },
      },
    });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${ops.port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  const report = async (path: '/healthz' | '/readyz') => {
    const { status, text } = await ask(path);
    return { status, ...(JSON.parse(text) as { ok: boolean; why: string[] }) };
  };
  const metrics = async () => (await ask('/metrics')).text;
  return { clock, parts, ops, run, report, metrics, lines };
}

describe('GET /healthz', () => {
  it('is 503 before the bot runs and while it stops', async () => {
    const { ops, run, report } = await openWatched();
    expect(await report('/healthz')).toEqual({
      status: 503,
      ok: false,
      stage: 'starting',
      why: ['The bot is starting.'],
    });
    run();
    expect((await report('/healthz')).status).toBe(200);
    ops.stopping();
    expect(await report('/healthz')).toMatchObject({ status: 503, stage: 'stopping' });
  });

  it('is 200 when all is well', async () => {
    const { clock, parts, run, report } = await openWatched();
    run();
    parts.endedAt = BEGIN;
    clock.now += 12 * SECOND;
    expect(await report('/healthz')).toEqual({
      status: 200,
      ok: true,
      gateway: 'up',
      rounds: 'on time',
      store: 'up',
      secondsSinceRound: 12,
      why: [],
    });
  });

  it('says that the gateway is down', async () => {
    const { parts, run, report } = await openWatched();
    run();
    parts.up = false;
    const { why, ...facts } = await report('/healthz');
    expect(facts).toMatchObject({ status: 503, ok: false, gateway: 'down', store: 'up' });
    expect(why).toEqual([expect.stringContaining('connection to Discord is down')]);
  });

  it('says that rounds stay away: three intervals, also when there was none yet', async () => {
    const { clock, parts, run, report } = await openWatched();
    clock.now += 600 * SECOND;
    run();
    clock.now += 179 * SECOND;
    expect(await report('/healthz')).toMatchObject({ status: 200, rounds: 'on time' });
    clock.now += SECOND;
    expect(await report('/healthz')).toMatchObject({ status: 503, rounds: 'late' });
    parts.endedAt = clock.now;
    expect(await report('/healthz')).toMatchObject({ status: 200, rounds: 'on time' });
    clock.now += 200 * SECOND;
    expect((await report('/healthz')).why).toEqual([
      'No round ended for 200 s, and one is due every 60 s. See the log for "round failed".',
    ]);
  });

  it('calls nobody in a night for which the schedule has no rounds', async () => {
    const { clock, parts, run, report } = await openWatched();
    run();
    parts.endedAt = BEGIN;
    parts.thirdDueAt = BEGIN + 8 * 3600 * SECOND;
    clock.now = parts.thirdDueAt - SECOND;
    expect(await report('/healthz')).toMatchObject({ status: 200, rounds: 'on time' });
    clock.now = parts.thirdDueAt;
    expect(await report('/healthz')).toMatchObject({ status: 503, rounds: 'late' });
  });

  it('says that the store fails, and why', async () => {
    const { parts, run, report } = await openWatched();
    run();
    parts.store = async () => Promise.reject(new Error('can not read in redis://db:6379'));
    expect(await report('/healthz')).toMatchObject({
      status: 503,
      store: 'down',
      gateway: 'up',
      why: ['The store does not answer: can not read in redis://db:6379'],
    });
    parts.store = async () => null;
    expect(await report('/healthz')).toMatchObject({ status: 200, store: 'up' });
  });

  it('does not wait for a store that hangs, and asks it once however many look', async () => {
    const { parts, run, report } = await openWatched();
    run();
    const hanging = Promise.withResolvers<null>();
    let asked = 0;
    parts.store = () => {
      asked += 1;
      return hanging.promise;
    };
    const [one, other] = await Promise.all([report('/healthz'), report('/healthz')]);
    expect(one).toMatchObject({ status: 503, store: 'down' });
    expect(one.why[0]).toContain('no answer within 2000 ms');
    expect(other.why).toEqual(one.why);
    expect(asked).toBe(1);
    hanging.resolve(null);
    expect(await report('/healthz')).toMatchObject({ status: 200 });
  });

  it('names everything that fails at once', async () => {
    const { clock, parts, run, report } = await openWatched();
    run();
    clock.now += 999 * SECOND;
    parts.up = false;
    parts.store = async () => Promise.reject(new Error('gone'));
    expect((await report('/healthz')).why).toHaveLength(3);
  });
});

describe('GET /readyz', () => {
  it('waits for the gateway, the commands and the first round', async () => {
    const { ops, parts, run, report } = await openWatched();
    expect(await report('/readyz')).toMatchObject({ status: 503, stage: 'starting' });
    parts.begun = false;
    parts.up = false;
    run();
    expect(await report('/readyz')).toMatchObject({
      status: 503,
      gateway: 'down',
      commands: 'waiting',
      rounds: 'waiting',
    });
    parts.up = true;
    expect((await report('/readyz')).why).toHaveLength(2);
    ops.commandsRegistered();
    expect((await report('/readyz')).why).toEqual(['The first round has not begun yet.']);
    parts.begun = true;
    expect(await report('/readyz')).toMatchObject({ status: 200, ok: true, why: [] });
    ops.stopping();
    expect(await report('/readyz')).toMatchObject({ status: 503, stage: 'stopping' });
  });
});

it('a process whose shards log in one after the other is well with the first, and ready with the last', async () => {
  const { ops, parts, run, report } = await openWatched();
  parts.allShards = false;
  run();
  ops.commandsRegistered();
  expect(await report('/healthz')).toMatchObject({ status: 200, gateway: 'up' });
  expect(await report('/readyz')).toMatchObject({ status: 503, gateway: 'logging in' });
  parts.allShards = true;
  expect((await report('/readyz')).status).toBe(200);
});

describe('GET /metrics', () => {
  it('answers in every state, with what is so now', async () => {
    const { parts, run, metrics } = await openWatched();
    expect(await metrics()).toContain('\ncrowsnest_gateway_up 0\n');
    run();
    const well = await metrics();
    expect(well).toMatch(/^crowsnest_build_info\{version="[\d.]+",node="24\.[\d.]+"\} 1$/m);
    expect(well).toContain('\ncrowsnest_gateway_up 1\n');
    expect(well).toContain('\ncrowsnest_gateway_ping_seconds 0.041\n');
    expect(well).toContain('\ncrowsnest_guilds 2\n');
    expect(well).toContain('\ncrowsnest_watches 2\n');
    expect(parts.counted).toBe(1);
    expect(well).toContain('\ncrowsnest_notices_waiting{state="waiting"} 4\n');
    expect(well).toContain('\ncrowsnest_notices_waiting{state="parked"} 1\n');
    expect(well).not.toMatch(/^crowsnest_round_last_end_timestamp_seconds /m);
    parts.endedAt = BEGIN;
    parts.up = false;
    parts.store = async () => Promise.reject(new Error('gone'));
    const ill = await metrics();
    expect(ill).toContain('\ncrowsnest_gateway_up 0\n');
    expect(ill).toContain(`\ncrowsnest_round_last_end_timestamp_seconds ${BEGIN / 1000}\n`);
  });

  it('tells of the process', async () => {
    const { metrics } = await openWatched();
    const text = await metrics();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(value('crowsnest_process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(value('crowsnest_heap_used_bytes')).toBeGreaterThan(1e6);
    expect(value('crowsnest_process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(value('crowsnest_process_active_resources')).toBeGreaterThan(0);
    expect(text).toMatch(/^crowsnest_event_loop_lag_seconds\{quantile="0.99"\} \d/m);
  });
});

it('serves nothing when that is not wanted, and goes on when its port is taken', async () => {
  const none = await openWatched({ HTTP_LISTEN: 'off' });
  expect(none.ops.port).toBeNull();
  const first = await openWatched();
  const second = await openWatched({ HTTP_LISTEN: `127.0.0.1:${first.ops.port}` });
  expect(second.ops.port).toBeNull();
  expect(JSON.stringify(second.lines)).toContain('HTTP_LISTEN');
});

it('a start tells of what waits to be mended, and is silent where nothing does', async () => {
  const { log, lines } = listeningLog();
  const counting = (count: number) => ({ setAside: { count: async () => count } }) as never;
  await tellSetAside(counting(0), log);
  expect(lines).toEqual([]);
  await tellSetAside(counting(2), log);
  expect(lines).toMatchObject([{ event: 'set-aside', count: 2 }]);
});
