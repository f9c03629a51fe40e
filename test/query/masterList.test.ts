import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { After } from '#clock/after.ts';
import { ListError } from '#query/listError.ts';
import { type ListMasterOptions, listMaster } from '#query/listMaster.ts';
import { collectList, type ListEnd, type ListRow } from '#query/listRow.ts';
import { createMasterPace } from '#query/masterPace.ts';
import { afterQuiet } from '#test/clock/afterQuiet.ts';
import { checkAddress } from '#transport/addressPolicy.ts';
import { openUdpSockets, type UdpSockets } from '#transport/udpSockets.ts';
import { SKIPPED, sampleJson } from '../codec/master/sampleFiles.ts';
import { keptHeap } from '../masterServer/keptHeap.ts';
import { openScriptedMaster, type Script, type ScriptedMaster } from './scriptedMaster.ts';

let sockets: UdpSockets;
const masters: ScriptedMaster[] = [];
beforeEach(() => {
  sockets = openUdpSockets({ sockets: 1 });
});
afterEach(async () => {
  sockets.close();
  await Promise.all(masters.splice(0).map((master) => master.close()));
});

async function serve(script: Script): Promise<ScriptedMaster> {
  const master = await openScriptedMaster(script);
  masters.push(master);
  return master;
}

/** Private addresses may be listed, loopback not: the samples count on it. */
const accept = ({ address, port }: { address: string; port: number }) =>
  checkAddress(address, port, { allowPrivate: true }) === null && !address.startsWith('127.');

const list = (master: ScriptedMaster, options: Partial<ListMasterOptions> = {}) =>
  listMaster(
    sockets,
    { address: master.address, port: master.port },
    { pace: createMasterPace({ queries: null }), accept, ...options },
  );

type Outcome = Partial<ListEnd> & { servers: number; queries: number; error?: string };

async function outcomeOf(
  master: ScriptedMaster,
  options: Partial<ListMasterOptions> = {},
): Promise<Outcome> {
  try {
    const { rows, end } = await collectList(list(master, options));
    return { servers: rows.length, queries: master.queries.length, ...end };
  } catch (error) {
    if (error instanceof ListError) {
      return { servers: 0, queries: master.queries.length, error: error.kind };
    }
    throw error;
  }
}

type Expected = {
  servers: number;
  complete: boolean;
  reason: string;
  queries: number;
  error?: string;
  problems?: string[];
  dropped?: number;
  note?: string;
};
type PagingCase = {
  name: string;
  replies: Script;
  limit?: number;
  xash?: boolean;
  expect: Expected;
  expectPlain?: Expected;
};
const { cases } = sampleJson<{ cases: PagingCase[] }>('paging-cases-CONSTRUCTED.json', {
  cases: [],
});

function asOutcome({ dropped, error, complete, reason, ...rest }: Expected): Partial<Outcome> {
  return error === undefined
    ? { ...rest, complete, reason: reason as ListEnd['reason'], skipped: dropped ?? 0 }
    : { ...rest, error };
}

describe.skipIf(cases.length === 0)(`the scripted masters of the specification ${SKIPPED}`, () => {
  test('all 24 of them are here', () => expect(cases).toHaveLength(24));

  test.each(cases.filter((each) => !each.expect.note))('$name', async (each) => {
    const options = {
      after: afterQuiet,
      xash: each.xash ?? false,
      ...(each.limit === undefined ? {} : { maxServers: each.limit }),
    };
    expect(await outcomeOf(await serve(each.replies), options)).toMatchObject(
      asOutcome(each.expect),
    );
    if (each.expectPlain) {
      expect(await outcomeOf(await serve(each.replies))).toMatchObject(asOutcome(each.expectPlain));
    }
  });

  test('the batch master of 2001 reads as one odd address', async () => {
    const [old] = cases.filter((each) => each.expect.note);
    const { rows, end } = await collectList(list(await serve(old?.replies ?? [])));
    expect(rows.map(({ address, port }) => [address, port])).toEqual([['5.0.0.0', 2560]]);
    expect(end.problems).toEqual(['page cut']);
  });
});

