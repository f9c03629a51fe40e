import pino from 'pino';
import { expect, it } from 'vitest';
import { createRegisteredCopy } from '#masterServer/registeredCopy.ts';
import type { Registration } from '#masterServer/registration.ts';

const NOW = Date.UTC(2026, 10, 30);
const MINUTE = 60_000;

const registration = (port: number, different: Partial<Registration> = {}): Registration => ({
  address: '192.0.2.7',
  port,
  firstHeartbeatAt: NOW - MINUTE,
  lastHeartbeatAt: NOW - MINUTE,
  answeredAt: NOW - MINUTE,
  claimed: {
    ...{
      protocol: 48,
      gamedir: 'cstrike',
      product: 'cstrike',
      map: 'de_dust2',
      version: '1.1.2.7',
    },
    ...{ players: 3, max: 16, bots: 0, type: 'd', os: 'l', password: false, secure: false },
    ...{ lan: false, region: 255, tags: [], others: {}, clamped: false },
  },
  answered: {
    ...{
      name: `Server ${port}`,
      map: 'de_dust2',
      players: 3,
      max: 16,
      bots: 0,
      version: '1.1.2.7',
    },
    ...{ appId: 10, type: 'd', os: 'l', password: false, secure: false, tags: null },
  },
  ...different,
});

it('lists what registered with another process, as that lists it, half a minute later at most', async () => {
  let now = NOW;
  let stored = [registration(27015), registration(27016, { answeredAt: null, answered: null })];
  const list = createRegisteredCopy({
    store: { all: async () => stored },
    allowPrivate: true,
    now: () => now,
    log: pino({ level: 'silent' }),
  });
  const ports = async (filter = '') => (await list(filter, 100)).map(({ port }) => port);
  expect(await ports()).toEqual([27015]);
  expect(await ports('\\gamedir\\tf')).toEqual([]);

  stored = [...stored, registration(27017)];
  expect(await ports()).toEqual([27015]);
  now += MINUTE;
  expect(await ports()).toEqual([27015, 27017]);
  now += 60 * MINUTE;
  expect(await ports()).toEqual([]);
});

it('a store that is away is an error, and asked again by the next', async () => {
  let isAway = true;
  const list = createRegisteredCopy({
    store: { all: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([])) },
    allowPrivate: true,
    now: () => NOW,
    log: pino({ level: 'silent' }),
  });
  await expect(list('', 1)).rejects.toThrow('away');
  isAway = false;
  expect(await list('', 1)).toEqual([]);
});
