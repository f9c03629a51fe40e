import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSplitAnswers } from '#query/splitAnswers.ts';
import { ASK_INFO, honest, INFO } from './a2sBytes.ts';
import { openAsker } from './fakeAsker.ts';

let asker: ReturnType<typeof openAsker>;
beforeEach(() => {
  asker = openAsker();
});
afterEach(() => asker.close());

/** Rules of a million bytes, "ab" over and over, in 85: some 30 ms of work for whoever unpacks them. */
const PACKED = Buffer.from(
  '425a6839314159265359c227af9a06ddc64500c000020030000000a00030cd009aa4666f9b2a84226caa1089f6718a0a' +
    'c9329acaf114f278048474080180010001840148caa10469508238bb9229c28486d36e0bd0',
  'hex',
);
const UNPACKED = { size: 1_048_007, crc: 0xae5b6cea };

/** One fragment of `total`, with the size field. */
function fragment(id: number, total: number, index: number, body: Uint8Array): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(0xfffffffe, 0);
  header.writeUInt32LE(id, 4);
  header.set([total, index], 8);
  header.writeUInt16LE(1_248, 10);
  return Buffer.concat([header, body]);
}

/** A whole compressed answer in one datagram of 105 bytes. */
function packedAnswer(id: number, { size, crc }: typeof UNPACKED): Buffer {
  const stated = Buffer.alloc(8);
  stated.writeUInt32LE(size, 0);
  stated.writeUInt32LE(crc, 4);
  return fragment(0x8000_0000 + id, 1, 0, Buffer.concat([stated, PACKED]));
}

/** What this thread worked for meanwhile, in ms: on a busy machine the clock on the wall tells less. */
async function workMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

describe('a hostile server cannot keep the bot busy', () => {
  it('with small datagrams that unpack to a megabyte each, and to the wrong one', async () => {
    const bombs = Array.from({ length: 300 }, (_, id) => packedAnswer(id, { ...UNPACKED, crc: 0 }));
    const hostile = await asker.serve((request) =>
      request === ASK_INFO ? [...bombs, INFO] : honest(null)(request),
    );
    let answer: Awaited<ReturnType<typeof asker.ask>> | undefined;
    const worked = await workMs(async () => {
      answer = await asker.ask(hostile, { timeoutMs: 3_000 });
    });
    expect(answer?.info?.name).toBe('a');
    // Three tries are told of, not three hundred.
    expect(answer?.problems).toHaveLength(3);
    expect(worked).toBeLessThan(2_000);
  });

  it('with compressed answers that are right but that nobody wants', () => {
    const splits = createSplitAnswers();
    const joined = Array.from({ length: 20 }, (_, id) => splits.add(packedAnswer(id, UNPACKED), 0));
    expect(joined.map((one) => one !== null).lastIndexOf(true)).toBe(2);
    // What costs nothing to read goes on being read.
    const plain = fragment(99, 1, 0, Buffer.from('ffffffff450000', 'hex'));
    expect(splits.add(plain, 0)?.payload).toEqual(Uint8Array.of(0x45, 0, 0));
  });

  it('with two thousand fragments that never make a whole and differ in their last bytes', async () => {
    const fragments = Array.from({ length: 2_000 }, (_, at) => {
      const body = Buffer.alloc(518, 7);
      body.writeUInt32LE(at, 514);
      return fragment(5, 255, 3, body);
    });
    const splits = createSplitAnswers();
    const worked = await workMs(() => fragments.map((one) => splits.add(one, 0)));
    expect(worked).toBeLessThan(1_000);
  });
});
