import { expect, it } from 'vitest';
import { createWatchMemory } from '#discord/watchMemory.ts';
import type { StatusView } from '#monitor/statusView.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { emptyGuild } from '#store/guildDocument.ts';
import { openStore } from '#store/openStore.ts';
import { createLog } from '#log.ts';
import {
  availability,
  NOON,
  offlineSnapshot,
  onlineSnapshot,
  player,
  watchOf,
} from './pictures.ts';

const GUILD = '100000000000000000';

async function open() {
  const log = createLog({ level: 'silent', terminal: false });
  const store = await openStore('sqlite://:memory:', { log, now: () => NOON });
  const memory = createWatchMemory(store);
  const watch = watchOf();
  const change = async (watches: (typeof watch)[]) => {
    await store.guilds.update(GUILD, () => ({ ...emptyGuild(GUILD), watches }));
    await memory.load(GUILD);
  };
  await change([watch]);
  const see = (snapshot: Snapshot, lastSeen: StatusView['lastSeen'] = null) =>
    memory.note(GUILD, {
      watch,
      snapshot,
      availability: availability(),
      lastSeen,
      checkedAt: NOON,
    });
  return { memory, watch, change, see, close: () => store.close() };
}

it('who is on a server is worked out when somebody asks, not each time it was looked at', async () => {
  const { memory, watch, see, close } = await open();
  let reads = 0;
  const roster: Snapshot['roster'] = {
    state: 'complete',
    get players() {
      reads += 1;
      return [player('Ann'), player('\u200b'), player('Bo')];
    },
  };
  const snapshot = onlineSnapshot();
  for (let look = 0; look < 10; look += 1) {
    see({ ...snapshot, roster });
  }
  expect(reads).toBe(0);
  expect(memory.players(GUILD, watch.id)).toEqual(['Ann', 'Bo']);
  expect(memory.players(GUILD, 'another')).toEqual([]);
  await close();
});

it('a server that is silent now keeps its name and loses its players; one that is watched no more is forgotten', async () => {
  const { memory, watch, change, see, close } = await open();
  see(onlineSnapshot({ name: 'Evening Payload' }));
  see(offlineSnapshot());
  expect(memory.servers(GUILD)).toMatchObject([{ name: 'Evening Payload', game: null }]);
  expect(memory.players(GUILD, watch.id)).toEqual([]);
  see(onlineSnapshot());
  await change([]);
  expect([memory.servers(GUILD), memory.players(GUILD, watch.id)]).toEqual([[], []]);
  await change([watch]);
  expect(memory.servers(GUILD)).toMatchObject([{ name: null }]);
  await close();
});

it('watches are counted as they come and go, and their servers once', async () => {
  const { memory, watch, change, close } = await open();
  const other = watchOf({ id: 'other', target: { ...watch.target, port: 27099 } });
  expect(memory.counts()).toEqual({ watches: 1, servers: 1 });
  await change([watch, { ...watch, id: 'twice' }, other]);
  expect(memory.counts()).toEqual({ watches: 3, servers: 2 });
  await change([watch]);
  expect(memory.counts()).toEqual({ watches: 1, servers: 1 });
  memory.forget(GUILD);
  memory.forget(GUILD);
  expect(memory.counts()).toEqual({ watches: 0, servers: 0 });
  await close();
});
