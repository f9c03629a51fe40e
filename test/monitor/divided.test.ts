import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { THRESHOLDS } from '#monitor/availability.ts';
import { observeServer } from '#monitor/observeServer.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { joinedOutages } from '#store/incidentDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import { openStore, type Store } from '#store/openStore.ts';
import { EVERYTHING, hasGuild, type ShardScope } from '#store/shardScope.ts';
import { watchOf } from '#test/store/examples.ts';
import { storeFolder } from '#test/store/storeFolder.ts';
import { offline, online } from './snapshots.ts';

/** A guild for each shard of four. */
const GUILDS = [0n, 1n, 2n, 3n].map((n) => String(((1n << 40n) + n) << 22n));
const [NORTH = '', EAST = ''] = GUILDS;
const KEY = 'a2s/192.0.2.7:27015';
const MINUTE = 60_000;
const EVEN = { ids: [0], count: 2 };
const ODD = { ids: [1], count: 2 };

/** A database that processes share; each has the guilds of its shards, and all of those watch one server. */
async function database() {
  const { file, dispose } = await storeFolder();
  onTestFinished(dispose);
  let now = Date.UTC(2026, 10, 30);
  const log = pino({ level: 'silent' });

  async function start(scope: ShardScope) {
    const store = await openStore(`sqlite://${file}`, { log, scope, now: () => now });
    onTestFinished(() => store.close());
    const watches = GUILDS.filter((id) => hasGuild(scope, id)).map((guildId) => ({
      guildId,
      watch: watchOf(),
    }));
    const wishes = { of: async () => [] };
    const rules = { thresholds: THRESHOLDS, gapMs: 3 * MINUTE };
    return {
      store,
      stop: () => store.close(),
      async sees(...snapshots: Snapshot[]): Promise<string[]> {
        const told: Notice[] = [];
        for (const snapshot of snapshots) {
          const seen = { snapshot, at: now, rules };
          const { notices } = await observeServer({ store, wishes, log }, KEY, watches, seen);
          told.push(...notices);
          now += 5_000;
        }
        return told.map(({ guildId, news }) => `${GUILDS.indexOf(guildId)} ${news.kind}`).sort();
      },
    };
  }
  return {
    start,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const stateIn = async (store: Store) => (await store.servers.get(KEY))?.availability.state;

it('two processes judge the same server each by itself', async () => {
  const { start } = await database();
  const [even, odd] = [await start(EVEN), await start(ODD)];
  await even.sees(online());
  await odd.sees(online());
  expect(await even.sees(offline(), offline(), offline())).toEqual(['0 down', '2 down']);
  expect(await stateIn(even.store)).toBe('down');
  expect(await stateIn(odd.store)).toBe('up');
  await even.store.servers.delete(KEY);
  expect(await stateIn(odd.store)).toBe('up');
});

it('a process that is started again goes on from its own, whatever others know', async () => {
  const { start } = await database();
  const [even, odd] = [await start(EVEN), await start(ODD)];
  await even.sees(online());
  await odd.sees(online(), offline());
  await odd.stop();
  expect(await even.sees(offline(), offline(), offline())).toEqual(['0 down', '2 down']);
  const again = await start(ODD);
  expect(await again.sees(offline(), offline())).toEqual(['1 down', '3 down']);
});

it('divided into more, nobody is told again, and everybody is told how it ends', async () => {
  const { start } = await database();
  const whole = await start(EVERYTHING);
  await whole.sees(online(), offline(), offline(), offline());
  await whole.stop();
  const parts = await Promise.all([0, 1, 2, 3].map((id) => start({ ids: [id], count: 4 })));
  const told: string[][] = [];
  for (const part of parts) {
    told.push(await part.sees(offline(), online(), online()));
  }
  expect(told).toEqual([['0 up'], ['1 up'], ['2 up'], ['3 up']]);
});

it('put together, who was told already is not told again, and who was not is told now', async () => {
  const { start } = await database();
  const [even, odd] = [await start(EVEN), await start(ODD)];
  await even.sees(online());
  await odd.sees(online(), offline(), offline());
  await odd.stop();
  await even.sees(offline(), offline(), offline());
  await even.stop();
  const whole = await start(EVERYTHING);
  expect(await whole.sees(offline())).toEqual(['1 down', '3 down']);
  expect(await whole.sees(offline(), online(), online())).toEqual(['0 up', '1 up', '2 up', '3 up']);
  const [outage, ...others] = joinedOutages(await whole.store.incidents.of(KEY));
  expect(others).toEqual([]);
  expect(outage?.until).not.toBeNull();
});

it('put together, an outage that only one of them saw end is over for all', async () => {
  const { start, pass } = await database();
  const [even, odd] = [await start(EVEN), await start(ODD)];
  await even.sees(online(), offline(), offline(), offline());
  await odd.sees(online(), offline(), offline(), offline());
  await even.stop();
  pass(MINUTE);
  expect(await odd.sees(online(), online())).toEqual(['1 up', '3 up']);
  await odd.stop();
  const whole = await start(EVERYTHING);
  expect(await whole.sees(online())).toEqual(['0 up', '2 up']);
  expect((await whole.store.incidents.of(KEY)).filter(({ until }) => until === null)).toEqual([]);
});

it('a notice that was stored before its look was, is none for those who take the guild over', async () => {
  const { start } = await database();
  const [even, odd] = [await start(EVEN), await start(ODD)];
  await even.sees(online());
  await odd.sees(online(), offline());
  const of = async (store: Store, guildId: string) =>
    (await store.servers.inherited(KEY))?.(guildId)?.availability.state;
  await odd.stop();
  await even.sees(offline(), offline(), offline());
  await even.stop();
  const whole = await start(EVERYTHING);
  expect(await of(whole.store, EAST)).toBe('suspect');
  expect(await of(whole.store, NORTH)).toBe('down');
  await whole.sees(offline());
  expect(await whole.store.servers.inherited(KEY)).toBeNull();
});

it('what each watch remembers goes with its guild', async () => {
  const { start } = await database();
  const [even, odd] = [await start(EVEN), await start(ODD)];
  const memory = (reached: number[]) => ({ count: null, reached, spoke: {} });
  await even.sees(online());
  await odd.sees(online());
  for (const [process, guildId, reached] of [
    [even, NORTH, [5]],
    [odd, EAST, [9]],
  ] as const) {
    const server = await process.store.servers.get(KEY);
    if (server !== null) {
      const memories = { [`${guildId}/watch1`]: memory([...reached]) };
      await process.store.servers.set({ ...server, memories });
    }
    await process.stop();
  }
  const whole = await start(EVERYTHING);
  expect((await whole.store.servers.get(KEY))?.memories).toEqual({
    [`${NORTH}/watch1`]: memory([5]),
    [`${EAST}/watch1`]: memory([9]),
  });
});
