import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answeredFacts } from '#masterServer/answeredFacts.ts';
import type { Registration, RegistrationStore } from '#masterServer/registration.ts';
import { type MasterServerOptions, startMasterServer } from '#masterServer/startMasterServer.ts';
import type { TableChange } from '#masterServer/serverTable.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import { askA2s } from '#query/askA2s.ts';
import { openConversations } from '#query/conversations.ts';
import { listMaster } from '#query/listMaster.ts';
import { collectList } from '#query/listRow.ts';
import { createMasterPace } from '#query/masterPace.ts';
import { openStore } from '#store/openStore.ts';
import { TransportError } from '#transport/transportError.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';
import { ANSWER, addressesIn, INFOSTRING, query, raw } from './quietMaster.ts';
import { openRawGameServer } from './rawGameServer.ts';

const ASKED_AGAIN_MS = 1_000;
const log = pino({ level: 'silent' });
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) {
    await close();
  }
});

/** A master on a free port of 127.0.0.1 that asks servers back as the bot does. */
async function startMaster(options: Partial<MasterServerOptions> = {}) {
  const sockets = openUdpSockets({ sockets: 1 });
  const conversations = openConversations({ sockets });
  const changes: TableChange[] = [];
  const master = await startMasterServer({
    listen: { host: '127.0.0.1', port: 0 },
    askBack: async (server, signal) =>
      answeredFacts(
        await askA2s(conversations, server, {
          parts: [],
          memory: createA2sMemory(),
          timeoutMs: 300,
          signal,
        }),
      ),
    store: null,
    allowPrivate: true,
    log,
    tickMs: 10,
    onChange: (change) => changes.push(change),
    ...options,
  });
  const close = async () => {
    await master.close();
    conversations.close();
    sockets.close();
  };
  closers.push(close);
  return { master, changes, sockets, close };
}

/** A list client made of bytes written by hand. */
async function openClient(address = '127.0.0.1'): Promise<Socket> {
  const socket = createSocket('udp4');
  await new Promise<void>((bound) => socket.bind(0, address, bound));
  closers.push(() => new Promise<void>((closed) => socket.close(() => closed())));
  return socket;
}

/** Asks as a client does: again when a datagram was lost, three times at the most. */
async function ask(
  client: Socket,
  to: { address: string; port: number },
  datagram: Buffer,
): Promise<string> {
  const stop = new AbortController();
  const answer = once(client, 'message', { signal: stop.signal });
  let asked = 0;
  const send = () => {
    asked += 1;
    if (asked > 3) {
      stop.abort();
    } else {
      client.send(datagram, to.port, to.address);
    }
  };
  send();
  const again = setInterval(send, ASKED_AGAIN_MS);
  try {
    const [bytes] = (await answer) as [Buffer];
    return bytes.toString('hex');
  } finally {
    clearInterval(again);
  }
}

test('join, challenge, heartbeat, question, list, quit: byte for byte on the wire', async () => {
  const { master, changes } = await startMaster();
  const server = await openRawGameServer(master);
  closers.push(server.close);
  server.join();
  await expect.poll(() => changes).toHaveLength(1);
  const [join_, challenge, heartbeat, asked, again] = server.wire;
  expect(join_).toBe('> 71');
  expect(challenge).toMatch(/^< ffffffff730a[0-9a-f]{8}$/);
  expect(heartbeat).toMatch(/^> 300a5c70726f746f636f6c/);
  expect(asked).toBe('< ffffffff54536f7572636520456e67696e6520517565727900');
  expect(again).toBe('< ffffffff54536f7572636520456e67696e652051756572790011223344');

  const client = await openClient();
  const list = await ask(
    client,
    master,
    query('0.0.0.0:0', '\\gamedir\\cstrike\\map\\de_dust2\\empty\\1'),
  );
  const port = server.port.toString(16).padStart(4, '0');
  expect(list).toBe(`ffffffff660a7f000001${port}000000000000`);
  expect(master.servers('\\name_match\\dawn*')[0]?.answered).toMatchObject({
    name: 'Dawn Patrol',
    players: 5,
    max: 20,
    appId: 240,
    secure: true,
  });

  server.quit();
  await expect.poll(() => changes).toHaveLength(2);
  expect(changes[1]).toMatchObject({ kind: 'gone', why: 'quit' });
  expect(await ask(client, master, query('0.0.0.0:0'))).toBe('ffffffff660a000000000000');
  expect(master.counters()).toMatchObject({
    packets: { join: 1, heartbeat: 1, quit: 1, query: 2 },
    pages: 2,
    listed: 0,
  });
});

