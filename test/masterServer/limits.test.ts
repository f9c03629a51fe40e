import { describe, expect, test } from 'vitest';
import { createBuckets, createSourceLimits, DEFAULT_LIMITS } from '#masterServer/rateLimit.ts';
import { keptHeap } from './keptHeap.ts';
import {
  addressesIn,
  challengeIn,
  INFOSTRING,
  openQuietMaster,
  query,
  raw,
} from './quietMaster.ts';

const MINUTE = 60_000;
/** A master with the limits it has in the wild, and a list of three pages. */
function guarded() {
  const master = openQuietMaster({ limits: DEFAULT_LIMITS, perAddress: 1_000 });
  for (let port = 27_000; port < 27_600; port += 1) {
    master.register({ address: `20.0.${port % 40}.1`, port });
  }
  master.ask();
  return master;
}
const host = (index: number) => `${30 + (index >> 16)}.${(index >> 8) & 0xff}.${index & 0xff}.7`;

describe('buckets', () => {
  test('give a burst, then so many a minute, and never more than the burst', () => {
    const buckets = createBuckets({ burst: 10, perMinute: 30 }, 100);
    const taken = (now: number) => {
      let count = 0;
      for (; buckets.has(1, now); count += 1) {
        buckets.take(1, now);
      }
      return count;
    };
    expect([taken(0), taken(0), taken(2_000), taken(4_000), taken(10 * MINUTE)]).toEqual([
      10, 0, 1, 1, 10,
    ]);
  });

  test('are no more than allowed: the source that was quiet longest is forgotten', () => {
    const buckets = createBuckets({ burst: 1, perMinute: 1 }, 4);
    for (const key of [1, 2, 3, 1, 4]) {
      buckets.take(key, 0);
    }
    expect(buckets.size).toBeLessThanOrEqual(4);
    expect([1, 2, 3, 4].map((key) => buckets.has(key, 0))).toEqual([false, true, false, false]);
  });

  test('a clock that goes back gives nothing away', () => {
    const buckets = createBuckets({ burst: 1, perMinute: 60 }, 3);
    buckets.take(1, 10_000);
    expect(buckets.has(1, 5_000)).toBe(false);
  });
});

describe('amplification', () => {
  test('any source gets at most 40 pages and 124 small answers in any 60 seconds: 57,416 bytes', () => {
    const master = guarded();
    const victim = { address: '93.184.216.34', port: 9 };
    const largest = 40 * 1_392 + 124 * 14;
    let sent = 0;
    let heaviest = 0;
    const window: [time: number, bytes: number][] = [];
    // Ten minutes of everything that draws an answer, forged in the victim's name, from changing ports.
    for (let step = 0; step < 10 * 600; step += 1) {
      master.clock.now += 100;
      const source = { ...victim, port: 1 + (step % 60_000) };
      const wrong = raw(`0\n\\challenge\\1${INFOSTRING}`);
      for (const datagram of [
        query('0.0.0.0:0'),
        Buffer.from('71ffefbeadde', 'hex'),
        Buffer.from('69', 'hex'),
        wrong,
      ]) {
        const bytes = (master.send(datagram, source)?.length ?? 0) / 2;
        expect(bytes).toBeLessThanOrEqual(1_392);
        sent += bytes;
        window.push([master.clock.now, bytes]);
      }
      while ((window[0]?.[0] ?? 0) <= master.clock.now - MINUTE) {
        sent -= window.shift()?.[1] ?? 0;
      }
      heaviest = Math.max(heaviest, sent);
    }
    expect(heaviest).toBeLessThanOrEqual(largest);
    expect(largest).toBe(57_416);
    // The limits are what holds it back, not the lack of trying.
    expect(heaviest).toBeGreaterThan(40_000);
    process.stdout.write(
      `amplification: at most ${heaviest} bytes to one source in 60 s (bound ${largest})\n`,
    );
  });

  test('a small answer is 14 bytes at most; a page goes only to who asked, one for each query', () => {
    const master = guarded();
    const source = { address: '93.184.216.34', port: 9 };
    const sizes = ['71', 'ffffffff71', '71ff01000000', '69', '300a'].map(
      (hex) => (master.send(hex, source)?.length ?? 0) / 2,
    );
    expect(sizes).toEqual([10, 10, 14, 6, 10]);
    expect(master.send(query('0.0.0.0:0'), source)).toHaveLength(2 * 1_392);
  });

  test('a network of 256 addresses gets 180 pages a minute, all of them together 200 a second', () => {
    const limits = createSourceLimits();
    const pages = (sources: number[], now: number) =>
      sources.filter((source) => limits.page(source, now)).length;
    const net = Array.from({ length: 256 }, (_, last) => 0x5db8d800 + last);
    expect(pages(net, 0)).toBe(60);
    const world = Array.from({ length: 1_000 }, (_, at) => 0x20000000 + 256 * at);
    expect(pages(world, 0)).toBe(140);
    expect(pages(world, 1_000)).toBe(200);
  });
});

