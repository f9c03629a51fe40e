import { expect, it, onTestFinished } from 'vitest';
import { ConnectionError } from '#discord/connectionError.ts';
import { connectDiscord } from '#discord/gateway.ts';
import { paceOf } from '#discord/limits.ts';
import { createLog } from '#log.ts';
import { HARBOUR } from '#sandbox/discord/harbour.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { hasGuild, type ShardScope } from '#store/shardScope.ts';
import { openHarbour } from '#test/sandbox/discord/harbour.ts';

const log = createLog({ level: 'silent', terminal: false });
const ignore = () => {};

const FOUR = {
  botName: 'Crowsnest',
  guilds: HARBOUR.guilds.flatMap((guild) =>
    ['North', 'East', 'South', 'West'].map((name) => ({ ...guild, name })),
  ),
};

async function connect({ token, apiUrl }: LocalDiscord, shards: ShardScope | null) {
  const gateway = await connectDiscord({
    ...{ token, apiUrl, shards, log },
    ...{ onFatal: ignore, onInteraction: ignore, onGuild: ignore, onGuildGone: ignore },
  });
  onTestFinished(() => gateway.close());
  return gateway;
}

const thrownBy = (work: Promise<unknown>) => work.catch((thrown: unknown) => thrown);

it('a process has the guilds of its shards, and calls no other one gone', async () => {
  const { discord } = await openHarbour({ setUp: FOUR, sharding: { maxConcurrency: 4 } });
  const half = { ids: [0, 3], count: 4 };
  const gateway = await connect(discord, half);
  const all = [...discord.state.guilds.keys()];
  const mine = all.filter((id) => hasGuild(half, id));
  await expect.poll(() => gateway.guildIds().sort()).toEqual(mine.sort());
  expect(all.filter(gateway.isGone)).toEqual([]);
  expect(gateway.isReady()).toBe(true);

  const [left = ''] = mine;
  discord.people.removeBot(discord.state.guilds.get(left)?.name ?? '');
  await expect.poll(() => all.filter(gateway.isGone)).toHaveLength(1);
});

it('goes to work with its first shard, and takes no guild for gone whose shard is not there yet', async () => {
  const { discord } = await openHarbour({ setUp: FOUR, rateLimits: 'observed' });
  const gateway = await connect(discord, { ids: [0, 1], count: 2 });
  const all = [...discord.state.guilds.keys()];
  expect(gateway.isReady()).toBe(false);
  expect(gateway.isReachable()).toBe(true);
  expect(gateway.isWell()).toBe(true);
  expect(gateway.guildIds().length).toBe(2);
  expect(all.filter(gateway.isGone)).toEqual([]);
});

it.each([
  ['guilds that are too many for its shards', { guildsPerShard: 1 }],
  ['a shard that is none', { maxConcurrency: 9 }],
])('%s are told by the error', async (_, sharding) => {
  const { discord } = await openHarbour({ setUp: FOUR, sharding });
  const shards = 'guildsPerShard' in sharding ? null : { ids: [2], count: 2 };
  const error = await thrownBy(connect(discord, shards));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ kind: 'shards-refused' });
});

it('processes share what Discord allows all of them', () => {
  expect(paceOf(1)).toEqual({ requests: 25, edits: 15 });
  expect(paceOf(1 / 2)).toEqual({ requests: 25, edits: 15 });
  expect(paceOf(1 / 4)).toEqual({ requests: 12, edits: 7 });
  expect(paceOf(1 / 100)).toEqual({ requests: 1, edits: 1 });
  expect(paceOf(1 / 4, { byProxy: true })).toEqual({ requests: 50, edits: 7 });
});