test('a server that says nothing on its port is not listed', async () => {
  const { master } = await startMaster();
  const server = await openRawGameServer(master);
  closers.push(server.close);
  server.answers = false;
  server.join();
  await expect
    .poll(() => server.wire.filter((line) => line.startsWith('< ffffffff54')))
    .toHaveLength(3);
  expect([master.counters().registered, master.counters().listed]).toEqual([1, 0]);
});

test('our own client reads the list of our own master, page by page', async () => {
  const { master, sockets } = await startMaster({
    askBack: null,
    store: storeOf(registrations(1_000)),
  });
  const options = { pace: createMasterPace({ queries: null }), accept: () => true };
  const { rows, end } = await collectList(
    listMaster(sockets, master, { ...options, filter: '\\gamedir\\cstrike' }),
  );
  expect(end).toMatchObject({ complete: true, reason: 'end-mark' });
  expect(new Set(rows.map(({ address, port }) => `${address}:${port}`)).size).toBe(1_000);
  const none = await collectList(
    listMaster(sockets, master, { ...options, filter: '\\gamedir\\tf' }),
  );
  expect([none.rows, none.end.complete]).toEqual([[], true]);
});

test('a port that is taken is said so', async () => {
  const { master } = await startMaster();
  const second = startMaster({ listen: { host: '127.0.0.1', port: master.port } });
  await expect(second).rejects.toThrow(TransportError);
  await expect(second).rejects.toThrow(`Cannot listen on 127.0.0.1:${master.port}`);
});

const NOW = Date.now();
function registrations(count: number, lastHeartbeatAt = NOW): Registration[] {
  return Array.from({ length: count }, (_, index) => ({
    address: `127.1.${index >> 5}.1`,
    port: 27015 + (index % 32),
    firstHeartbeatAt: NOW - 3_600_000,
    lastHeartbeatAt,
    answeredAt: NOW - 60_000,
    claimed: {
      protocol: 48,
      gamedir: 'cstrike',
      product: 'cstrike',
      map: 'de_aztec',
      version: '1.1.2.7',
      players: 0,
      max: 16,
      bots: 0,
      type: 'd',
      os: 'l',
      password: false,
      secure: true,
      lan: false,
      region: 255,
      tags: [],
      others: {},
      clamped: false,
    },
    answered: ANSWER,
  }));
}

function storeOf(all: Registration[]): RegistrationStore {
  return { all: async () => all, put: async () => {}, delete: async () => {} };
}

