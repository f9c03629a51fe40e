import { describe, expect, it, onTestFinished } from 'vitest';
import { openOps } from '#botOps.ts';
import { readConfig } from '#config.ts';
import { openStore } from '#store/openStore.ts';
import { openDatabase, SERVERS, whyNoDatabase } from '#test/store/databases.ts';
import { listeningLog } from '#test/store/storeFolder.ts';
import { openWire } from '#test/store/wire.ts';

/** A bot that is well, but for what happens to its database. */
const REST = {
  gateway: { isReady: () => true, isWell: () => true, pingMs: () => null, guildIds: () => [] },
  monitor: {
    pulse: () => ({
      hasBegun: true,
      roundEndedAt: Date.now(),
      intervalMs: 60_000,
      thirdDueAt: null,
      lagMs: 0,
    }),
    waiting: () => ({ waiting: 0, parked: 0 }),
  },
  watches: { counts: () => ({ watches: 0, servers: 0 }) },
};

describe.each(['redis', 'postgres'] as const)('a bot with its store in %s', (kind) => {
  it('is ill while that is lost, and well when it is back', async (context) => {
    const missing = await whyNoDatabase(kind);
    if (missing !== null) {
      context.skip(missing);
    }
    const wire = await openWire(SERVERS[kind]);
    const database = await openDatabase(kind, wire.port);
    const { log } = listeningLog();
    const config = readConfig({ environment: { HTTP_LISTEN: '127.0.0.1:0' } });
    const ops = await openOps({ config, now: Date.now, log });
    const store = await openStore(database.url, { log, observe: ops.metrics.storeAsked });
    onTestFinished(async () => {
      await store.close();
      await ops.close();
      await database.dispose();
    });
    ops.running({ store, ...REST });
    const health = async () => {
      const response = await fetch(`http://127.0.0.1:${ops.port}/healthz`);
      return { status: response.status, text: await response.text() };
    };
    expect(await health()).toMatchObject({ status: 200 });
    await wire.cut();
    const begun = performance.now();
    const ill = await health();
    expect(performance.now() - begun).toBeLessThan(3_500);
    expect(ill.status).toBe(503);
    expect(ill.text).toContain('The store does not answer: ');
    expect(ill.text).not.toContain('secret-word');
    await wire.mend();
    await expect.poll(async () => (await health()).status).toBe(200);
    const response = await fetch(`http://127.0.0.1:${ops.port}/metrics`);
    expect(await response.text()).toMatch(
      /crowsnest_store_operation_duration_seconds_count\{operation="get",result="failed"\} [1-9]/,
    );
  });
});
