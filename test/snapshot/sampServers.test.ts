import { describe, expect, onTestFinished, test } from 'vitest';
import { openConversations } from '#query/conversations.ts';
import { createSampPacing } from '#query/sampPacing.ts';
import type { SampBehaviourOptions } from '#sandbox/servers/sampBehaviour.ts';
import { type SampServer, startSampServer } from '#sandbox/servers/sampServer.ts';
import { createSampServers, type SampServerQuestion } from '#snapshot/sampServers.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';

function openServers() {
  const sockets = openUdpSockets({ sockets: 1 });
  const conversations = openConversations({ sockets });
  onTestFinished(() => {
    conversations.close();
    sockets.close();
  });
  const pacing = createSampPacing({ perSecond: 1_000, sameOpcodeMs: 0, tryMs: 200 });
  return createSampServers(conversations, 100, pacing);
}

async function start(options: Omit<SampBehaviourOptions, 'now'>) {
  const server = await startSampServer({ now: () => performance.now(), ...options });
  onTestFinished(() => server.close());
  return server;
}

const question = (
  { address, port }: SampServer,
  more: Partial<SampServerQuestion> = {},
): SampServerQuestion => ({
  target: { host: address, port, game: 'samp' },
  parts: ['info', 'players', 'rules'],
  manner: 'poll',
  address,
  port,
  timeoutMs: 1_500,
  signal: new AbortController().signal,
  ...more,
});

const crowd = (count: number) =>
  Array.from({ length: count }, (_, slot) => ({
    name: `Player_${slot}`,
    score: slot,
    ping: 30,
    slot,
  }));

test('a Russian SA:MP server with 545 of 1000 players', async () => {
  const server = await start({
    family: 'samp',
    guests: crowd(545),
    settings: {
      hostname: 'Акция х2',
      gamemode: 'РП',
      language: 'Русский',
      encoding: 'windows-1251',
      max: 1000,
    },
  });
  expect(await openServers().takeSnapshot(question(server))).toMatchObject({
    state: 'online',
    reason: null,
    protocol: 'samp',
    name: 'Акция х2',
    players: { online: 545, max: 1000 },
    roster: { state: 'unavailable' },
    rules: { state: 'complete' },
    samp: { gamemode: 'РП', language: 'Русский', openmp: false },
  });
});

test('an open.mp server keeps its protocol also when only its info is asked', async () => {
  const server = await start({ family: 'openmp', guests: crowd(2) });
  const servers = openServers();
  expect(await servers.takeSnapshot(question(server))).toMatchObject({
    protocol: 'openmp',
    roster: { state: 'complete', players: [{ ping: null }, { ping: null }] },
  });
  expect(await servers.takeSnapshot(question(server, { parts: ['info'] }))).toMatchObject({
    protocol: 'openmp',
  });
});

test('case 19: a server with its query switched off is online, and says why nothing is known', async () => {
  const server = await start({ family: 'samp', settings: { query: false } });
  expect(await openServers().takeSnapshot(question(server))).toMatchObject({
    state: 'online',
    reason: 'query-disabled',
    detail: expect.stringContaining('query switched off'),
    protocol: 'samp',
    players: { online: null, max: null },
    roster: { state: 'unavailable' },
  });
});

test('a server that is silent is a timeout', async () => {
  const server = await start({ family: 'samp', faults: { silent: ['i', 'p'] } });
  await expect(openServers().takeSnapshot(question(server))).rejects.toMatchObject({
    kind: 'timeout',
  });
});

describe('the console', () => {
  const rcon = { enabled: true, password: 'pw' };
  const settings = {
    rcon,
    hostname: 'Русский сервер',
    language: 'Русский',
    encoding: 'windows-1251',
  };

  test('speaks the code page that the server was seen with', async () => {
    const server = await start({ family: 'samp', settings });
    const servers = openServers();
    await servers.takeSnapshot(question(server));
    const request = { password: 'pw', command: 'hostname Тест' };
    await servers.runConsole(request, question(server));
    expect(server.state.settings.hostname).toBe('Тест');
  });

  test('which is looked up first when the command needs it', async () => {
    const server = await start({ family: 'samp', settings });
    const request = { password: 'pw', command: 'echo Тест' };
    expect(await openServers().runConsole(request, question(server))).toEqual({
      outcome: 'answered',
      lines: ['Тест'],
      cut: false,
    });
    expect(server.heard.map(({ opcode }) => opcode)).toEqual(['i', 'r', 'x']);
  });

  test('or that its language hints at, when all its texts are plain', async () => {
    const plain = { rcon, hostname: 'Server', language: 'RU', encoding: 'windows-1251' };
    const server = await start({ family: 'samp', settings: plain });
    const request = { password: 'pw', command: 'hostname Тест' };
    await openServers().runConsole(request, question(server));
    expect(server.state.settings.hostname).toBe('Тест');
  });

  test('open.mp speaks UTF-8 then, whatever its language', async () => {
    const plain = { rcon, hostname: 'Server', language: 'RU', encoding: 'utf-8' };
    const server = await start({ family: 'openmp', settings: plain });
    const request = { password: 'pw', command: 'hostname Тест' };
    await openServers().runConsole(request, question(server));
    expect(server.state.settings.hostname).toBe('Тест');
  });

  test('or the one that a person set', async () => {
    const server = await start({ family: 'samp', settings });
    const { target } = question(server);
    const answer = await openServers().runConsole(
      { password: 'pw', command: 'echo Тест' },
      question(server, { target: { ...target, encoding: 'windows-1251' } }),
    );
    expect(answer).toEqual({ outcome: 'answered', lines: ['Тест'], cut: false });
  });

  test('waits while the server is being polled', async () => {
    const server = await start({ family: 'samp', settings, faults: { late: { i: 100 } } });
    const servers = openServers();
    const [snapshot, answer] = await Promise.all([
      servers.takeSnapshot(question(server)),
      servers.runConsole({ password: 'pw', command: 'echo hi' }, question(server)),
    ]);
    expect(snapshot.state).toBe('online');
    expect(answer).toMatchObject({ lines: ['hi'] });
  });
});
