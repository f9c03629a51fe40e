import { describe, expect, it } from 'vitest';
import { QueryError } from '#query/queryError.ts';
import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import type { Candidate } from '#snapshot/candidates.ts';
import { type FindOptions, findServer } from '#snapshot/findServer.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';

const given: Candidate = { protocol: 'a2s', game: null, port: 7777, role: 'given' };
const samp: Candidate = { protocol: 'samp', game: null, port: 7777, role: 'given' };
const neighbour: Candidate = { protocol: 'a2s', game: null, port: 27015, role: 'neighbour' };

const online = (gamePort: number | null): Snapshot => ({
  ...blankSnapshot({ host: 'x', port: 7777, game: null }),
  protocol: 'source',
  gamePort,
});
const silent = (_: Candidate, ms: number, stop: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const fail = (kind: 'timeout' | 'aborted') => reject(new QueryError(kind, `${kind}.`));
    setTimeout(() => fail('timeout'), ms);
    stop.addEventListener('abort', () => fail('aborted'), { once: true });
  });

const find = (candidates: readonly Candidate[], options: Partial<FindOptions>) =>
  findServer(candidates, {
    address: '203.0.113.5',
    port: 7777,
    timeoutMs: 90,
    signal: new AbortController().signal,
    now: () => performance.now(),
    ask: silent,
    ...options,
  });

describe('looking for a server at several places', () => {
  it('leaves the neighbours alone when the port given answers', async () => {
    const asked: number[] = [];
    const found = await find([given, neighbour], {
      ask: async (candidate) => {
        asked.push(candidate.port);
        return online(null);
      },
    });
    expect(found).toMatchObject({ ok: true, candidate: { port: 7777 } });
    expect(asked).toEqual([7777]);
  });

  it('asks the next at once when nothing listens on the port given', async () => {
    const found = await find([given, neighbour], {
      timeoutMs: 60_000,
      ask: (candidate) =>
        candidate === given
          ? Promise.reject(new QueryError('refused', 'Nothing listens there.'))
          : Promise.resolve(online(7777)),
    });
    expect(found).toMatchObject({
      ok: true,
      candidate: { port: 27015 },
      tried: [{ outcome: 'refused' }, { outcome: 'answered' }],
    });
  });

  it('does not believe a neighbour that does not say which game port it serves', async () => {
    const found = await find([given, neighbour], {
      ask: (candidate, ms, stop) =>
        candidate === given ? silent(candidate, ms, stop) : Promise.resolve(online(null)),
    });
    expect(found).toMatchObject({
      ok: false,
      reason: 'timeout',
      tried: [{ outcome: 'timeout' }, { outcome: 'other-server' }],
    });
  });

  it('ends within the deadline, the last candidate included', async () => {
    const since = performance.now();
    const found = await find([given, neighbour, { ...neighbour, port: 27016 }], {
      timeoutMs: 300,
    });
    expect(found).toMatchObject({ ok: false, reason: 'timeout' });
    expect(found.tried).toHaveLength(3);
    expect(performance.now() - since).toBeLessThan(450);
  });

  it('gives each of two protocols on one port a share of the deadline', async () => {
    const shares: number[] = [];
    await find([given, samp], {
      ask: (candidate, ms, stop) => {
        shares.push(ms);
        return silent(candidate, Math.min(ms, 1), stop);
      },
      timeoutMs: 3_000,
    });
    expect(shares).toEqual([1_500, 1_500]);
  });

  it('reports the place where the server should be', async () => {
    const found = await find([given, neighbour], {
      ask: (candidate) =>
        Promise.reject(
          new QueryError(candidate === given ? 'banned' : 'refused', `${candidate.port}.`),
        ),
    });
    expect(found).toMatchObject({ ok: false, reason: 'banned' });
  });

  it('throws a fault of ours instead of calling the server offline', async () => {
    const broken = () => Promise.reject(new TypeError('x is undefined'));
    await expect(find([given], { ask: broken })).rejects.toThrow(TypeError);
  });

  it('stops when the caller leaves', async () => {
    const caller = new AbortController();
    const looking = find([given, neighbour], { timeoutMs: 60_000, signal: caller.signal });
    caller.abort();
    expect(await looking).toMatchObject({ ok: false, reason: 'aborted' });
  });
});
