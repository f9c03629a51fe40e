import { createSocket } from 'node:dgram';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HeartbeatEngine, ServerReport } from '#codec/master/serverReport.ts';
import type { AnsweredFacts } from '#masterServer/answeredFacts.ts';
import type { TableChange } from '#masterServer/serverTable.ts';
import { type MasterServer, startMasterServer } from '#masterServer/startMasterServer.ts';
import { createMasterReporter } from '#sandbox/lists/masterReporter.ts';

const REPORT: ServerReport = {
  protocol: 48,
  gamedir: 'cstrike',
  product: 'cstrike',
  map: 'de_dust2',
  version: '1.1.2.7/Stdio',
  players: 4,
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
};
const ANSWER: AnsweredFacts = {
  ...REPORT,
  name: 'Breakwater',
  password: false,
  appId: 10,
  tags: null,
};

let master: MasterServer;
let alive = true;
const changes: TableChange[] = [];
beforeEach(async () => {
  alive = true;
  changes.length = 0;
  master = await startMasterServer({
    listen: { host: '127.0.0.1', port: 0 },
    askBack: async () => (alive ? ANSWER : null),
    store: null,
    allowPrivate: true,
    log: pino({ level: 'silent' }),
    tickMs: 10,
    onChange: (change) => changes.push(change),
  });
});
afterEach(() => master.close());

test.each(['goldsrc', 'source', 'orangebox', 'xash'] satisfies HeartbeatEngine[])(
  'a simulated %s server registers with our master, comes back every five minutes, and quits',
  async (engine) => {
    const socket = createSocket('udp4');
    await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
    const reporter = createMasterReporter({
      master,
      engine,
      report: () => REPORT,
      send: (datagram, peer) => socket.send(datagram, peer.port, peer.address),
    });
    const taken: boolean[] = [];
    socket.on('message', (datagram, from) => taken.push(reporter.receive(datagram, from)));
    reporter.step(0);
    reporter.step(299_999);
    await expect.poll(() => changes).toHaveLength(1);
    expect(master.counters().packets).toEqual({ join: 1, heartbeat: 1 });
    expect(master.servers()[0]?.claimed).toMatchObject({ map: 'de_dust2', max: 16 });
    reporter.step(300_000);
    await expect.poll(() => master.counters().packets).toEqual({ join: 2, heartbeat: 2 });
    expect(taken).toEqual([true, true]);
    alive = false;
    reporter.quit();
    await expect.poll(() => changes[1]).toMatchObject({ kind: 'gone', why: 'quit' });
    await new Promise<void>((closed) => socket.close(() => closed()));
  },
);

test('only the challenge of that master is answered', () => {
  const sent: Uint8Array[] = [];
  const reporter = createMasterReporter({
    master: { address: '127.0.0.1', port: 27010 },
    engine: 'source',
    report: () => REPORT,
    send: (datagram) => sent.push(datagram),
  });
  const challenge = Buffer.from('ffffffff730a01000000', 'hex');
  expect(reporter.receive(challenge, { address: '127.0.0.1', port: 27011 })).toBe(false);
  expect(
    reporter.receive(Buffer.from('ffffffff5400', 'hex'), { address: '127.0.0.1', port: 27010 }),
  ).toBe(false);
  expect(sent).toEqual([]);
  expect(reporter.receive(challenge, { address: '127.0.0.1', port: 27010 })).toBe(true);
  expect(Buffer.from(sent[0] ?? []).toString()).toMatch(/^0\n\\protocol\\48\\challenge\\1\\/);
});
