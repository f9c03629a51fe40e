import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createA2sMemory } from '#query/a2sMemory.ts';
import { QueryError } from '#query/queryError.ts';
import {
  ASK_INFO,
  ASK_PLAYERS,
  ASK_RULES,
  BANNED,
  GOLDSRC_INFO,
  honest,
  INFO,
  PLAYERS,
  REDIRECT,
  RULES,
} from './a2sBytes.ts';
import { kindOf, openAsker } from './fakeAsker.ts';

let asker: ReturnType<typeof openAsker>;
beforeEach(() => {
  asker = openAsker();
});
afterEach(() => asker.close());

const ALICE = 'ffffffff4401' + '00416c69636500' + '05000000' + '00007042';

describe('spec a2s section 2: which datagram is the answer', () => {
  it('case 17: answers of other queries that come first are skipped', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO ? [PLAYERS, RULES, INFO] : honest(null)(request),
    );
    const answer = await asker.ask(server);
    expect(answer.info?.name).toBe('a');
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
  });

  it('case 17: rules that come before the players who were asked first find their place', async () => {
    const held: string[] = [];
    const server = await asker.serve((request) => {
      if (request === ASK_PLAYERS) {
        held.push(PLAYERS);
        return [];
      }
      return request === ASK_RULES ? [RULES, ...held] : [INFO];
    });
    const answer = await asker.ask(server);
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
    expect(server.requests).toHaveLength(3);
  });

  it('case 17: a stray challenge before and after info ends nothing (GameQ#287, #420)', async () => {
    const stray = 'ffffffff416ef1cb77';
    const server = await asker.serve((request) =>
      request.startsWith(ASK_INFO) ? [stray, INFO, stray] : honest(null)(request),
    );
    expect((await asker.ask(server, { parts: [] })).info?.name).toBe('a');
    const lists = await asker.serve((request) =>
      request.startsWith(ASK_INFO)
        ? [stray, stray, INFO]
        : honest(null, { players: [stray, PLAYERS] })(request),
    );
    const answer = await asker.ask(lists);
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
  });

  it('case 18: of two answers of one type the first counts, and what comes later is dropped', async () => {
    const server = await asker.serve(honest(null, { players: [PLAYERS, ALICE] }));
    const memory = createA2sMemory();
    const first = await asker.ask(server, { memory, parts: ['players'] });
    expect(first.players).toMatchObject({ value: { entries: [{ name: 'Bob' }] } });
    server.say(ALICE);
    const { dropped } = asker.sockets.counters;
    await expect.poll(() => asker.sockets.counters.dropped).toBeGreaterThan(dropped);
  });

  it('case 18: a late answer to the poll before does not end the next one early', async () => {
    const server = await asker.serve((request) => honest('11223344')(request));
    server.requests.length = 0;
    const first = asker.ask(server, { parts: [] });
    await first;
    server.say(PLAYERS);
    const second = await asker.ask(server, { parts: ['players'] });
    expect(second.info?.name).toBe('a');
    expect(second.players.state).toBe('answered');
  });

  it('case 19: rules answered with info are asked again, at most three times', async () => {
    let confused = 2;
    const server = await asker.serve((request) => {
      if (request === ASK_RULES && confused > 0) {
        confused -= 1;
        return [INFO];
      }
      return honest(null)(request);
    });
    const answer = await asker.ask(server, { timeoutMs: 3_000 });
    expect(answer.rules.state).toBe('answered');
    expect(server.requests.filter((request) => request === ASK_RULES)).toHaveLength(3);
  });

  it('case 20: a honeypot that sends info for everything is online without players and rules', async () => {
    const server = await asker.serve(() => [INFO]);
    const answer = await asker.ask(server);
    expect(answer.info?.name).toBe('a');
    expect([answer.players.state, answer.rules.state]).toEqual(['silent', 'silent']);
    expect(server.requests.length).toBeLessThanOrEqual(1 + 2 * 6);
  });

  it('case 21: an answer from another port, or from another address, is dropped', async () => {
    const server = await asker.serve((_, count) => {
      if (count === 0) {
        otherPort.sayTo(server.askers, INFO);
        otherAddress.sayTo(server.askers, INFO);
      }
      return [];
    });
    const otherPort = await asker.serve(() => []);
    const otherAddress = await asker.serve(() => [], { address: '127.0.0.2', port: server.port });
    expect(await kindOf(asker.ask(server))).toBe('timeout');
    expect(asker.sockets.counters.dropped).toBe(2);
  });

  it('case 22: datagrams with another header are skipped', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO ? ['00'.repeat(64), INFO] : honest(null)(request),
    );
    expect((await asker.ask(server)).info?.name).toBe('a');
  });

  it('case 22: nothing but another protocol is a bad reply, told after the deadline', async () => {
    const server = await asker.serve(() => ['00'.repeat(64)]);
    expect(await kindOf(asker.ask(server))).toBe('bad-reply');
  });

  it.each([
    '',
    'ff',
    'ffffffff',
    'ffffffff49',
    'ffffffff6d',
    'ffffffff11',
    '11111111',
    'feffffff01',
  ])('case 23: the short datagram "%s" is skipped', async (short) => {
    const server = await asker.serve((request) => [short, ...honest(null)(request)]);
    const answer = await asker.ask(server);
    expect(answer.info?.name).toBe('a');
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
  });

  it('case 24: a doubled header is read over', async () => {
    const doubled = 'ffffffffffffffff440100426f6200e3ffffff00007642';
    const server = await asker.serve(honest(null, { players: [doubled] }));
    const answer = await asker.ask(server);
    expect(answer.players).toMatchObject({
      value: { entries: [{ name: 'Bob', score: -29, seconds: 61.5 }] },
    });
  });

  it('case 25: a print instead of info is "banned" with its text, and nothing is sent any more', async () => {
    const server = await asker.serve(() => [BANNED]);
    const failure = await asker.ask(server, { timeoutMs: 3_000 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QueryError);
    expect(failure).toMatchObject({ kind: 'banned' });
    expect(String(failure)).toContain('You have been banned from this server.');
    expect(server.requests).toEqual([ASK_INFO]);
  });

  it('case 25: a print among the lists costs the lists only', async () => {
    const server = await asker.serve((request) => (request === ASK_INFO ? [INFO] : [BANNED]));
    const answer = await asker.ask(server);
    expect(answer.players).toMatchObject({ state: 'failed' });
    expect(answer.rules).toMatchObject({ state: 'failed' });
  });

  it('case 26: a redirect is skipped, never followed', async () => {
    const server = await asker.serve((request) => [REDIRECT, ...honest(null)(request)]);
    expect((await asker.ask(server)).info?.name).toBe('a');
    const redirecting = await asker.serve(() => [REDIRECT]);
    expect(await kindOf(asker.ask(redirecting))).toBe('timeout');
  });

  it('case 28: a closed port is "refused", well before the deadline', async () => {
    const server = await asker.serve(() => []);
    await server.close();
    const started = performance.now();
    expect(await kindOf(asker.ask({ ...server }, { timeoutMs: 3_000 }))).toBe('refused');
    expect(performance.now() - started).toBeLessThan(2_500);
  });

  it('case 28: forty closed ports at once are all refused, and the process lives', async () => {
    // Ports that no system gives to who asks for any: another story would soon have one of forty.
    const ports = Array.from({ length: 40 }, (_, at) => 2_101 + at);
    const kinds = await Promise.all(
      ports.map((port) => kindOf(asker.ask({ address: '127.0.0.1', port }, { timeoutMs: 3_000 }))),
    );
    expect(new Set(kinds)).toEqual(new Set(['refused']));
  });

  it('case 29: two conversations with one server queue, and each gets its own answer', async () => {
    let open = 0;
    let most = 0;
    const server = await asker.serve((request) => {
      if (request === ASK_INFO) {
        open += 1;
        most = Math.max(most, open);
      } else if (request === ASK_RULES) {
        open -= 1;
      }
      return honest(null)(request);
    });
    const answers = await Promise.all([asker.ask(server), asker.ask(server), asker.ask(server)]);
    expect(answers.map(({ info }) => info?.name)).toEqual(['a', 'a', 'a']);
    expect(most).toBe(1);
    expect(server.requests).toHaveLength(9);
  });
});

