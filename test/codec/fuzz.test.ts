import { expect, test } from 'vitest';
import { fuzz } from './fuzzLoop.ts';
import { makeFuzzPackets } from './fuzzPackets.ts';

/** Continuous integration goes through three millions of others: `npm run fuzz -- --count 3000000`. */
const COUNT = 100_000;

test('mutated and random datagrams give a value or a PacketError, and none hangs', () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  process.stdout.write(`fuzz: again with npm run fuzz -- --seed ${seed} --count ${COUNT}\n`);
  const before = process.threadCpuUsage();
  const run = fuzz({ seed, goOn: (count) => count < COUNT });
  const { user, system } = process.threadCpuUsage(before);
  expect(run.failures, `seed ${seed}`).toEqual([]);
  expect(run.count).toBeGreaterThanOrEqual(COUNT);
  // Time of the processor, in microseconds: the clock on the wall also counts what else the machine does.
  expect(user + system).toBeLessThan(60 * COUNT);
  // Most of them reach the end of a decoder: the mutations are not all refused at the door.
  expect(run.accepted / run.count).toBeGreaterThan(0.2);
}, 60_000);

test('a decoder that throws another error is found, with its datagrams', () => {
  const decode = (datagrams: readonly Uint8Array[]) => {
    if (datagrams.some(([, , , , type]) => type === 0x44)) {
      throw new RangeError('out of bounds');
    }
  };
  const { failures } = fuzz({ seed: 1, goOn: (count) => count < 10_000, decode });
  expect(failures.length).toBeGreaterThan(0);
  expect(failures[0]?.why).toMatch(/^RangeError: out of bounds\n +at /);
  expect(failures[0]?.hex.some((datagram) => /^.{8}44/.test(datagram))).toBe(true);
});

test('a decoder that takes more than 100 ms each time is found, one that is paused once is not', () => {
  let calls = 0;
  const pause = () => {
    const before = process.threadCpuUsage();
    while (process.threadCpuUsage(before).user < 110_000);
  };
  const once = () => (calls++ === 0 ? pause() : undefined);
  expect(fuzz({ seed: 1, goOn: (count) => count < 10, decode: once }).failures).toEqual([]);
  const [failure] = fuzz({ seed: 1, goOn: (count) => count < 1, decode: pause }).failures;
  expect(failure?.why).toMatch(/^took \d+ ms/);
});

test('one seed gives the same datagrams again', () => {
  const first = makeFuzzPackets(7);
  const second = makeFuzzPackets(7);
  const other = makeFuzzPackets(8);
  const groups = Array.from({ length: 50 }, () => first());
  expect(Array.from({ length: 50 }, () => second())).toEqual(groups);
  expect(Array.from({ length: 50 }, () => other())).not.toEqual(groups);
});
