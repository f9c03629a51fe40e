import { createSocket } from 'node:dgram';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeInfo } from '#codec/samp/info.ts';
import { decodeRequest } from '#codec/samp/request.ts';
import { createHostPace, type HostPace } from '#query/hostPace.ts';
import { createSampMemory } from '#query/sampMemory.ts';
import { createSampPacing } from '#query/sampPacing.ts';
import { SAMP_PROXY } from '#sandbox/servers/sampFaults.ts';
import type { SampServer } from '#sandbox/servers/sampServer.ts';
import { ask, asked, guests, hasty, openTable, startServer, utf8 } from './sampTable.ts';

const none = new Uint8Array();

/** A socket that does to each request what `answer` says. */
async function startOdd(answer: (request: Uint8Array, nth: number) => Uint8Array[]) {
  const socket = createSocket('udp4');
  let nth = 0;
  socket.on('message', (request, { port, address }) => {
    nth += 1;
    for (const reply of answer(request, nth)) {
      socket.send(reply, port, address);
    }
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    socket.close();
  });
  return { address: '127.0.0.1', port: socket.address().port };
}

describe('a poll', () => {
  test('a 0.3.7 server is asked i, r and d, with its true address and port in each header', async () => {
    const server = await startServer({ family: 'samp', guests: guests(3) });
    const answer = await ask(server);
    expect(asked(server)).toBe('ird');
    for (const { bytes } of server.heard) {
      expect(bytes).toHaveLength(11);
      expect(decodeRequest(bytes)?.target).toEqual({ address: '127.0.0.1', port: server.port });
    }
    expect(answer).toMatchObject({
      info: { players: 3, max: 50, password: false },
      openmp: false,
      links: null,
      problems: [],
    });
    expect(answer.players).toMatchObject({
      state: 'answered',
      value: { complete: true, entries: [{ score: -5, ping: 20 }, { score: 5 }, { score: 15 }] },
    });
    expect(answer.pingMs).toBeGreaterThanOrEqual(0);
  });

  test('case 17: open.mp has no d: its rules tell, c is asked, and the links', async () => {
    const server = await startServer({
      family: 'openmp',
      guests: guests(2),
      settings: {
        links: { discord: 'https://discord.gg/x', lightBanner: '', darkBanner: '', logo: '' },
      },
    });
    const answer = await ask(server);
    expect(asked(server)).toBe('irco');
    expect(answer).toMatchObject({ openmp: true, players: { value: { declared: 2 } } });
    expect(utf8(answer.links?.discord ?? none)).toBe('https://discord.gg/x');
  });

  test('case 17: allowed_clients alone means open.mp as well', async () => {
    const server = await startServer({
      family: 'openmp',
      guests: guests(1),
      settings: { version: 'custom build' },
    });
    expect(await ask(server)).toMatchObject({ openmp: true });
    expect(asked(server)).toContain('c');
    expect(asked(server)).not.toContain('d');
  });

  test('case 17: when nothing tells which it is, d is tried and then c, and the one that answered is remembered', async () => {
    const server = await startServer({
      family: 'openmp',
      guests: guests(2),
      faults: { silent: ['r'] },
    });
    const memory = createSampMemory();
    const conversations = openTable();
    expect(await ask(server, { memory }, conversations)).toMatchObject({
      openmp: null,
      rules: { state: 'silent' },
      players: { state: 'answered', value: { declared: 2 } },
    });
    expect(asked(server)).toBe('irrddc');
    await ask(server, { memory, parts: ['info', 'players'] }, conversations);
    expect(asked(server).slice(6)).toBe('irrc');
  });

  test('nobody is on: the list is empty and complete without being asked for', async () => {
    const server = await startServer({ family: 'samp' });
    expect(await ask(server)).toMatchObject({
      players: { state: 'answered', value: { entries: [], complete: true } },
    });
    expect(asked(server)).toBe('ir');
  });

  test('only info is wanted: one datagram', async () => {
    const server = await startServer({ family: 'samp', guests: guests(3) });
    expect(await ask(server, { parts: ['info'] })).toMatchObject({
      players: { state: 'skipped' },
      rules: { state: 'skipped' },
    });
    expect(asked(server)).toBe('i');
  });

  test('case 34: the links are asked for once an hour, and kept in between', async () => {
    const server = await startServer({ family: 'openmp' });
    const memory = createSampMemory();
    const conversations = openTable();
    await ask(server, { memory }, conversations);
    const second = await ask(server, { memory }, conversations);
    expect(asked(server)).toBe('iroir');
    expect(second.links).not.toBeNull();
    memory.links = { askedAt: conversations.now() - 60 * 60_000, value: null };
    await ask(server, { memory }, conversations);
    expect(asked(server).slice(5)).toBe('iro');
  });

  test('case 34: v1.2.0 sends three links', async () => {
    const links = { discord: 'https://discord.gg/x', lightBanner: '', darkBanner: '', logo: null };
    const server = await startServer({ family: 'openmp', settings: { links } });
    expect((await ask(server)).links).toMatchObject({ logo: null });
  });
});

