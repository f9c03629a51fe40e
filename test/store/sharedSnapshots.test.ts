import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shareSnapshots } from '#botShared.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { openStore } from '#store/openStore.ts';
import { offline, online } from '#test/monitor/snapshots.ts';
import { openDatabase, whyNoDatabase } from './databases.ts';

const log = pino({ level: 'silent' });
const TARGET = { host: '192.0.2.7', port: 27015, game: null };
const INTERVAL_MS = 60_000;

/** Processes of one bot that ask the same server, which says what it is told to. */
async function processes(url: string, count: number) {
  const world = { says: online(), asked: 0, now: Date.UTC(2026, 10, 30) };
  /** Resolves the questions that are on their way. */
  let answers: (() => void)[] | null = null;
  const takeSnapshot = async (): Promise<Snapshot> => {
    world.asked += 1;
    if (answers !== null) {
      await new Promise<void>((resolve) => answers?.push(resolve));
    }
    return world.says;
  };
  const open = async () => {
    const store = await openStore(url, { log });
    onTestFinished(() => store.close());
    if (store.shared === null) {
      throw new Error('this database is not shared');
    }
    const parts = { intervalMs: () => INTERVAL_MS, timeoutMs: 3_000, now: () => world.now, log };
    const ask = shareSnapshots(takeSnapshot, { ...parts, shared: store.shared });
    return { look: () => ask(TARGET, WATCHED_PARTS), witness: () => ask(TARGET, ['info']), store };
  };
  return {
    world,
    all: await Promise.all(Array.from({ length: count }, open)),
    hold: () => {
      answers = [];
    },
    /** How many questions wait for their answers. */
    held: () => answers?.length ?? 0,
    /** Those that come after it are held too. */
    letGo: () => {
      for (const answer of answers?.splice(0) ?? []) {
        answer();
      }
    },
  };
}

for (const kind of ['redis', 'postgres'] as const) {
  const why = await whyNoDatabase(kind);
  describe.skipIf(why !== null)(
    `processes that share ${kind}${why === null ? '' : `: ${why}`}`,
    () => {
      const begin = async (count: number) => {
        const { url, dispose } = await openDatabase(kind);
        onTestFinished(dispose);
        return processes(url, count);
      };

      it('ask a server once a round, whoever comes first', async () => {
        const { world, all } = await begin(3);
        for (let round = 1; round <= 3; round += 1) {
          world.now += INTERVAL_MS;
          world.says = online([], { map: `map ${round}` });
          for (const { look } of round === 2 ? all.toReversed() : all) {
            world.now += 10_000;
            expect((await look()).map).toBe(`map ${round}`);
          }
          expect(world.asked).toBe(round);
          world.now -= 30_000;
        }
      });

      it('that ask at the same moment wait for the one that is asking', async () => {
        const { world, all, hold, held, letGo } = await begin(3);
        hold();
        const looks = Promise.all(all.map(({ look }) => look()));
        await expect.poll(held).toBe(1);
        letGo();
        const seen = await looks;
        expect(world.asked).toBe(1);
        expect(seen.filter(({ sharedAt }) => sharedAt === world.now)).toHaveLength(2);
      });

      it('see for themselves that a server is silent', async () => {
        const { world, all } = await begin(3);
        world.says = offline();
        for (const { look } of all) {
          expect((await look()).state).toBe('offline');
        }
        expect(world.asked).toBe(3);
      });

      it('do not wait for each other when a server is silent', async () => {
        const { world, all, hold, held, letGo } = await begin(3);
        world.says = offline();
        hold();
        const first = all[0]?.look();
        await expect.poll(held).toBe(1);
        const others = Promise.all(all.slice(1).map(({ look }) => look()));
        letGo();
        await first;
        await expect.poll(held).toBe(2);
        letGo();
        expect((await others).map(({ state }) => state)).toEqual(['offline', 'offline']);
      });

      it('look again after a miss, also when somebody had an answer before', async () => {
        const { world, all } = await begin(2);
        const [first, second] = all;
        await first?.look();
        await second?.look();
        world.now += 5_000;
        world.says = offline();
        expect((await second?.look())?.state).toBe('offline');
        expect(world.asked).toBe(2);
      });

      it('witness their own sight themselves', async () => {
        const { world, all } = await begin(2);
        for (const { witness } of all) {
          await witness();
        }
        expect(world.asked).toBe(2);
      });

      it('ask each for itself when the database is gone', async () => {
        const { world, all } = await begin(2);
        for (const { store, look } of all) {
          await store.close();
          expect((await look()).state).toBe('online');
        }
        expect(world.asked).toBe(2);
      });

      it('leave nothing that is kept', async () => {
        const { url, all: rows, dispose } = await openDatabase(kind);
        onTestFinished(dispose);
        const { all } = await processes(url, 1);
        await all[0]?.look();
        expect(await rows()).toEqual([]);
      });

      it('give a lease to one of them, until it is given back or its time is over', async () => {
        const { all } = await begin(2);
        const [one, other] = all.map(({ store }) => store.shared);
        const giveBack = await one?.lease('a', 60_000);
        expect(await other?.lease('a', 60_000)).toBeNull();
        expect(await other?.lease('b', 50)).not.toBeNull();
        await giveBack?.();
        expect(await other?.lease('a', 60_000)).not.toBeNull();
        await expect.poll(() => one?.lease('b', 60_000)).not.toBeNull();
      });
    },
  );
}

it('a file is nobody else’s: nothing is shared through it', async () => {
  const store = await openStore('sqlite://:memory:', { log });
  onTestFinished(() => store.close());
  expect(store.shared).toBeNull();
});
