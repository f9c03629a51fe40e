import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { encodeChallenge } from '#codec/a2s/challenge.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import type { Target } from '#snapshot/target.ts';
import { honest } from '#test/query/a2sBytes.ts';

/** In any second, from polling, to one host (spec a2s cases 68, 133). */
const MOST_A_SECOND = 3;

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    await one.close();
  }
});

type Heard = { at: number; port: number; type: string };

/** One machine with several ports; every datagram that reaches any of them is noted, whoever sent it. */
function openHost() {
  const heard: Heard[] = [];
  return {
    heard,
    async listen(answer: (request: string) => readonly (string | Uint8Array)[]): Promise<Target> {
      const socket: Socket = createSocket('udp4');
      open.push(socket);
      socket.on('message', (datagram, from) => {
        const text = datagram.toString('hex');
        heard.push({ at: performance.now(), port: socket.address().port, type: text.slice(8, 10) });
        for (const one of answer(text)) {
          const bytes = typeof one === 'string' ? Buffer.from(one, 'hex') : one;
          socket.send(bytes, from.port, from.address);
        }
      });
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
      return { host: '127.0.0.1', port: socket.address().port, game: null };
    },
  };
}

/** The most datagrams within any second, less what a busy machine may send late: without a pace they come in milliseconds. */
function busiestSecond(heard: readonly Heard[]): number {
  const times = heard.map(({ at }) => at).sort((one, other) => one - other);
  return Math.max(
    ...times.map((start) => times.filter((at) => at >= start && at < start + 700).length),
  );
}

it('polling a machine full of odd servers sends at most three datagrams in any second, cases 68 and 133', async () => {
  const host = openHost();
  let challenges = 0;
  const targets = await Promise.all([
    host.listen(honest(null)),
    host.listen(honest('11223344')),
    // Silent; only info; challenges without end; rules that never come.
    host.listen(() => []),
    host.listen((request) => (request.slice(8, 10) === '54' ? honest(null)(request) : [])),
    host.listen(() => {
      challenges += 1;
      return [encodeChallenge(Uint8Array.of(1, 2, 3, challenges))];
    }),
    host.listen((request) => (request.slice(8, 10) === '56' ? [] : honest('55667788')(request))),
  ]);
  const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 1_500 });
  open.push(core);
  const parts = ['info', 'players', 'rules'] as const;
  const snapshots = await Promise.all(
    targets.map((target) => core.takeSnapshot(target, parts, undefined, 'poll')),
  );
  expect(snapshots.map(({ state, reason }) => reason ?? state)).toEqual([
    'online',
    'online',
    'timeout',
    'online',
    'challenge-loop',
    'online',
  ]);
  expect(host.heard.length).toBeGreaterThan(20);
  expect(busiestSecond(host.heard)).toBeLessThanOrEqual(MOST_A_SECOND);
}, 60_000);

it('searching the neighbours of a silent server is as polite, and costs few datagrams', async () => {
  const host = openHost();
  const silent = await host.listen(() => []);
  const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 900 });
  open.push(core);
  const target = { ...silent, game: 'teamfortress2' };
  for (let poll = 0; poll < 2; poll += 1) {
    await core.takeSnapshot(target, ['info'], undefined, 'poll');
  }
  expect(host.heard.length).toBeLessThanOrEqual(8);
  expect(busiestSecond(host.heard)).toBeLessThanOrEqual(MOST_A_SECOND);
}, 30_000);

it('parts that are never answered are left out of later polls', async () => {
  const host = openHost();
  const target = await host.listen((request) =>
    request.slice(8, 10) === '54' ? honest(null)(request) : [],
  );
  let now = 0;
  const core = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 600, now: () => now });
  open.push(core);
  const types: string[] = [];
  for (let poll = 0; poll < 5; poll += 1) {
    now += 60_000;
    host.heard.length = 0;
    await core.takeSnapshot(target, ['info', 'players', 'rules'], undefined, 'poll');
    types.push(host.heard.map(({ type }) => type).join(' '));
  }
  expect(types.slice(-3)).toEqual(['54', '54', '54']);
}, 60_000);
