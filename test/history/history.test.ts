import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bucket, MINUTE_MS } from '#history/bucket.ts';
import { meanOf, peakOf } from '#history/crowd.ts';
import { type History, openHistory } from '#history/history.ts';
import { stepForAge, thinOldDays } from '#history/oldDays.ts';
import { dayOf, packDay } from '#history/packDay.ts';
import { openStore, type Store } from '#store/openStore.ts';
import { incidentOf } from '#test/store/examples.ts';
import { listeningLog, storeFolder } from '#test/store/storeFolder.ts';
import { DAY_MS, HOUR_MS, minutesOf, MONDAY } from './days.ts';

const SERVER = 'a2s/192.0.2.7:27015';
const KEEP = { minutes: 2, fives: 30, hours: 400 };

let place: Awaited<ReturnType<typeof storeFolder>>;
let store: Store;
let history: History;
let now: number;
const listening = listeningLog();

async function start(): Promise<void> {
  store = await openStore(`sqlite://${place.file}`, { log: listening.log });
  history = openHistory({ store, keep: KEEP, now: () => now, log: listening.log });
}

beforeEach(async () => {
  place = await storeFolder();
  now = MONDAY;
  await start();
});
afterEach(async () => {
  await store.close();
  await place.dispose();
});

/** A look at the server, now. */
function look(people: number | null, server = SERVER): void {
  const answered = people !== null;
  const state = answered ? 'up' : 'down';
  history.note(server, { at: now, state, answered, people, slots: 32, pingMs: 40 }, MINUTE_MS);
  history.saveDue();
}

async function minutes(count: number, people: (n: number) => number | null): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    look(people(n));
    await history.idle();
    now += MINUTE_MS;
  }
}

const known = (span = { from: MONDAY, to: now }) => history.read(SERVER, span);

/** The process is killed: what is in memory only is gone. */
async function killed(): Promise<void> {
  await store.close();
  await start();
}