describe('spec a2s section 4: GoldSrc answers', () => {
  it('case 64: of 6D and 49 both are given, and nothing is asked twice', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO ? [GOLDSRC_INFO, INFO] : honest(null)(request),
    );
    const answer = await asker.ask(server);
    expect(answer.info?.name).toBe('a');
    expect(answer.goldsrcInfo?.name).toBe('old');
    expect(server.requests).toEqual([ASK_INFO, ASK_PLAYERS, ASK_RULES]);
  });

  it('case 64: a 49 that follows within a quarter of a second is waited for', async () => {
    const server = await asker.serve((request) => {
      if (request !== ASK_INFO) {
        return honest(null)(request);
      }
      setTimeout(() => server.say(INFO), 150);
      return [GOLDSRC_INFO];
    });
    const answer = await asker.ask(server, { parts: [], timeoutMs: 1_000 });
    expect(answer.info?.name).toBe('a');
    expect(answer.goldsrcInfo?.name).toBe('old');
  });

  it('case 65: the players that come unasked between 6D and 49 are not the answer to a later request', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO
        ? [GOLDSRC_INFO, ALICE, INFO]
        : honest(null, { players: [PLAYERS] })(request),
    );
    const answer = await asker.ask(server);
    expect(answer.players).toMatchObject({ value: { entries: [{ name: 'Bob' }] } });
  });

  it('case 66: 6D alone is an answer', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO ? [GOLDSRC_INFO] : honest(null)(request),
    );
    const answer = await asker.ask(server, { timeoutMs: 1_000 });
    expect(answer.info).toBeNull();
    expect(answer.goldsrcInfo).toMatchObject({ name: 'old', players: 5, bots: 1 });
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
  });
});