describe('which answers count', () => {
  test('case 1: another address in the echo is accepted and noted', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(1),
      faults: { otherEcho: true },
    });
    const answer = await ask(server);
    expect(answer.info.players).toBe(1);
    expect(answer.problems).toContain('header echo differs: 127.0.0.1:1234');
  });

  test('case 1: what comes from another port is nobody', async () => {
    const server = await startServer({ family: 'samp', faults: { wrongPort: true } });
    await expect(ask(server, { timeoutMs: 900 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('case 2: empty, short and foreign datagrams are waited past', async () => {
    const odd = await startOdd((request) => {
      const target = decodeRequest(request)?.target ?? { address: '0.0.0.0', port: 0 };
      const texts = { hostname: none, gamemode: none, language: none };
      const info = encodeInfo(target, { password: false, players: 0, max: 50, ...texts });
      const foreign = Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0x49, 0, 0, 0, 0, 0, 0, 0, 0]);
      return [none, request.subarray(0, 10), foreign, info];
    });
    expect(await ask(odd, { parts: ['info'] })).toMatchObject({ info: { max: 50 }, problems: [] });
  });

  test('case 3: a proxy that answers twice changes nothing', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(4),
      faults: { twice: true },
    });
    const answer = await ask(server);
    expect(asked(server)).toBe('ird');
    expect(answer.problems).toEqual([]);
    expect(answer.players).toMatchObject({ value: { declared: 4 } });
  });

  test('case 4: rules that come while the list is awaited still find their place', async () => {
    const server = await startServer({
      family: 'openmp',
      guests: guests(2),
      faults: { late: { r: 500 } },
    });
    const answer = await ask(server);
    expect(answer.rules).toMatchObject({ state: 'answered' });
    expect(answer.openmp).toBe(true);
    expect(answer.players).toMatchObject({ state: 'answered', value: { declared: 2 } });
  });

  test('case 4: an i that had to be repeated counts, but tells no ping', async () => {
    const server = await startServer({ family: 'samp', faults: { loseFirst: { i: 1 } } });
    expect(await ask(server)).toMatchObject({ info: { max: 50 }, pingMs: null });
  });

  test('case 4, 35: the pong of another ping does not count', async () => {
    const odd = await startOdd((request) =>
      decodeRequest(request)?.opcode === 'p'
        ? [Buffer.concat([request.subarray(0, 11), Buffer.alloc(4)])]
        : [],
    );
    await expect(ask(odd, { timeoutMs: 900 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('case 35: our ping carries four bytes that are not all zero', async () => {
    const server = await startServer({ family: 'samp', settings: { query: false } });
    await expect(ask(server, { timeoutMs: 900 })).rejects.toMatchObject({ kind: 'query-disabled' });
    const pings = server.heard.filter(({ opcode }) => opcode === 'p');
    expect(pings.length).toBeGreaterThan(0);
    for (const { bytes } of pings) {
      expect(bytes).toHaveLength(15);
      expect(bytes.subarray(11).some((byte) => byte !== 0)).toBe(true);
    }
  });

  test('case 5: another body under i is asked for once more', async () => {
    const server = await startServer({
      family: 'samp',
      faults: { swapped: { opcode: 'i', body: 'r', times: 1 } },
    });
    const answer = await ask(server);
    expect(answer.info.max).toBe(50);
    expect(asked(server)).toBe('iir');
    expect(answer.problems.join()).toMatch(/could not be read/);
  });

  test('case 5: when it stays wrong, i is a bad reply', async () => {
    const server = await startServer({
      family: 'samp',
      faults: { swapped: { opcode: 'i', body: 'r', times: 9 } },
    });
    await expect(ask(server)).rejects.toMatchObject({ kind: 'bad-reply' });
    expect(asked(server)).toBe('ii');
  });

  test('case 5: and any other part is only missing', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(5),
      faults: { swapped: { opcode: 'd', body: 'i', times: 9 }, silent: ['c'] },
    });
    expect(await ask(server)).toMatchObject({
      info: { players: 5 },
      rules: { state: 'answered' },
      players: { state: 'failed' },
    });
  });

  test('case 5: twice a wrong body is still one wrong answer', async () => {
    const server = await startServer({
      family: 'samp',
      faults: { twice: true, swapped: { opcode: 'i', body: 'r', times: 1 } },
    });
    expect((await ask(server)).info.max).toBe(50);
  });

  test('case 6: bytes behind the last field are noted', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(2),
      faults: { padding: 20 },
    });
    const answer = await ask(server);
    expect(answer.players).toMatchObject({ value: { complete: true, entries: [{}, {}] } });
    expect(answer.problems).toEqual([
      'info: 20 trailing bytes',
      'rules: 20 trailing bytes',
      'list: 20 trailing bytes',
    ]);
  });

  test('case 6: open.mp with a rule above 255 bytes', async () => {
    const server = await startServer({
      family: 'openmp',
      settings: { scriptRules: { motd: 'm'.repeat(260) } },
    });
    const answer = await ask(server);
    expect(answer.rules).toMatchObject({
      state: 'answered',
      value: { declared: 9, complete: true },
    });
    expect(answer.problems).toEqual(['rules: 256 trailing bytes']);
  });

  test('case 8: a cache that reads 1,024 bytes makes the list partial', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(80),
      faults: { cutAt: 1024 },
    });
    const answer = await ask(server);
    expect(answer.info.players).toBe(80);
    expect(answer.players).toMatchObject({
      state: 'answered',
      value: { declared: 80, complete: false },
    });
    expect(answer.problems.join()).toMatch(/list: cut after \d+ players/);
  });

  test('case 9: a plugin hides a player and counts them', async () => {
    const crowd = guests(3).map((guest, at) => ({ ...guest, hidden: at === 1 }));
    const server = await startServer({ family: 'samp', guests: crowd });
    const answer = await ask(server);
    expect(answer.players).toMatchObject({
      value: { declared: 3, complete: true, entries: [{}, {}] },
    });
    expect(answer.problems).toEqual(['list: 1 counted but not listed']);
  });

  test('cases 10, 11: absurd lengths and counts are bad bodies', async () => {
    const server = await startServer({ family: 'samp', faults: { hostileLengths: true } });
    await expect(ask(server)).rejects.toMatchObject({ kind: 'bad-reply' });
  });

  test('case 12: a list of a hundred long names arrives whole', async () => {
    const crowd = guests(100).map((guest) => ({ ...guest, name: guest.name.padEnd(24, 'x') }));
    const server = await startServer({ family: 'samp', guests: crowd });
    expect(await ask(server)).toMatchObject({
      players: { state: 'answered', value: { declared: 100, complete: true } },
    });
  });
});

