import { beforeEach, describe, expect, it } from 'vitest';
import { makeListData } from '#sandbox/lists/listData.ts';
import type { WebListsServer } from '#sandbox/lists/webLists.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { openListFinder } from '#test/snapshot/listFinder.ts';

const HOST = '198.51.100.10';
const SERVER = `${HOST}:27015`;

let web: WebListsServer;
let crow: Crowsnest;

beforeEach(async () => {
  const lists = await openListFinder({
    takeSnapshot: async () => offlineSnapshot(),
    steamKey: null,
    now: Date.now,
  });
  ({ web } = lists);
  crow = await startCrowsnest({ finder: lists.finder });
  const snapshot = onlineSnapshot();
  const target = { ...snapshot.target, address: HOST, port: 27015 };
  crow.servers.set(SERVER, { ...snapshot, target });
  crow.servers.set(`${HOST}:27099`, { ...snapshot, target, gamePort: 27099 });
});

async function steamField(options: Record<string, string | boolean>) {
  const asked = crow.discord.people.runCommand({
    ...{ as: 'pip', in: '#general', command: '/status', options },
  });
  const { message } = await asked.reply();
  return message.embeds[0]?.fields?.find(({ name }) => name === 'Steam\u2019s list')?.value ?? null;
}

const steamRequests = () => web.requests.filter(({ list }) => list === 'steam-address');

describe('/status with the option steam', () => {
  it('says that players see the server in Steam’s list', async () => {
    expect(await steamField({ server: SERVER, steam: true })).toBe('Steam shows it to players.');
    expectCalm(crow);
  });

  it('says why Steam hides it, in Steam’s own word', async () => {
    const [first, ...others] = makeListData(0).steam;
    web.serve({ steam: first === undefined ? others : [{ ...first, reject: 'bad_version' }] });
    expect(await steamField({ server: SERVER, steam: true })).toContain('`bad_version`');
    expectCalm(crow);
  });

  it('says what to look at when Steam has not heard of it', async () => {
    web.serve({ steam: [] });
    expect(await steamField({ server: SERVER, steam: true })).toMatch(/has not heard of it/);
  });

  it('says that Steam could not be asked, which is no answer', async () => {
    web.fail('steam-address', { kind: 'status', status: 429 });
    expect(await steamField({ server: SERVER, steam: true })).toMatch(/could not be asked.*limit/);
    expectCalm(crow);
  });

  it('asks Steam once for an address, however often people ask', async () => {
    await steamField({ server: SERVER, steam: true });
    await steamField({ server: `${HOST}:27099`, steam: true });
    expect(steamRequests()).toHaveLength(1);
  });
});

it('/status without it does not ask Steam, nor for a server that may not be asked', async () => {
  expect(await steamField({ server: SERVER })).toBeNull();
  crow.servers.set('10.0.0.5:27015', offlineSnapshot({ reason: 'address-refused' }));
  expect(await steamField({ server: '10.0.0.5:27015', steam: true })).toBeNull();
  expect(steamRequests()).toEqual([]);
});
