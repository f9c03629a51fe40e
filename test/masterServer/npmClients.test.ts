import { MasterServer as askMaster } from '@fabricio-191/valve-server-query';
import pino from 'pino';
import { queryMasterServer, REGIONS } from 'steam-server-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Registration } from '#masterServer/registration.ts';
import { type MasterServer, startMasterServer } from '#masterServer/startMasterServer.ts';

/** Clients of others, from the npm registry: they know nothing of our encoders. */

const NOW = Date.now();
/** Three pages: 231 a page. */
const SERVERS = 500;

const registration = (index: number): Registration => ({
  ...{ address: `203.0.113.${1 + (index % 250)}`, port: 27_015 + Math.floor(index / 250) },
  ...{ firstHeartbeatAt: NOW, lastHeartbeatAt: NOW, answeredAt: null, answered: null },
  claimed: {
    ...{ protocol: 48, gamedir: index % 5 === 0 ? 'cstrike' : 'tf', product: '', map: 'de_dust2' },
    ...{ version: '1.0', players: index % 2, max: 16, bots: 0, type: 'd', os: 'l' },
    ...{ password: false, secure: true, lan: false, region: index % 10 === 0 ? 3 : 255 },
    ...{ tags: [], others: {}, clamped: false },
  },
});

let master: MasterServer;
let place: string;
const all = Array.from({ length: SERVERS }, (_, index) => registration(index));
const addresses = (fits: (one: Registration) => boolean): string[] =>
  all
    .filter(fits)
    .map(({ address, port }) => `${address}:${port}`)
    .sort();

beforeEach(async () => {
  master = await startMasterServer({
    listen: { host: '127.0.0.1', port: 0 },
    askBack: null,
    store: { all: async () => all, put: async () => {}, delete: async () => {} },
    allowPrivate: true,
    log: pino({ level: 'silent' }),
  });
  place = `127.0.0.1:${master.port}`;
});
afterEach(() => master.close());

describe('steam-server-query', () => {
  test('gets the whole list over three pages, each server once', async () => {
    const hosts = await queryMasterServer(place, REGIONS.ALL);
    expect(hosts.toSorted()).toEqual(addresses(() => true));
  });

  test('gets what its filters ask for', async () => {
    const filter = { gamedir: 'cstrike', empty: 1 } as const;
    const hosts = await queryMasterServer(place, REGIONS.ALL, filter);
    const wanted = addresses(({ claimed }) => claimed.gamedir === 'cstrike' && claimed.players > 0);
    expect(wanted.length).toBeGreaterThan(0);
    expect(hosts.toSorted()).toEqual(wanted);
    const others = await queryMasterServer(place, REGIONS.ALL, { nor: { gamedir: 'tf' } });
    expect(others.toSorted()).toEqual(addresses(({ claimed }) => claimed.gamedir === 'cstrike'));
  });

  test('gets an empty list as one, not as a failure', async () => {
    expect(await queryMasterServer(place, REGIONS.ALL, { map: 'nowhere' })).toEqual([]);
  });
});

describe('@fabricio-191/valve-server-query', () => {
  /** What it takes for servers, without the end mark, which it leaves in. */
  const ask = async (
    more: Partial<Parameters<typeof askMaster>[0]> = {},
  ): Promise<readonly string[]> => {
    const place = { ip: '127.0.0.1', port: master.port, quantity: 10_000, region: 'OTHER' };
    const hosts = await askMaster({ ...place, ...more });
    return hosts.filter((host) => host !== '0.0.0.0:0').sort();
  };

  test('gets all three pages; it drops the last server of a page itself, as it expects it to come twice', async () => {
    const hosts = await ask();
    const missing = addresses(() => true).filter((host) => !hosts.includes(host));
    expect(new Set(hosts).size).toBe(SERVERS - 2);
    expect(missing).toHaveLength(2);
  });

  test('gets what its filter asks for', async () => {
    const filter = new askMaster.Filter().add('gamedir', 'cstrike').addFlag('empty');
    expect(await ask({ filter })).toEqual(
      addresses(({ claimed }) => claimed.gamedir === 'cstrike' && claimed.players > 0),
    );
  });

  test('gets the servers of a region', async () => {
    expect(await ask({ region: 'EUROPE' })).toEqual(
      addresses(({ claimed }) => claimed.region === 3),
    );
  });
});
