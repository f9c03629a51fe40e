import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createA2sMemory } from '#query/a2sMemory.ts';
import {
  ASK_INFO,
  ASK_PLAYERS,
  ASK_RULES,
  CHALLENGE,
  honest,
  INFO,
  OTHER_CHALLENGE,
  PLAYERS,
  RULES,
  withChallenge,
} from './a2sBytes.ts';
import { kindOf, openAsker } from './fakeAsker.ts';

let asker: ReturnType<typeof openAsker>;
beforeEach(() => {
  asker = openAsker();
});
afterEach(() => asker.close());

const ask = (type: string) => (request: string) => request.slice(8, 10) === type;
const askInfo = ask('54');
const askPlayers = ask('55');
const askRules = ask('56');

describe('spec a2s section 1: requests and challenges', () => {
  it('case 1: the first request for info is the plain 25 bytes', async () => {
    const server = await asker.serve(honest(null));
    await asker.ask(server, { parts: [] });
    expect(server.requests).toEqual([ASK_INFO]);
    expect(ASK_INFO).toHaveLength(50);
  });

  it('case 2: info answered with a challenge is asked again with these four bytes behind it', async () => {
    const server = await asker.serve(honest('11223344'));
    const answer = await asker.ask(server, { parts: [] });
    expect(server.requests).toEqual([ASK_INFO, `${ASK_INFO}11223344`]);
    expect(answer.info).toMatchObject({ name: 'a', map: 'b' });
  });

  it('case 2: the lists go along with the challenge: two round trips and four datagrams for a server never met', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO ? [CHALLENGE] : askInfo(request) ? [] : honest('11223344')(request),
    );
    await kindOf(asker.ask(server, { timeoutMs: 600 }));
    expect(server.requests.slice(0, 4)).toEqual([
      ASK_INFO,
      `${ASK_INFO}11223344`,
      withChallenge(ASK_PLAYERS, '11223344'),
      withChallenge(ASK_RULES, '11223344'),
    ]);
  });

  it('case 3: info answered at once is the answer', async () => {
    const server = await asker.serve(honest(null));
    const answer = await asker.ask(server);
    expect(answer.info?.name).toBe('a');
    expect(answer.players).toMatchObject({ state: 'answered' });
    expect(answer.rules).toMatchObject({ state: 'answered' });
  });

  it('case 5: a second challenge is taken up, the newest bytes count', async () => {
    const server = await asker.serve((request) => {
      if (!askPlayers(request)) {
        return honest(null)(request);
      }
      if (request === withChallenge(ASK_PLAYERS, '55667788')) {
        return [PLAYERS];
      }
      return [request === ASK_PLAYERS ? CHALLENGE : OTHER_CHALLENGE];
    });
    const answer = await asker.ask(server, { parts: ['players'] });
    expect(answer.players).toMatchObject({ value: { entries: [{ name: 'Bob' }] } });
    expect(server.requests.slice(1)).toEqual([
      ASK_PLAYERS,
      withChallenge(ASK_PLAYERS, '11223344'),
      withChallenge(ASK_PLAYERS, '55667788'),
    ]);
  });

  it('case 5: a challenge repeated with the same bytes is taken up as well', async () => {
    const server = await asker.serve((request, count) =>
      askPlayers(request) && count < 3 ? [CHALLENGE] : honest(null)(request),
    );
    const answer = await asker.ask(server, { parts: ['players'] });
    expect(answer.players.state).toBe('answered');
    expect(server.requests).toHaveLength(4);
  });

  it('case 5: challenges without end are a challenge loop, after five rounds and long before the deadline', async () => {
    const server = await asker.serve(() => [CHALLENGE]);
    const started = performance.now();
    expect(await kindOf(asker.ask(server, { timeoutMs: 5_000 }))).toBe('challenge-loop');
    expect(server.requests.filter((request) => request.startsWith(ASK_INFO))).toHaveLength(6);
    expect(server.requests.length).toBeLessThanOrEqual(8);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('case 6: players and rules are asked with FFFFFFFF, nine bytes', async () => {
    const server = await asker.serve(honest(null));
    await asker.ask(server);
    expect(server.requests).toEqual([ASK_INFO, ASK_PLAYERS, ASK_RULES]);
  });

  it.each(['00000000', 'ffffffff'])(
    'case 8: the challenge %s is sent back like any other',
    async (value) => {
      const server = await asker.serve((request, count) => {
        const first = count === 1;
        return askPlayers(request) && first ? [`ffffffff41${value}`] : honest(null)(request);
      });
      const answer = await asker.ask(server, { parts: ['players'] });
      expect(answer.players.state).toBe('answered');
      expect(server.requests.at(-1)).toBe(withChallenge(ASK_PLAYERS, value));
    },
  );

  it('case 9: players answered without a challenge are the answer', async () => {
    const server = await asker.serve(honest(null));
    const { players } = await asker.ask(server);
    expect(players).toEqual({
      state: 'answered',
      value: {
        declared: 1,
        entries: [{ index: 0, name: 'Bob', score: 3, seconds: 61.5 }],
        ship: null,
        complete: true,
      },
    });
  });

  it('case 10: the challenge of info is tried for players and rules', async () => {
    const server = await asker.serve(honest('11223344'));
    await asker.ask(server);
    expect(server.requests).toEqual([
      ASK_INFO,
      `${ASK_INFO}11223344`,
      withChallenge(ASK_PLAYERS, '11223344'),
      withChallenge(ASK_RULES, '11223344'),
    ]);
  });

  it('case 10: kept until the next poll, which asks all three at once and needs three datagrams', async () => {
    const server = await asker.serve(honest('11223344'));
    const memory = createA2sMemory();
    await asker.ask(server, { memory });
    server.requests.length = 0;
    const answer = await asker.ask(server, { memory });
    expect(server.requests).toEqual([
      `${ASK_INFO}11223344`,
      withChallenge(ASK_PLAYERS, '11223344'),
      withChallenge(ASK_RULES, '11223344'),
    ]);
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
  });

  it('case 10: a new challenge replaces the kept one, one repeat for each part', async () => {
    const memory = createA2sMemory();
    let current = '11223344';
    const server = await asker.serve((request) => honest(current)(request));
    await asker.ask(server, { memory });
    current = '55667788';
    server.requests.length = 0;
    const answer = await asker.ask(server, { memory });
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
    expect(server.requests).toHaveLength(6);
    expect(server.requests.filter((request) => request.endsWith('55667788'))).toHaveLength(3);
  });

  it('case 10: a cacher that gives each query its own challenge (SourceEngineQueryCacher#19)', async () => {
    const own: Record<string, string> = { '54': '54545454', '55': '55555555', '56': '56565656' };
    const server = await asker.serve((request) => {
      const challenge = own[request.slice(8, 10)] ?? '';
      const plain = [ASK_INFO, ASK_PLAYERS, ASK_RULES].includes(request);
      // Another query's challenge is met with silence.
      return request.endsWith(challenge) || plain ? honest(challenge)(request) : [];
    });
    const memory = createA2sMemory();
    const first = await asker.ask(server, { memory, timeoutMs: 900 });
    expect([first.players.state, first.rules.state]).toEqual(['answered', 'answered']);
    server.requests.length = 0;
    await asker.ask(server, { memory });
    expect(server.requests).toHaveLength(3);
  });

  it('case 11: a server is always asked from the same port, so that its challenge stays good', async () => {
    const servers = await Promise.all([1, 2, 3, 4].map(() => asker.serve(honest('11223344'))));
    for (const server of servers) {
      const memory = createA2sMemory();
      await asker.ask(server, { memory });
      await asker.ask(server, { memory });
      expect(new Set(server.askers).size).toBe(1);
    }
  });

  it('case 12: of a challenge longer than nine bytes only bytes 5 to 8 are sent back', async () => {
    const long = `ffffffff41112233440300000000${'61'.repeat(45)}`;
    const server = await asker.serve((request) =>
      request === ASK_INFO ? [long] : honest('11223344')(request),
    );
    const answer = await asker.ask(server, { parts: [] });
    expect(answer.info?.name).toBe('a');
    expect(server.requests[1]).toBe(`${ASK_INFO}11223344`);
  });

  it('case 12: a challenge of fewer than nine bytes is ignored', async () => {
    const server = await asker.serve((request) =>
      request === ASK_INFO ? ['ffffffff41112233', INFO] : [],
    );
    await asker.ask(server, { parts: [] });
    expect(server.requests).toEqual([ASK_INFO]);
  });

  it('case 14: a challenge met with silence costs that query only, after another try with FFFFFFFF', async () => {
    const server = await asker.serve((request) => {
      if (askRules(request)) {
        return request === ASK_RULES ? [CHALLENGE] : [];
      }
      return honest(null)(request);
    });
    const answer = await asker.ask(server, { timeoutMs: 600 });
    expect(answer.players.state).toBe('answered');
    expect(answer.rules).toMatchObject({ state: 'silent' });
    expect(server.requests.filter((request) => request === ASK_RULES).length).toBeGreaterThan(1);
  });

  it('case 14: a challenge kept from the last poll and disliked now falls back to a plain request', async () => {
    const memory = createA2sMemory();
    let strict = false;
    const server = await asker.serve((request) => {
      const plain = [ASK_INFO, ASK_PLAYERS, ASK_RULES].includes(request);
      if (strict) {
        return plain || request.endsWith('55667788') ? honest('55667788')(request) : [];
      }
      return honest('11223344')(request);
    });
    await asker.ask(server, { memory });
    strict = true;
    const answer = await asker.ask(server, { memory, timeoutMs: 900 });
    expect([answer.players.state, answer.rules.state]).toEqual(['answered', 'answered']);
  });

  it('case 27: rules that are never finished fail alone', async () => {
    let challenge = 0x10000000;
    const server = await asker.serve((request) => {
      challenge += 1;
      return askRules(request) ? [`ffffffff41${challenge.toString(16)}`] : honest(null)(request);
    });
    const answer = await asker.ask(server, { timeoutMs: 2_000 });
    expect(answer.players.state).toBe('answered');
    expect(answer.rules).toMatchObject({ state: 'failed' });
    expect(server.requests.filter(askRules)).toHaveLength(6);
  });

  it('case 143: rules that ignore their request do not spoil the exchange of players', async () => {
    const server = await asker.serve((request) => {
      if (askInfo(request)) {
        return [INFO];
      }
      return askPlayers(request) ? honest('11223344')(request) : [];
    });
    const answer = await asker.ask(server);
    expect(answer.players.state).toBe('answered');
    expect(answer.rules.state).toBe('silent');
    expect(server.requests.every((request) => !request.includes('2573'))).toBe(true);
  });

  it('rules are read as pairs of bytes, the count kept as sent', async () => {
    const server = await asker.serve(honest(null, { rules: [RULES] }));
    const answer = await asker.ask(server);
    expect(answer.rules).toMatchObject({ value: { declared: 2, complete: true } });
  });
});