describe('looks', () => {
  it('can be read at once, the newest too', async () => {
    await minutes(7, (n) => n);
    expect((await known()).map(({ people }) => people)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('are written every five minutes, whatever the number of looks', async () => {
    await minutes(4, () => 3);
    expect(await store.history.serversOn('2026-11-30')).toEqual([]);
    await minutes(2, () => 3);
    expect(await store.history.serversOn('2026-11-30')).toEqual([SERVER]);
  });

  it('are all there after an orderly stop in the middle of the day', async () => {
    await minutes(8, () => 3);
    await history.close();
    await killed();
    await minutes(2, () => 4);
    expect(await known()).toHaveLength(10);
  });

  it('of the last five minutes are lost when the process is killed, and are a gap', async () => {
    await minutes(9, () => 3);
    await killed();
    await minutes(3, () => 4);
    const there = (await known()).map(({ at }) => (at - MONDAY) / MINUTE_MS);
    expect(there).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11]);
  });

  it('count once for a minute, also when the clock is set back by an hour', async () => {
    await minutes(90, () => 3);
    now -= 60 * MINUTE_MS;
    await minutes(60, () => 5);
    const buckets = await known();
    expect(buckets).toHaveLength(90);
    expect(meanOf(buckets)).toBe((30 * 3 + 60 * 5) / 90);
  });

  it('go over midnight into the next day', async () => {
    now = MONDAY + DAY_MS - 3 * MINUTE_MS;
    await minutes(6, (n) => n);
    await history.close();
    expect(await store.history.serversOn('2026-11-30')).toEqual([SERVER]);
    expect(await store.history.serversOn('2026-12-01')).toEqual([SERVER]);
    expect(await known()).toHaveLength(6);
  });

  it('wait when the store takes nothing, and are written when it does again', async () => {
    const { put } = store.history;
    store.history.put = () => Promise.reject(new Error('disk full'));
    await minutes(12, () => 3);
    expect(listening.events()).toContain('history');
    expect(await known()).toEqual([]);
    store.history.put = put;
    await minutes(6, () => 3);
    expect(await known()).toHaveLength(18);
  });
});

/** A whole day by the minute, as it would have been written then. */
async function wrote(day: number, people = 5): Promise<void> {
  const from = MONDAY - day * DAY_MS;
  const its = minutesOf({ from, to: from + DAY_MS }, (at) => (at - from < HOUR_MS ? null : people));
  const name = dayOf(from);
  const document = packDay(name, its, { step: 1, every: 1 });
  await store.history.put(
    name,
    new Map([
      [SERVER, document],
      ['samp/192.0.2.9:7777', document],
    ]),
  );
}

const steps = async (...days: number[]) => {
  const found = await store.history.days(
    SERVER,
    days.map((day) => dayOf(MONDAY - day * DAY_MS)),
  );
  return found.map((document) => document?.step ?? null);
};

const thin = (at = MONDAY) => thinOldDays(store, { now: at, keep: KEEP, stopped: () => false });

describe('old days', () => {
  it('are coarser the older they are, and end', () => {
    const ages = [0, 2, 3, 30, 31, 400, 401];
    expect(ages.map((age) => stepForAge(age, KEEP))).toEqual([1, 1, 5, 5, 60, 60, null]);
  });

  it('are thinned once a day, for every server, and keep what they tell', async () => {
    for (const day of [0, 1, 2, 3, 30, 31, 400, 401]) {
      await wrote(day);
    }
    const span = { from: MONDAY - 31 * DAY_MS, to: MONDAY - 30 * DAY_MS };
    const before = await known(span);
    await thin();
    expect(await steps(0, 1, 2, 3, 30, 31, 400, 401)).toEqual([1, 1, 1, 5, 5, 60, 60, null]);
    const after = await known(span);
    expect(after).toHaveLength(24);
    expect([meanOf(after), peakOf(after)?.most]).toEqual([meanOf(before), peakOf(before)?.most]);
    expect(await store.history.on(dayOf(span.from), ['samp/192.0.2.9:7777'])).toMatchObject([
      { step: 60 },
    ]);
  });

  it('are made up for when the bot was away over the days they were due', async () => {
    for (const day of [0, 1, 2, 3]) {
      await wrote(day);
    }
    await thin();
    await thin(MONDAY + 29 * DAY_MS);
    expect(await steps(0, 1, 2, 3)).toEqual([5, 5, 60, 60]);
  });

  it('take outages with them that are as old, and no other', async () => {
    const ago = (days: number) => now - days * DAY_MS;
    const spans = [
      { since: ago(403), until: ago(402) },
      { since: ago(402), until: ago(399) },
      { since: ago(410), until: null },
    ];
    for (const span of spans) {
      await store.incidents.put(incidentOf({ server: SERVER, ...span }));
    }
    await thinOldDays(store, { now, keep: KEEP, stopped: () => false });
    const left = (await store.incidents.of(SERVER)).map(({ since, until }) => ({ since, until }));
    expect(left).toEqual([spans[2], spans[1]]);
  });

  it('are thinned again when it is broken off, and when other numbers are asked for', async () => {
    await wrote(5);
    await thinOldDays(store, { now: MONDAY, keep: KEEP, stopped: () => true });
    expect(await steps(5)).toEqual([1]);
    await thin();
    expect(await steps(5)).toEqual([5]);
    const keep = { minutes: 1, fives: 3, hours: 400 };
    await thinOldDays(store, { now: MONDAY, keep, stopped: () => false });
    expect(await steps(5)).toEqual([60]);
  });

  it('lose nothing to a clock that is set back into them', async () => {
    await wrote(10);
    await thin();
    now = MONDAY - 10 * DAY_MS + HOUR_MS;
    await minutes(12, () => 50);
    const span = { from: MONDAY - 10 * DAY_MS, to: MONDAY - 9 * DAY_MS };
    expect(peakOf(await known(span))?.most).toBe(5);
  });
});

describe('planned work', () => {
  it('is remembered as it came to pass, also when its plan is gone', async () => {
    for (let n = 0; n < 20; n += 1) {
      history.notePlanned('1', 'watch1', now, MINUTE_MS);
      now += MINUTE_MS;
    }
    now += HOUR_MS;
    history.notePlanned('1', 'watch1', now, MINUTE_MS);
    const first = { from: MONDAY, to: MONDAY + 20 * MINUTE_MS };
    const second = { from: now, to: now + MINUTE_MS };
    expect(await history.plannedWork('1', 'watch1')).toEqual([first, second]);
    await killed();
    expect(await history.plannedWork('1', 'watch1')).toEqual([first, second]);
    await history.forgetWatch('1', 'watch1');
    expect(await history.plannedWork('1', 'watch1')).toEqual([]);
  });
});

describe('a history that is kept by the minute for long', () => {
  const FROM = MONDAY - 100 * DAY_MS;

  async function keepAll() {
    const all = minutesOf({ from: FROM, to: MONDAY }, (at) =>
      at % DAY_MS < HOUR_MS ? null : Math.floor(at / HOUR_MS) % 20,
    );
    for (const [day, its] of Map.groupBy(all, ({ at }) => dayOf(at))) {
      const document = packDay(day, its, { step: 1, every: 1 });
      await store.history.put(day, new Map([[SERVER, document]]));
    }
    return all;
  }

  it('is read as coarse as is usual, with the sums of its minutes', async () => {
    const all = await keepAll();
    const read = await known({ from: FROM, to: MONDAY });
    expect(read.length).toBeLessThan(14_000);
    expect(read.at(-1)).toMatchObject({ minutes: 1 });
    expect(read[0]).toMatchObject({ at: FROM, minutes: 60, down: 60 });
    const sums = (buckets: typeof read) => ({
      up: buckets.reduce((sum, { up }) => sum + up, 0),
      down: buckets.reduce((sum, { down }) => sum + down, 0),
      mean: meanOf(buckets),
      most: peakOf(buckets)?.most,
    });
    expect(sums(read)).toEqual(sums(all));
  });

  it('is given day by day as it is, for a file', async () => {
    const all = await keepAll();
    const given: Bucket[] = [];
    for await (const day of history.days(SERVER, { from: FROM, to: MONDAY })) {
      expect(day.length).toBeLessThanOrEqual(1440);
      given.push(...day);
    }
    expect(given).toEqual(all);
  });
});
