import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { honest, INFO } from './a2sBytes.ts';
import { kindOf, openAsker } from './fakeAsker.ts';

let asker: ReturnType<typeof openAsker>;
beforeEach(() => {
  asker = openAsker();
});
afterEach(() => asker.close());

describe('conversations on shared sockets', () => {
  it('two hundred servers are asked at once, each answer belongs to its server', async () => {
    const servers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const name = Buffer.from(`server ${index}`).toString('hex');
        const info = INFO.replace('491161', `4911${name}`);
        return asker.serve(honest(index % 2 === 0 ? '11223344' : null, { info: [info] }));
      }),
    );
    const answers = await Promise.all(
      servers.map((server) => asker.ask(server, { timeoutMs: 3_000 })),
    );
    expect(answers.map(({ info }) => info?.name)).toEqual(
      servers.map((_, index) => `server ${index}`),
    );
    expect(asker.conversations.counters()).toEqual({ waiting: 0, open: 0 });
  });

  it('a process that is held up for longer than the deadline finds the answers that came meanwhile', async () => {
    const servers = await Promise.all(
      Array.from({ length: 20 }, () => asker.serve(honest('11223344'))),
    );
    const answers = servers.map((server) => asker.ask(server, { timeoutMs: 400 }));
    // Two turns of the event loop: all are asked by then.
    await setImmediate();
    await setImmediate();
    const until = performance.now() + 900;
    while (performance.now() < until) {
      // Nothing is read and no timer runs.
    }
    expect((await Promise.all(answers)).map(({ info }) => info?.name)).toEqual(
      servers.map(() => 'a'),
    );
  });

  it('an abort ends a conversation at once, and the next one with that server begins', async () => {
    const server = await asker.serve((request, count) => (count < 1 ? [] : honest(null)(request)));
    const stop = new AbortController();
    const first = kindOf(asker.ask(server, { signal: stop.signal, timeoutMs: 60_000 }));
    const second = asker.ask(server, { timeoutMs: 3_000 });
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort();
    expect(await first).toBe('aborted');
    expect((await second).info?.name).toBe('a');
  });

  it('an abort while queueing takes the question back: nothing is sent for it', async () => {
    const server = await asker.serve(() => []);
    const stop = new AbortController();
    const first = kindOf(asker.ask(server));
    const queued = kindOf(asker.ask(server, { signal: stop.signal }));
    stop.abort();
    expect(await queued).toBe('aborted');
    expect(await first).toBe('timeout');
    expect(asker.conversations.counters()).toEqual({ waiting: 0, open: 0 });
  });

  it('a signal that was aborted before sends nothing', async () => {
    const server = await asker.serve(honest(null));
    expect(await kindOf(asker.ask(server, { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(server.requests).toEqual([]);
  });

  it('closing ends all with "aborted", those that queue too, and every later one', async () => {
    const server = await asker.serve(() => []);
    const open = [1, 2, 3].map(() => kindOf(asker.ask(server, { timeoutMs: 60_000 })));
    await expect.poll(() => server.requests.length).toBe(1);
    asker.conversations.close();
    expect(await Promise.all(open)).toEqual(['aborted', 'aborted', 'aborted']);
    expect(await kindOf(asker.ask(server))).toBe('aborted');
  });

  it('datagrams that wait for the pace side by side put the deadline off once, not once each', async () => {
    const server = await asker.serve(() => []);
    const { pace, now } = asker.conversations;
    for (let booked = 0; booked < 3; booked += 1) {
      pace.book(server.address, now());
    }
    const started = performance.now();
    const silence = asker.conversations.hold<never>(
      server,
      { timeoutMs: 200, polite: true },
      (line) => ({
        begin: () => [1, 2, 3].map((byte) => line.send(Uint8Array.of(byte))),
        receive() {},
        wake() {},
        refused() {},
        expire() {},
      }),
    );
    expect(await kindOf(silence)).toBe('timeout');
    const waited = performance.now() - started;
    expect(server.requests).toEqual(['01', '02', '03']);
    expect(waited).toBeGreaterThan(1_100);
    expect(waited).toBeLessThan(2_200);
  });

  it('sockets that were closed under a conversation make the next ones "aborted", not a crash', async () => {
    const server = await asker.serve(honest(null));
    asker.sockets.close();
    expect(await kindOf(asker.ask(server))).toBe('aborted');
  });

  it('dead servers give their place away: with a window of 32 and 100 dead ones, a live one does not wait for their deadlines', async () => {
    const { openConversations } = await import('#query/conversations.ts');
    const { askA2s } = await import('#query/askA2s.ts');
    const { createA2sMemory } = await import('#query/a2sMemory.ts');
    const small = openConversations({
      sockets: { ...asker.sockets, receiveBufferBytes: () => 0 },
    });
    const dead = await Promise.all(Array.from({ length: 100 }, () => asker.serve(() => [])));
    const live = await asker.serve(honest(null));
    const ask = ({ address, port }: { address: string; port: number }) =>
      askA2s(small, { address, port }, { parts: [], memory: createA2sMemory(), timeoutMs: 30_000 });
    const waiting = dead.map((server) => kindOf(ask(server)));
    const started = performance.now();
    expect((await ask(live)).info?.name).toBe('a');
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(small.counters().open).toBeGreaterThan(90);
    small.close();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['aborted']));
  });

  it('IPv6 servers are asked from an IPv6 socket', async ({ skip }) => {
    const server = await asker.serve(honest('11223344'), { address: '::1' }).catch(() => null);
    if (!server) {
      return skip('this machine has no IPv6 loopback');
    }
    expect((await asker.ask(server, { timeoutMs: 3_000 })).info?.name).toBe('a');
  });
});
