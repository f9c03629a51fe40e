import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Registration } from '#masterServer/registration.ts';
import { type MasterServer, startMasterServer } from '#masterServer/startMasterServer.ts';
import { collectList } from '#query/listRow.ts';
import { openServerLists, type ServerLists } from '#query/serverLists.ts';
import { createHttpClient } from '#transport/http.ts';
import { createResolver } from '#transport/resolver.ts';
import { listensAt } from '#transport/udpListener.ts';
import { openUdpSockets, type UdpSockets } from '#transport/udpSockets.ts';

const NOW = Date.now();
function registration(port: number, more: Partial<Registration['claimed']> = {}): Registration {
  return {
    address: '127.0.0.1',
    port,
    firstHeartbeatAt: NOW,
    lastHeartbeatAt: NOW,
    answeredAt: null,
    claimed: {
      ...{ protocol: 48, gamedir: 'cstrike', product: 'cstrike', map: 'de_aztec', version: '1.0' },
      ...{ players: 2, max: 16, bots: 0, type: 'd', os: 'l', password: false, secure: true },
      ...{ lan: false, region: 3, tags: ['a'], others: {}, clamped: false },
      ...more,
    },
    answered: null,
  };
}
const ANSWERED: Registration['answered'] = {
  ...{
    name: 'Breakwater',
    map: 'de_nuke',
    players: 9,
    max: 16,
    bots: 1,
    version: '1.1',
    appId: 10,
  },
  ...{ type: 'd', os: 'w', password: true, secure: true, tags: null },
};

let master: MasterServer;
let sockets: UdpSockets;
const open = (registered: boolean): ServerLists =>
  openServerLists({
    sockets,
    resolver: createResolver({ now: Date.now }),
    http: createHttpClient({ userAgent: 'crowsnest-test' }),
    steamKey: null,
    allowPrivate: true,
    ownMaster: () => master,
    registered: registered ? master.servers : null,
  });
beforeEach(async () => {
  sockets = openUdpSockets({ sockets: 1 });
  const all: Registration[] = [
    registration(27015),
    { ...registration(27016), answered: ANSWERED },
    registration(27017, { gamedir: 'tf', region: 255, type: 'p' }),
  ];
  master = await startMasterServer({
    listen: { host: '127.0.0.1', port: 0 },
    askBack: null,
    store: { all: async () => all, put: async () => {}, delete: async () => {} },
    allowPrivate: true,
    log: pino({ level: 'silent' }),
  });
});
afterEach(async () => {
  await master.close();
  sockets.close();
});

describe('the servers that registered with us', () => {
  test('are listed with what they said, and better with what they answered', async () => {
    const { rows, end } = await collectList(open(true).list({ kind: 'registered' }));
    expect(end).toMatchObject({ complete: true, reason: 'whole', problems: [] });
    expect(rows).toMatchObject([
      {
        port: 27015,
        name: null,
        map: 'de_aztec',
        players: 2,
        os: 'linux',
        dedicated: true,
        region: 3,
        heardAt: NOW,
      },
      {
        port: 27016,
        name: 'Breakwater',
        map: 'de_nuke',
        players: 9,
        os: 'windows',
        password: true,
        appId: 10,
        tags: ['a'],
      },
      { port: 27017, gamedir: 'tf', dedicated: false, region: null },
    ]);
  });

  test('take a filter, a region and a limit', async () => {
    const ports = async (request: Parameters<ServerLists['list']>[1]) => {
      const { rows, end } = await collectList(open(true).list({ kind: 'registered' }, request));
      return [rows.map(({ port }) => port), end.complete];
    };
    expect(await ports({ filter: '\\gamedir\\cstrike\\password\\0' })).toEqual([[27015], true]);
    expect(await ports({ region: 3 })).toEqual([[27015, 27016], true]);
    expect(await ports({ limit: 1 })).toEqual([[27015], false]);
  });

  test('are the same over the wire', async () => {
    const { rows } = await collectList(
      open(true).list({ kind: 'master', host: '127.0.0.1', port: master.port }),
    );
    expect(rows.map(({ port }) => port)).toEqual([27015, 27016, 27017]);
  });

  test('cannot be listed where no master server runs', async () => {
    await expect(collectList(open(false).list({ kind: 'registered' }))).rejects.toMatchObject({
      kind: 'source-failed',
      message: expect.stringContaining('MASTER_LISTEN'),
    });
  });
});

test('our own master is known by its address on any card of this machine, and by no other', () => {
  const everywhere = { address: '0.0.0.0', port: 27_010 };
  expect(listensAt(everywhere, { address: '127.0.0.1', port: 27_010 })).toBe(true);
  expect(listensAt(everywhere, { address: '127.0.0.1', port: 27_011 })).toBe(false);
  expect(listensAt(everywhere, { address: '203.0.113.9', port: 27_010 })).toBe(false);
  expect(listensAt({ address: '192.0.2.1', port: 1 }, { address: '192.0.2.1', port: 1 })).toBe(
    true,
  );
});