describe('silence with a meaning', () => {
  test('case 16: above a hundred players the list is not asked for, and said to be not available', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(545),
      settings: { max: 1000 },
    });
    const answer = await ask(server);
    expect(asked(server)).toBe('ir');
    expect(answer.info).toMatchObject({ players: 545, max: 1000 });
    expect(answer.players).toMatchObject({
      state: 'skipped',
      reason: expect.stringContaining('545'),
    });
  });

  test('case 16: exactly a hundred are listed', async () => {
    const server = await startServer({
      family: 'openmp',
      guests: guests(100),
      settings: { max: 500 },
    });
    expect(await ask(server)).toMatchObject({
      players: { value: { declared: 100, complete: true } },
    });
  });

  test('case 16: a list of nobody while i counts players is no list', async () => {
    const proxy = await startOdd((request) => {
      const asked = decodeRequest(request);
      const texts = { hostname: none, gamemode: none, language: none };
      return asked?.opcode === 'i'
        ? [encodeInfo(asked.target, { password: false, players: 7, max: 50, ...texts })]
        : [Buffer.concat([request, Buffer.alloc(2)])];
    });
    expect(await ask(proxy)).toMatchObject({
      info: { players: 7 },
      players: { state: 'failed', reason: expect.stringContaining('7') },
    });
  });

  test.each(['r', 'd'] as const)('case 18: %s is silent, the rest is there', async (opcode) => {
    const server = await startServer({
      family: 'samp',
      guests: guests(2),
      faults: { silent: [opcode] },
    });
    const answer = await ask(server);
    expect(answer.info.players).toBe(2);
    expect(answer.players).toMatchObject({ state: 'answered', value: { declared: 2 } });
    expect(answer.rules.state).toBe(opcode === 'r' ? 'silent' : 'answered');
  });

  test('case 19: with query 0 only pings are answered: online, query disabled', async () => {
    const server = await startServer({ family: 'samp', settings: { query: false } });
    await expect(ask(server, { timeoutMs: 900 })).rejects.toMatchObject({
      name: 'QueryError',
      kind: 'query-disabled',
      message: expect.stringMatching(/online/),
    });
  });

  test('cases 19, 22: open.mp with its query switched off, or with its log of queries, is dead to us', async () => {
    const server = await startServer({ family: 'openmp', settings: { query: false } });
    await expect(ask(server, { timeoutMs: 900 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('case 20: a proxy without pings is a server like any other', async () => {
    const server = await startServer({ family: 'samp', guests: guests(2), faults: SAMP_PROXY });
    expect(await ask(server)).toMatchObject({
      info: { players: 2 },
      players: { state: 'answered' },
    });
  });

  test('a proxy that compares the address in the header lets us in', async () => {
    const server = await startServer({ family: 'samp', faults: { publicAddress: '127.0.0.1' } });
    expect(await ask(server)).toMatchObject({ info: { max: 50 } });
  });

  test('case 21: while the game mode is loaded nothing comes', async () => {
    const server = await startServer({ family: 'samp' });
    const conversations = openTable();
    server.restart(true);
    await expect(ask(server, { timeoutMs: 900 }, conversations)).rejects.toMatchObject({
      kind: 'timeout',
    });
    server.restart(false);
    expect(await ask(server, {}, conversations)).toMatchObject({ info: { max: 50 } });
  });

  test('case 13: a closed port is refused, and soon', async () => {
    const server = await startServer({ family: 'samp' });
    await server.close();
    await expect(ask(server, { timeoutMs: 3_000 })).rejects.toMatchObject({ kind: 'refused' });
  });

  test('case 14: an IPv6 address has no place in the header', async () => {
    await expect(ask({ address: '::1', port: 7777 })).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('IPv4'),
    });
  });

  test('a part that keeps silent is left alone for a while, unless a person insists', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(1),
      faults: { silent: ['r'] },
    });
    const memory = createSampMemory();
    const conversations = openTable();
    for (let poll = 0; poll < 3; poll += 1) {
      await ask(server, { memory }, conversations);
    }
    const before = server.heard.length;
    expect(await ask(server, { memory }, conversations)).toMatchObject({
      rules: { state: 'skipped' },
      players: { state: 'answered' },
    });
    expect(asked(server).slice(before)).toBe('id');
    await ask(server, { memory, insist: true }, conversations);
    expect(asked(server).slice(before + 2)).toContain('r');
  });

  test('whoever gives up is told so at once', async () => {
    const server = await startServer({ family: 'samp', faults: { silent: ['i', 'p'] } });
    const stop = new AbortController();
    const answer = ask(server, { signal: stop.signal });
    stop.abort();
    await expect(answer).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe('flood limits', () => {
  /** A pace whose bookings can be read. What a busy machine hears late says nothing of when it may have left. */
  function bookings(perSecond: number) {
    const pace = createHostPace(perSecond);
    const times: number[] = [];
    const host: HostPace = {
      book(address, now) {
        const time = pace.book(address, now);
        times.push(time);
        return time;
      },
    };
    return { host, times };
  }

  /** When datagrams reached these servers, in order: none before it was booked, though not all that was booked had to leave. */
  function heardAsBooked(servers: readonly SampServer[], booked: readonly number[]): number[] {
    const heard = servers.flatMap((server) => server.heard.map(({ at }) => at));
    const sorted = heard.sort((one, other) => one - other);
    expect(sorted.every((time, at) => time >= (booked[at] ?? Number.POSITIVE_INFINITY))).toBe(true);
    return sorted;
  }

  test('case 23: a host is asked three times a second at most, all its servers together', async () => {
    const { host, times } = bookings(3);
    const pacing = createSampPacing({ host, tryMs: 200 });
    const conversations = openTable();
    const first = await startServer({ family: 'openmp', guests: guests(1) });
    const second = await startServer({ family: 'samp', guests: guests(1) });
    await Promise.all([
      ask(first, { pacing, timeoutMs: 5_000 }, conversations),
      ask(second, { pacing, timeoutMs: 5_000 }, conversations),
    ]);
    const heard = heardAsBooked([first, second], times);
    expect(heard.length).toBeGreaterThanOrEqual(7);
    expect(
      times.every((time, at) => time - (times[at - 3] ?? Number.NEGATIVE_INFINITY) >= 1_000),
    ).toBe(true);
  });

  test.each([
    ['polled', true],
    ['asked by people', false],
  ])(
    'many servers of one host, %s: each waits its turn, no wait is called silence',
    async (_, polite) => {
      const conversations = openTable();
      const pacing = createSampPacing({ perSecond: 10 });
      const servers = await Promise.all(
        Array.from({ length: 10 }, () => startServer({ family: 'samp', guests: guests(2) })),
      );
      const answers = await Promise.all(
        servers.map((server) => ask(server, { pacing, polite, timeoutMs: 500 }, conversations)),
      );
      for (const answer of answers) {
        expect(answer).toMatchObject({
          rules: { state: 'answered' },
          players: { state: 'answered' },
        });
        expect(answer.pingMs).toBeLessThan(200);
      }
    },
  );

  test('an opcode is not repeated within 300 ms, not even by the next poll', async () => {
    const server = await startServer({
      family: 'samp',
      faults: { swapped: { opcode: 'i', body: 'r', times: 1 } },
    });
    const { host, times } = bookings(100);
    const pacing = createSampPacing({ host });
    const memory = createSampMemory();
    const conversations = openTable();
    await ask(server, { pacing, memory, parts: ['info'] }, conversations);
    await ask(server, { pacing, memory, parts: ['info'] }, conversations);
    heardAsBooked([server], times);
    const [one = 0, two = 0, three = 0] = times;
    expect(two - one).toBeGreaterThanOrEqual(300);
    expect(three - two).toBeGreaterThanOrEqual(300);
  });

  test('a firewall of three a second does not cost us a part', async () => {
    const server = await startServer({
      family: 'openmp',
      guests: guests(3),
      faults: { perSecond: 3 },
    });
    const answer = await ask(server, { pacing: createSampPacing(), timeoutMs: 5_000 });
    expect(answer).toMatchObject({ rules: { state: 'answered' }, players: { state: 'answered' } });
    expect(answer.links).not.toBeNull();
  });

  test('one deadline for everything, however much is silent', async () => {
    const server = await startServer({
      family: 'samp',
      guests: guests(3),
      faults: { silent: ['r', 'c', 'd'] },
    });
    const began = performance.now();
    const answer = await ask(server, { pacing: { ...hasty(), tryMs: 1_500 }, timeoutMs: 1_400 });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(answer).toMatchObject({
      info: { players: 3 },
      rules: { state: 'silent' },
      players: { state: 'silent' },
    });
    expect(asked(server)).toBe('irrddcc');
  });
});
