import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answeredFacts } from '#masterServer/answeredFacts.ts';
import { type MasterServer, startMasterServer } from '#masterServer/startMasterServer.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import { askA2s } from '#query/askA2s.ts';
import { type Conversations, openConversations } from '#query/conversations.ts';
import type { SimulatedServer } from '#sandbox/servers/simulatedServer.ts';
import { startSimulatedWorld, type World } from '#sandbox/servers/world.ts';
import { openUdpSockets, type UdpSockets } from '#transport/udpSockets.ts';

let sockets: UdpSockets;
let conversations: Conversations;
let master: MasterServer;
let world: World;
let time = Date.now();
let changes: string[] = [];

beforeEach(async () => {
  changes = [];
  sockets = openUdpSockets({ sockets: 1 });
  conversations = openConversations({ sockets });
  master = await startMasterServer({
    listen: { host: '127.0.0.1', port: 0 },
    askBack: async (server, signal) => {
      const question = { parts: [], memory: createA2sMemory(), timeoutMs: 300, signal };
      return answeredFacts(await askA2s(conversations, server, question));
    },
    store: null,
    allowPrivate: true,
    log: pino({ level: 'silent' }),
    tickMs: 10,
    onChange: (change) =>
      changes.push(
        [change.kind, change.registration.port, 'why' in change ? change.why : ''].join(' ').trim(),
      ),
  });
  world = await startSimulatedWorld({ seed: 7, now: () => time, still: true });
});
afterEach(async () => {
  await Promise.all([world.close(), master.close()]);
  conversations.close();
  sockets.close();
});

const server = (id: string): SimulatedServer => {
  const found = world.servers().find((one) => one.id === id);
  if (found === undefined) {
    throw new Error(`no simulated ${id}`);
  }
  return found;
};

test('the simulated servers of three engines register, and are listed as they answer', async () => {
  world.registerWith(master);
  await expect.poll(() => master.servers().length).toBe(3);
  const listed = master.servers().map(({ port, claimed, answered }) => ({
    ...{ port, gamedir: claimed.gamedir, name: answered?.name.trim() },
  }));
  const named = (id: string, gamedir: string) => ({
    ...{ port: server(id).port, gamedir, name: server(id).name },
  });
  expect(listed).toEqual(
    expect.arrayContaining([named('cs16', 'cstrike'), named('cs2', 'csgo'), named('tf2', 'tf')]),
  );
  expect(master.servers('\\gamedir\\tf\\gametype\\payload')).toHaveLength(1);
});

test('one that is taken down says goodbye; brought up again it comes back', async () => {
  world.registerWith(master);
  await expect.poll(() => master.servers().length).toBe(3);
  const { port } = server('cs16');
  world.takeDown('cs16');
  await expect.poll(() => changes.at(-1)).toBe(`gone ${port} quit`);
  time += 1_000;
  world.bringUp('cs16');
  world.step();
  await expect.poll(() => changes.at(-1)).toBe(`listed ${port}`);
});