describe('a list', () => {
  const twoPages: Script = [
    { run: ['10.0.1.0:27015', 231] },
    { run: ['10.0.2.0:27015', 3], end: true },
  ];

  test('is asked for page by page, from one port, each page from the last address on', async () => {
    const master = await serve(twoPages);
    await collectList(list(master, { filter: '\\gamedir\\cstrike', region: 3 }));
    const query = (seed: string) =>
      Buffer.concat([Buffer.from([0x31, 3]), Buffer.from(`${seed}\0\\gamedir\\cstrike\0`)]);
    expect(master.queries).toEqual([
      query('0.0.0.0:0').toString('hex'),
      query('10.0.1.230:27015').toString('hex'),
    ]);
    expect(master.askers.size).toBe(1);
  });

  test('comes page by page: the first is there before the second is asked for', async () => {
    const master = await serve(twoPages);
    const pages = list(master);
    const first = (await pages.next()).value as ListRow[];
    expect(first).toHaveLength(231);
    expect(first[0]).toMatchObject({ address: '10.0.1.0', port: 27015, name: null });
    expect(master.queries).toHaveLength(1);
    await pages.return({} as ListEnd);
    expect(master.queries).toHaveLength(1);
  });

  test('is asked for again after 2, 4, 8 and 8 seconds of silence', async () => {
    const waits: number[] = [];
    const after: After = (ms, run) => {
      waits.push(ms);
      return afterQuiet(ms, run);
    };
    expect(await outcomeOf(await serve([null]), { after })).toMatchObject({ error: 'timeout' });
    expect(waits).toEqual([2_000, 4_000, 8_000, 8_000]);
  });

  test('can be given up and asked for again: the line is closed', async () => {
    const master = await serve([{ run: ['10.0.1.0:27015', 231] }, { end: true }]);
    for await (const _ of list(master)) {
      break;
    }
    expect(await outcomeOf(master)).toMatchObject({ reason: 'end-mark', complete: true });
  });

  test('ends with "aborted" when the caller gives up, while the master is silent', async () => {
    const master = await serve([null]);
    const outcome = outcomeOf(master, { signal: AbortSignal.timeout(30) });
    expect(await outcome).toMatchObject({ error: 'aborted' });
  });

  test('ends with "aborted" when the program stops', async () => {
    const master = await serve([{ end: true }]);
    sockets.close();
    expect(await outcomeOf(master)).toEqual({ servers: 0, queries: 0, error: 'aborted' });
  });

  test('of one master is read by one at a time; another master does not wait', async () => {
    const pace = createMasterPace({ queries: null });
    const slow = await serve([null, { end: true }, { end: true }]);
    const other = await serve([{ end: true }]);
    const order: string[] = [];
    const read = async (name: string, master: ScriptedMaster) => {
      await collectList(list(master, { pace, after: afterQuiet }));
      order.push(name);
    };
    await Promise.all([read('first', slow), read('second', slow), read('other', other)]);
    expect(order).toEqual(['other', 'first', 'second']);
  });

  test('one who gives up in the queue does not let others overtake', async () => {
    const pace = createMasterPace({ queries: null });
    const leave = await pace.enter('m');
    const gone = new AbortController();
    const second = pace.enter('m', gone.signal);
    let entered = false;
    const third = pace.enter('m').then((go) => {
      entered = true;
      return go;
    });
    gone.abort();
    (await second)();
    await new Promise((soon) => setImmediate(soon));
    expect(entered).toBe(false);
    leave();
    (await third)();
    expect(entered).toBe(true);
  });

  test('of a master of others is spaced: the queries over the limit wait', async () => {
    const page = (at: number) => ({ run: [`10.0.${at}.0:27015`, 1] as [string, number] });
    const master = await serve([page(1), page(2), page(3), { end: true }]);
    await collectList(list(master, { pace: createMasterPace({ queries: 2, windowMs: 200 }) }));
    const [first = 0, , third = 0] = master.times;
    expect(third - first).toBeGreaterThan(190);
  });

  test('15 queries in any minute are booked, the sixteenth a minute after the first', () => {
    const pace = createMasterPace();
    const times = Array.from({ length: 17 }, (_, at) => pace.book('m', at * 10));
    expect(times.slice(0, 15)).toEqual(Array.from({ length: 15 }, (_, at) => at * 10));
    expect(times.slice(15)).toEqual([60_000, 60_010]);
    expect(pace.book('another', 500)).toBe(500);
  });

  test('stops at its deadline and says that it is not whole', async () => {
    let time = 0;
    const now = () => {
      time += 400;
      return time;
    };
    const page = (at: number) => ({ run: [`10.0.${at}.0:27015`, 5] as [string, number] });
    const master = await serve(Array.from({ length: 50 }, (_, at) => page(at)));
    const { rows, end } = await collectList(list(master, { now, deadlineMs: 4_000 }));
    expect(end).toMatchObject({ complete: false, reason: 'limit' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(100);
  });

  test('of only refused addresses goes on: it may get better', async () => {
    const master = await serve([
      { run: ['127.0.0.1:27015', 100] },
      { run: ['10.0.0.1:27015', 2], end: true },
    ]);
    expect(await outcomeOf(master)).toMatchObject({ servers: 2, skipped: 100, complete: true });
  });

  test('that goes round in a cycle of three pages stops when a second known page comes', async () => {
    const page = (at: number) => ({ run: [`10.0.${at}.0:27015`, 200] as [string, number] });
    const master = await serve([1, 2, 3, 1, 2, 3, 1, 2, 3].map(page));
    expect(await outcomeOf(master)).toMatchObject({
      servers: 600,
      reason: 'no-progress',
      queries: 5,
    });
  });

  test('of 100,000 addresses holds no rows back', async () => {
    const pages = Array.from({ length: 400 }, (_, at) => ({
      run: [`20.${at >> 8}.${at & 0xff}.0:27015`, 250] as [string, number],
      end: at === 399,
    }));
    const read = list(await serve(pages));
    const before = keptHeap();
    let most = 0;
    let count = 0;
    let last: string | undefined;
    let next = await read.next();
    for (; !next.done; next = await read.next()) {
      last = next.value.at(-1)?.address;
      count += next.value.length;
      if (count % 10_000 === 0) {
        most = Math.max(most, keptHeap() - before);
      }
    }
    expect([count, last, next.value.complete]).toEqual([100_000, '20.1.143.249', true]);
    // What is kept is one number for each address; the rows would take 25 MB.
    process.stdout.write(`list: at most ${(most / 1e6).toFixed(1)} MB kept\n`);
    expect(most).toBeLessThan(20_000_000);
  });
});
