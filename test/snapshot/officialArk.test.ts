import { expect, it } from 'vitest';
import { createOfficialArk } from '#snapshot/officialArk.ts';
import { arkSnapshot } from '#test/discord/pictures.ts';
import { openLocalLists } from './listFinder.ts';

const HOUR_MS = 3_600_000;

const claims = (address: string) =>
  arkSnapshot({ target: { game: 'ase', host: address, address, port: 27015 } });

it('a server that calls itself official is believed when its address is on the list', async () => {
  const { web, lists } = await openLocalLists();
  web.serve({ arkOfficial: '203.0.113.40 //PVE\n203.0.113.41 //PVP\n' });
  const official = createOfficialArk({ lists, now: () => 0, onFailure: () => {} });
  expect(official.check(claims('203.0.113.40')).ark?.listed).toBeNull();
  await official.settled();
  expect(official.check(claims('203.0.113.40')).ark?.listed).toBe(true);
  expect(official.check(claims('203.0.113.99')).ark?.listed).toBe(false);
  expect(web.requests).toHaveLength(1);
});

it('a server that claims nothing has no list fetched', async () => {
  const { web, lists } = await openLocalLists();
  const official = createOfficialArk({ lists, now: () => 0, onFailure: () => {} });
  const { ark } = claims('203.0.113.40');
  const modest = arkSnapshot({ ark: ark && { ...ark, official: false } });
  expect(official.check(modest)).toBe(modest);
  await official.settled();
  expect(web.requests).toHaveLength(0);
});

it('a list that can not be read is tried again later, and proves nothing until then', async () => {
  let now = 0;
  const { web, lists } = await openLocalLists({ now: () => now });
  web.serve({ arkOfficial: '203.0.113.40 //PVE\n' });
  web.fail('ark-official', { kind: 'status', status: 503 });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const official = createOfficialArk({ lists, now: () => now, onFailure });
  const look = async () => {
    const { ark } = official.check(claims('203.0.113.40'));
    await official.settled();
    return ark?.listed;
  };
  expect(await look()).toBeNull();
  expect(await look()).toBeNull();
  expect(failures).toHaveLength(1);
  web.fail('ark-official', null);
  now = HOUR_MS;
  await look();
  expect(await look()).toBe(true);
});