test('a host with 1,000 servers on the allow list keeps all of them listed, another floods in vain', () => {
  const host_ = '93.184.216.34';
  const master = openQuietMaster({ limits: DEFAULT_LIMITS, hosts: new Map([[host_, 1_000]]) });
  for (let round = 0; round < 4; round += 1) {
    for (let server = 0; server < 1_000; server += 1) {
      master.clock.now += 300;
      master.register({ address: host_, port: 27_000 + server });
    }
    master.ask();
    master.expire(master.clock.now);
  }
  expect(master.counters()).toMatchObject({ registered: 1_000, listed: 1_000, rejects: {} });
  const answers = Array.from({ length: 1_000 }, (_, at) =>
    master.send('71', { address: '93.184.216.35', port: 1_024 + at }),
  );
  expect(answers.filter((answer) => answer !== null)).toHaveLength(64);
});

describe('a flood of 100,000 datagrams from forged addresses', () => {
  test('fills no memory, and an honest server still registers and stays listed', () => {
    const master = guarded();
    const honest = { address: '93.184.216.34', port: 27015 };
    const before = keptHeap();
    const heartbeat = raw(`0\n\\challenge\\1${INFOSTRING}`);
    const join = Buffer.from('71', 'hex');
    const kinds = [
      join,
      heartbeat,
      query('0.0.0.0:0'),
      Buffer.from('620a', 'hex'),
      Buffer.from('69', 'hex'),
    ];
    let challenged = 0;
    for (let index = 0; index < 100_000; index += 1) {
      master.clock.now += index % 10 === 0 ? 1 : 0;
      master.send(kinds[index % kinds.length] ?? join, {
        address: host(index),
        port: 1_024 + (index % 60_000),
      });
      if (index % 10_000 === 5_000) {
        challenged += challengeIn(master.send('71', honest)) > 0 ? 1 : 0;
      }
    }
    expect(challenged).toBe(10);
    master.register(honest);
    master.ask();
    const page = addressesIn(
      master.send(query('93.0.0.0:0'), { address: '93.184.216.99', port: 5 }),
    );
    master.clock.now += 1_000;
    const later = addressesIn(
      master.send(query('93.0.0.0:0'), { address: '93.184.216.99', port: 5 }),
    );
    expect([page, later].some((each) => each.includes('93.184.216.34:27015'))).toBe(true);
    expect(master.counters().registered).toBe(601);
    const grown = keptHeap() - before;
    process.stdout.write(`flood: heap grew by ${(grown / 1e6).toFixed(1)} MB\n`);
    // What is remembered of sources is bounded; 100,000 of anything larger would be more than this.
    expect(grown).toBeLessThan(20_000_000);
  }, 60_000);

  test('leaves no more than a bounded number of sources behind', () => {
    const limits = createSourceLimits();
    for (let index = 0; index < 500_000; index += 1) {
      limits.page(0x20000000 + 251 * index, index / 100);
      limits.small(0x20000000 + 251 * index, index / 100);
    }
    expect(limits.size).toBeLessThanOrEqual(16_384 * 6);
  });
});
