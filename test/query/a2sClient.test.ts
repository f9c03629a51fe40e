import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createA2sMemory, noteList } from '#query/a2sMemory.ts';
import { ASK_INFO, ASK_PLAYERS, ASK_RULES, honest, INFO } from './a2sBytes.ts';
import { kindOf, openAsker } from './fakeAsker.ts';

let asker: ReturnType<typeof openAsker>;
beforeEach(() => {
  asker = openAsker();
});
afterEach(() => asker.close());

describe('spec a2s section 10: being a good client', () => {
  it('case 103, 138: a server that answers info only is online, its lists are silent', async () => {
    const server = await asker.serve((request) => (request === ASK_INFO ? [INFO] : []));
    const answer = await asker.ask(server);
    expect(answer.info?.name).toBe('a');
    expect([answer.players.state, answer.rules.state]).toEqual(['silent', 'silent']);
  });

  it('case 137: silent lists are given up side by side, before the deadline', async () => {
    const server = await asker.serve((request) => (request === ASK_INFO ? [INFO] : []));
    const started = performance.now();
    await asker.ask(server, { timeoutMs: 3_000 });
    expect(performance.now() - started).toBeLessThan(2_700);
    expect(server.requests).toHaveLength(7);
  });

  it('case 103: what is never answered is remembered and left out of the next polls', async () => {
    const server = await asker.serve((request) =>
      request === ASK_RULES ? [] : honest(null)(request),
    );
    const memory = createA2sMemory();
    await asker.ask(server, { memory });
    await asker.ask(server, { memory });
    server.requests.length = 0;
    const answer = await asker.ask(server, { memory });
    expect(server.requests).toEqual([ASK_INFO, ASK_PLAYERS]);
    expect(answer.rules).toMatchObject({ state: 'rested' });
    expect(answer.players.state).toBe('answered');
  });

  it('case 103: who insists has it asked all the same, and an answer ends the rest', async () => {
    let mute = true;
    const server = await asker.serve((request) =>
      request === ASK_RULES && mute ? [] : honest(null)(request),
    );
    const memory = createA2sMemory();
    await asker.ask(server, { memory });
    await asker.ask(server, { memory });
    mute = false;
    expect((await asker.ask(server, { memory, insist: true })).rules.state).toBe('answered');
    expect((await asker.ask(server, { memory })).rules.state).toBe('answered');
  });

  it('case 103: the rest grows from five minutes to an hour, and a part that once answered gets one chance more', () => {
    const history = createA2sMemory().lists.rules;
    const rests = Array.from({ length: 7 }, () => {
      noteList(history, false, 0);
      return history.askAgainAt / 60_000;
    });
    expect(rests).toEqual([0, 5, 10, 20, 40, 60, 60]);
    noteList(history, true, 0);
    const again = Array.from({ length: 3 }, () => {
      noteList(history, false, 0);
      return history.askAgainAt / 60_000;
    });
    expect(again).toEqual([0, 0, 5]);
  });

  it('case 133, 135: a request that is lost is asked again inside the deadline, further apart each time', async () => {
    const server = await asker.serve((request, count) => (count < 2 ? [] : honest(null)(request)));
    const answer = await asker.ask(server, { timeoutMs: 900, parts: [] });
    expect(answer.info?.name).toBe('a');
    // The datagram from another port is the probe for a closed one.
    const [asking] = server.askers;
    const own = server.times.filter((_, at) => server.askers[at] === asking);
    const gaps = own.slice(1).map((time, at) => time - (own[at] ?? 0));
    expect(gaps[0]).toBeGreaterThan(100);
    expect(gaps[1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(1.4 * (gaps[0] ?? 0));
  });

  it('a server that never answers costs four datagrams and is a timeout at the deadline', async () => {
    const server = await asker.serve(() => []);
    const started = performance.now();
    expect(await kindOf(asker.ask(server, { timeoutMs: 600 }))).toBe('timeout');
    expect(performance.now() - started).toBeGreaterThan(550);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(server.requests).toEqual([ASK_INFO, ASK_INFO, ASK_INFO, ASK_INFO]);
  });

  it('a server that was known and is silent now is asked for its lists once, then for info only', async () => {
    let up = true;
    const server = await asker.serve((request) => (up ? honest('11223344')(request) : []));
    const memory = createA2sMemory();
    await asker.ask(server, { memory });
    up = false;
    server.requests.length = 0;
    expect(await kindOf(asker.ask(server, { memory }))).toBe('timeout');
    const types = server.requests.map((request) => request.slice(8, 10));
    expect(types).toEqual(['54', '55', '56', '54', '54', '54']);
  });

  it('pingMs is the first round trip, not the whole conversation', async () => {
    const server = await asker.serve((request) => {
      setTimeout(() => server.say(...honest(null)(request)), 60);
      return [];
    });
    const started = performance.now();
    const { pingMs } = await asker.ask(server, { timeoutMs: 3_000 });
    expect(pingMs).toBeGreaterThan(50);
    expect(pingMs).toBeLessThan(0.75 * (performance.now() - started));
  });

  it('polling sends at most three datagrams in a second to one host, over all its servers', async () => {
    const servers = await Promise.all([1, 2].map(() => asker.serve(honest(null))));
    const answers = await Promise.all(
      servers.map((server) => asker.ask(server, { polite: true, timeoutMs: 500 })),
    );
    expect(answers.map(({ rules }) => rules.state)).toEqual(['answered', 'answered']);
    const times = servers.flatMap((server) => server.times).sort((one, other) => one - other);
    expect(times).toHaveLength(6);
    for (const [at, time] of times.slice(3).entries()) {
      expect(time - (times[at] ?? 0)).toBeGreaterThan(950);
    }
  });

  it('a person who asks does not wait for the polling of the same host', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => asker.serve(honest(null))));
    const polling = servers.map((server) => asker.ask(server, { polite: true }).catch(() => null));
    const other = await asker.serve(honest(null));
    const started = performance.now();
    await asker.ask(other);
    expect(performance.now() - started).toBeLessThan(900);
    asker.conversations.close();
    await Promise.all(polling);
  });

  it('text is read as the caller wants it: a name in windows-1251', async () => {
    const info = INFO.replace('491161', '4911c3eef0eee4');
    const server = await asker.serve(honest(null, { info: [info] }));
    const cyrillic = new TextDecoder('windows-1251');
    const answer = await asker.ask(server, { decodeText: (bytes) => cyrillic.decode(bytes) });
    expect(answer.info?.name).toBe('Город');
  });
});
