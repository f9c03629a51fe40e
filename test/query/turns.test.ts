import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAdmission, windowSize } from '#query/admission.ts';
import { createHostPace, movedOn } from '#query/hostPace.ts';
import { createTurns } from '#query/turns.ts';

describe('turns', () => {
  it('lets in as many as there is room for, the others in order, urgent ones first', () => {
    const turns = createTurns(() => 2);
    const went: string[] = [];
    const take = (name: string, urgent = false) => turns.take('k', urgent, () => went.push(name));
    const leaveA = take('a');
    const leaveB = take('b');
    take('c');
    take('d');
    take('person', true);
    expect(went).toEqual(['a', 'b']);
    leaveA();
    expect(went).toEqual(['a', 'b', 'person']);
    leaveB();
    leaveB();
    expect(went).toEqual(['a', 'b', 'person', 'c']);
  });

  it('who leaves while queueing is passed over', () => {
    const turns = createTurns(() => 1);
    const went: string[] = [];
    const leaveA = turns.take('k', false, () => went.push('a'));
    const leaveB = turns.take('k', false, () => went.push('b'));
    turns.take('k', false, () => went.push('c'));
    leaveB();
    leaveA();
    expect(went).toEqual(['a', 'c']);
  });

  it('keys do not wait for each other', () => {
    const turns = createTurns(() => 1);
    const went: string[] = [];
    turns.take('one', false, () => went.push('one'));
    turns.take('other', false, () => went.push('other'));
    expect(went).toEqual(['one', 'other']);
  });

  it('a hundred thousand that leave as soon as they go do not pile up on the stack', () => {
    const turns = createTurns(() => 1);
    let went = 0;
    const leaveFirst = turns.take('k', false, () => {});
    for (let count = 0; count < 100_000; count += 1) {
      turns.take('k', false, (leave) => {
        went += 1;
        leave();
      });
    }
    leaveFirst();
    expect(went).toBe(100_000);
  });
});

describe('window', () => {
  it('is 64 at the default receive buffer of Linux and 1,024 at 4 MiB and more', () => {
    expect(windowSize(212_992)).toBe(64);
    expect(windowSize(4 * 1024 * 1024)).toBe(1_024);
    expect(windowSize(0)).toBe(32);
  });
});

describe('a thousand servers asked at once', () => {
  it('begin a few in each turn of the event loop, so that their answers are read before more are sent for', async () => {
    const admission = createAdmission(() => 4 * 1024 * 1024);
    let begun = 0;
    for (let port = 1; port <= 1_000; port += 1) {
      const peer = { address: '192.0.2.1', port };
      admission.queue(peer, { polite: false, hostTurn: false }, () => {
        begun += 1;
      });
    }
    const perTurn = [begun];
    while (begun < 1_000) {
      const before = begun;
      await setImmediate();
      perTurn.push(begun - before);
    }
    // Two sockets give 64 datagrams a turn, and a server answers with four.
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(16);
    expect(perTurn.length).toBeLessThan(200);
  });
});

describe('pace of polling', () => {
  it('books three datagrams a second for a host, the others later', () => {
    const pace = createHostPace(3);
    const times = Array.from({ length: 7 }, () => pace.book('192.0.2.1', 100));
    expect(times).toEqual([100, 100, 100, 1_100, 1_100, 1_100, 2_100]);
    expect(pace.book('192.0.2.2', 100)).toBe(100);
  });

  it('any second holds three at most, however they are asked for', () => {
    const pace = createHostPace(3);
    const times = Array.from({ length: 50 }, (_, at) => pace.book('192.0.2.1', at * 137));
    for (const [at, time] of times.slice(3).entries()) {
      expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('time that a test moves on by has passed for the host too, and what waits, waits in real time', () => {
    let ahead = 1_800_000_000_000.1;
    const pace = movedOn(createHostPace(3), () => ahead);
    const book = () => pace.book('192.0.2.1', 100.7);
    expect([book(), book(), book()]).toEqual([100.7, 100.7, 100.7]);
    expect(book()).toBeCloseTo(1_100.7, 2);
    ahead += 2_000;
    expect(book()).toBe(100.7);
  });
});
