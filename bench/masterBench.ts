import { fork } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { MasterCounters } from '#masterServer/masterCounters.ts';
import type { Registration } from '#masterServer/registration.ts';
import { startMasterServer } from '#masterServer/startMasterServer.ts';

/**
 * node bench/masterBench.ts: the master server in a process of its own with 100,000 registered servers and its caps and
 * limits raised. Pages of several filters one after the other, then 2,000 heartbeats a second for ten seconds, all over
 * UDP on this machine.
 */
const SERVERS = 100_000;
const PAGES = 300;
const HEARTBEATS = { aSecond: 2_000, seconds: 10, sockets: 200 };
const GAMES = ['cstrike', 'tf', 'valve', 'rust'];
const FILTERS = [
  '',
  '\\gamedir\\cstrike',
  '\\gamedir\\tf\\empty\\1\\full\\1\\map\\de_map1',
  '\\nor\\2\\map\\de_map1\\gametype\\x\\name_match\\*1*',
  '\\map\\nowhere',
];
type Told = { port: number } | { counters: MasterCounters; cpuMs: number };

if (process.argv[2] === 'master') {
  await runMaster();
} else {
  await runBench();
}

async function runMaster(): Promise<void> {
  const much = { burst: 1e9, perMinute: 1e9 };
  const limits = {
    pagesPerAddress: much,
    pagesPerNet: much,
    pagesInAll: much,
    smallPerAddress: much,
  };
  const registrations = Array.from({ length: SERVERS }, (_, index) => registrationOf(index));
  const master = await startMasterServer({
    listen: { host: '127.0.0.1', port: 0 },
    askBack: null,
    store: { all: async () => registrations, put: async () => {}, delete: async () => {} },
    allowPrivate: true,
    log: pino({ level: 'silent' }),
    perAddress: SERVERS,
    inAll: 2 * SERVERS,
    limits,
  });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    tell({ counters: master.counters(), cpuMs: (user + system) / 1_000 });
  });
  process.on('disconnect', () => void master.close());
  tell({ port: master.port });
}

function tell(told: Told): void {
  process.send?.(told);
}

function registrationOf(index: number): Registration {
  const now = Date.now();
  return {
    address: `${20 + (index >> 16)}.${(index >> 8) & 0xff}.${index & 0xff}.1`,
    port: 27015,
    firstHeartbeatAt: now,
    lastHeartbeatAt: now,
    answeredAt: null,
    claimed: {
      ...{ protocol: 48, gamedir: GAMES[index % 4] ?? '', product: '', map: `de_map${index % 50}` },
      ...{ version: '1.0', players: index % 33, max: 32, bots: 0, type: 'd', os: 'l', region: 255 },
      ...{
        password: false,
        secure: true,
        lan: false,
        tags: ['a', 'b'],
        others: {},
        clamped: false,
      },
    },
    answered: null,
  };
}

async function runBench(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['master'], { stdio: 'inherit' });
  const [started] = (await once(child, 'message')) as [{ port: number }];
  const counters = async () => {
    child.send('counters');
    const [told] = await once(child, 'message');
    return told as { counters: MasterCounters; cpuMs: number };
  };
  for (const filter of FILTERS) {
    process.stdout.write(`${await timePages(started.port, filter)}\n`);
  }
  const before = await counters();
  const sent = await sendHeartbeats(started.port);
  const after = await counters();
  const heard = (kind: string) =>
    (after.counters.packets[kind] ?? 0) - (before.counters.packets[kind] ?? 0);
  const busy = (after.cpuMs - before.cpuMs) / (10 * HEARTBEATS.seconds);
  process.stdout.write(
    `heartbeats: ${sent} sent in ${HEARTBEATS.seconds} s, each with a join; heard ${heard('join')} joins, ${heard('heartbeat')} heartbeats; ${busy.toFixed(0)} % of a core\n`,
  );
  child.disconnect();
}

async function timePages(port: number, filter: string): Promise<string> {
  const client = await open('127.0.0.1');
  const times: number[] = [];
  const begin = performance.now();
  for (let page = 0; page < PAGES; page += 1) {
    // Seeds all over the list, the same in every run.
    const at = (page * 7919) % SERVERS;
    const seed = `${20 + (at >> 16)}.${(at >> 8) & 0xff}.${at & 0xff}.1:27015`;
    const asked = performance.now();
    client.send(Buffer.from(`1\xff${seed}\0${filter}\0`, 'latin1'), port, '127.0.0.1');
    await once(client, 'message');
    times.push(performance.now() - asked);
  }
  const aSecond = (1_000 * PAGES) / (performance.now() - begin);
  client.close();
  times.sort((one, other) => one - other);
  const p99 = times[Math.floor(PAGES * 0.99)] ?? 0;
  return `${(filter || 'no filter').padEnd(52)} ${aSecond.toFixed(0).padStart(6)} pages/s, p99 ${p99.toFixed(1)} ms`;
}

/** Every socket joins and answers its challenge, again and again, at the wanted rate. */
async function sendHeartbeats(port: number): Promise<number> {
  const sockets = await Promise.all(
    Array.from({ length: HEARTBEATS.sockets }, (_, index) =>
      open(`127.1.${index >> 4}.${1 + (index & 15)}`),
    ),
  );
  for (const socket of sockets) {
    socket.on('message', (challenge: Buffer) => {
      const text = `0\n\\protocol\\48\\challenge\\${challenge.readUInt32LE(6)}\\players\\3\\max\\32\\gamedir\\cstrike\\map\\de_dust2\\type\\d\\os\\l\n`;
      socket.send(text, port, '127.0.0.1');
    });
  }
  const begin = performance.now();
  let sent = 0;
  const total = HEARTBEATS.aSecond * HEARTBEATS.seconds;
  while (sent < total) {
    const due = Math.min(total, ((performance.now() - begin) / 1_000) * HEARTBEATS.aSecond);
    for (; sent < due; sent += 1) {
      sockets[sent % sockets.length]?.send('q', port, '127.0.0.1');
    }
    await new Promise((soon) => setTimeout(soon, 5));
  }
  await new Promise((soon) => setTimeout(soon, 500));
  for (const socket of sockets) {
    socket.close();
  }
  return sent;
}

async function open(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  await new Promise<void>((bound) => socket.bind(0, address, bound));
  return socket;
}