describe('after a restart', () => {
  test('1,000 servers are listed again as they answer, those of too long ago are gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crowsnest-master-'));
    closers.push(() => rm(folder, { recursive: true }));
    const url = `sqlite://${folder}/store.sqlite`;
    const open = async () => {
      const store = await openStore(url, { log });
      closers.push(() => store.close());
      return store;
    };
    const before = await open();
    const old = registrations(1_050, NOW - 15 * 60_000).slice(1_000);
    for (const registration of [...registrations(1_000), ...old]) {
      await before.registrations.put(registration);
    }
    await before.close();

    let time = NOW;
    const store = await open();
    const { master, close } = await startMaster({
      store: store.registrations,
      askBack: async () => ANSWER,
      now: () => time,
    });
    expect(master.counters()).toMatchObject({ registered: 1_000, listed: expect.any(Number) });
    expect(master.counters().listed).toBeLessThan(100);
    time += 60_000;
    await expect.poll(() => master.counters().listed).toBe(1_000);
    expect(master.servers('\\map\\de_dust2')).toHaveLength(1_000);
    await close();
    // What was too old is no longer stored either.
    expect(await store.registrations.all()).toHaveLength(1_000);
  });

  test('a heartbeat of the life before is still known', async () => {
    const kept = new Map<string, Registration>();
    const store: RegistrationStore = {
      all: async () => [...kept.values()],
      put: async (each) => void kept.set(`${each.address}:${each.port}`, each),
      delete: async ({ address, port }) => void kept.delete(`${address}:${port}`),
    };
    const first = await startMaster({ store });
    const server = await openRawGameServer(first.master);
    closers.push(server.close);
    server.join();
    await expect.poll(() => first.changes).toHaveLength(1);
    await first.close();
    expect([...kept.values()]).toMatchObject([
      { port: server.port, answered: { name: 'Dawn Patrol' } },
    ]);

    const second = await startMaster({ store });
    await expect.poll(() => second.changes).toHaveLength(1);
    expect(second.master.servers()[0]?.firstHeartbeatAt).toBe(
      [...kept.values()][0]?.firstHeartbeatAt,
    );
  });

  test('a store that cannot write does not stop the master, and is tried again', async () => {
    const put = vi.fn().mockRejectedValueOnce(new Error('disk full')).mockResolvedValue(undefined);
    const store = { all: async () => [], put, delete: async () => {} };
    const { master, changes } = await startMaster({ store, writeMs: 20 });
    const server = await openRawGameServer(master);
    closers.push(server.close);
    server.join();
    await expect.poll(() => put.mock.calls.length).toBeGreaterThan(1);
    expect(changes).toHaveLength(1);
  });
});

test('a flood of 100,000 datagrams from 127.x.y.z: an honest server joins, an honest client gets its page', async () => {
  const { master, changes } = await startMaster();
  const flooders = await Promise.all(
    Array.from({ length: 50 }, (_, index) => openClient(`127.${100 + (index % 25)}.${index}.9`)),
  );
  const kinds = [
    Buffer.from('71', 'hex'),
    query('0.0.0.0:0'),
    raw(`0\n\\challenge\\1${INFOSTRING}`),
    Buffer.from('620a', 'hex'),
  ];
  const before = process.memoryUsage().rss;
  const server = await openRawGameServer(master, '127.0.0.77');
  closers.push(server.close);
  for (let burst = 0; burst < 1_000; burst += 1) {
    await Promise.all(
      flooders.map(async (flooder, index) => {
        for (let each = 0; each < 2; each += 1) {
          const datagram = kinds[(index + each + burst) % kinds.length] ?? raw('q');
          await new Promise((sent) => flooder.send(datagram, master.port, master.address, sent));
        }
      }),
    );
    if (burst % 100 === 50) {
      server.join();
    }
    // All run in one process here, and a socket reads 32 datagrams a turn: the master gets its turns, or it would overflow.
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise((next) => setImmediate(next));
    }
  }
  // What it sent was lost in the flood, maybe: it registers again, as game servers do.
  const seen = () => {
    if (changes.length === 0) {
      server.join();
    }
    return changes.length;
  };
  await expect.poll(seen, { interval: 500 }).toBeGreaterThan(0);
  const client = await openClient('127.0.0.78');
  const page = await ask(client, master, query('0.0.0.0:0'));
  expect(addressesIn(page)).toEqual([`127.0.0.77:${server.port}`, 'end']);
  const { packets, registered } = master.counters();
  const heard = Object.values(packets).reduce((sum, count) => sum + count, 0);
  const grown = (process.memoryUsage().rss - before) / 1e6;
  process.stdout.write(`flood: ${heard} datagrams heard, memory grew by ${grown.toFixed(0)} MB\n`);
  expect(registered).toBe(1);
  expect(heard).toBeGreaterThan(50_000);
  expect(grown).toBeLessThan(150);
}, 60_000);
