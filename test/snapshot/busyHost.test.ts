import { afterEach, describe, expect, it } from 'vitest';
import { openQueryCore, type QueryCore, type QueryCoreOptions } from '#snapshot/queryCore.ts';
import type { Target } from '#snapshot/target.ts';
import { type FakeAnswers, type FakeServer, startFakeServer } from './a2sServer.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    await one.close();
  }
});

/** One address with many servers, as a host rents them out. */
function servers(count: number, answers: FakeAnswers = {}): Promise<FakeServer[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const fake = await startFakeServer(answers);
      open.push(fake);
      return fake;
    }),
  );
}

function core(options: Partial<QueryCoreOptions> = {}): QueryCore {
  const made = openQueryCore({ allowPrivateAddresses: true, timeoutMs: 1_000, ...options });
  open.push(made);
  return made;
}

const at = (port: number): Target => ({ host: '127.0.0.1', port, game: 'source' });
const poll = (queries: QueryCore, { port }: FakeServer) =>
  queries.takeSnapshot(at(port), ['info'], undefined, 'poll');

describe('a host whose many servers are polled one after the other', () => {
  it('a person who asks the last of them does not wait for the polls before it', async () => {
    const host = await servers(30);
    const queries = core();
    const polls = host.map((one) => poll(queries, one));
    await expect.poll(() => host[0]?.heard).toEqual(['info']);

    const since = performance.now();
    const asked = await queries.takeSnapshot(at(host.at(-1)?.port ?? 0), ['info']);

    expect(asked).toMatchObject({ state: 'online', name: 'Test server' });
    expect(performance.now() - since).toBeLessThan(1_000);
    await queries.close();
    await Promise.all(polls);
  });

  it('a poll whose turn did not come in time was not asked, and is no silent server', async () => {
    const host = await servers(8);
    const queries = core({ longestPollMs: 500 });
    const looks = await Promise.all(host.map((one) => poll(queries, one)));

    const outcomes = looks.map(({ state, reason }) => reason ?? state);
    expect(outcomes).toEqual(host.map(({ heard }) => (heard[0] ? 'online' : 'not-asked')));
    expect(outcomes.slice(-4)).toEqual(['not-asked', 'not-asked', 'not-asked', 'not-asked']);
    expect(looks.at(-1)?.detail).toContain('Try again');
    expect(looks.at(-1)?.tried[0]?.outcome).toBe('not-asked');
  });

  it('one that was asked and kept silent until the poll was over is a timeout', async () => {
    const [silent] = await servers(1, { info: null });
    const queries = core({ longestPollMs: 500, timeoutMs: 60_000 });
    const look = silent === undefined ? null : await poll(queries, silent);

    expect(look).toMatchObject({ state: 'offline', reason: 'timeout' });
    expect(silent?.heard).toContain('info');
  });
});
