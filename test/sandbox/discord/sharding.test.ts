import {
  ApplicationIntegrationType,
  Client,
  GatewayIntentBits,
  InteractionContextType,
} from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { HARBOUR } from '#sandbox/discord/harbour.ts';
import type { LocalDiscord, LocalDiscordOptions } from '#sandbox/discord/localDiscord.ts';
import type { SetUp } from '#sandbox/discord/setUp.ts';
import { ask, logIn, openHarbour } from './harbour.ts';

/** So many guilds, one after the other for each shard of any count. */
const fleet = (count: number): SetUp => ({
  ...HARBOUR,
  guilds: HARBOUR.guilds.flatMap((guild) =>
    Array.from({ length: count }, (_, n) => ({ ...guild, name: `Harbour ${n}` })),
  ),
});

const openFleet = (count: number, options: LocalDiscordOptions = {}) =>
  openHarbour({ setUp: fleet(count), ...options });

const shardsIn = (discord: LocalDiscord): string[] =>
  discord.gateway
    .sessions()
    .map(({ shard }) => shard.join('/'))
    .sort();

test('each shard gets its own guilds, and together they have all', async () => {
  const { discord } = await openFleet(8, { sharding: { maxConcurrency: 4 } });
  const two = { shards: [0, 1], shardCount: 4 };
  const others = { shards: [2, 3], shardCount: 4 };
  const clients = await Promise.all([logIn(discord, two), logIn(discord, others)]);
  const [first, second] = clients.map((client) => [...client.guilds.cache.keys()]);
  expect(first).toHaveLength(4);
  expect([...(first ?? []), ...(second ?? [])].sort()).toEqual(
    [...discord.state.guilds.keys()].sort(),
  );
});

test('what a person does in a direct conversation comes to shard 0', async () => {
  const { discord } = await openFleet(2, { sharding: { maxConcurrency: 2 } });
  const [first, second] = await Promise.all(
    [0, 1].map((id) => logIn(discord, { shards: [id], shardCount: 2 })),
  );
  const [context, kind] = [InteractionContextType.BotDM, ApplicationIntegrationType.GuildInstall];
  await first?.application.commands.set([
    { name: 'ping', description: 'Answers', contexts: [context], integrationTypes: [kind] },
  ]);
  const heard: number[] = [];
  first?.on('interactionCreate', () => heard.push(0));
  second?.on('interactionCreate', () => heard.push(1));
  discord.people.runCommand({ as: 'ada', in: '@Crowsnest', command: '/ping', options: {} });
  await expect.poll(() => heard).toEqual([0]);
});

test('GET /gateway/bot recommends shards and says how many may identify at once', async () => {
  const { discord } = await openHarbour({ sharding: { recommended: 4, maxConcurrency: 16 } });
  expect((await ask(discord, 'GET', '/gateway/bot')).json).toMatchObject({
    shards: 4,
    session_start_limit: { total: 1000, max_concurrency: 16 },
  });
  await logIn(discord, { shards: 'auto' });
  expect(shardsIn(discord)).toEqual(['0/4', '1/4', '2/4', '3/4']);
});

test('a shard with too many guilds is told to divide them', async () => {
  const { discord } = await openFleet(4, { sharding: { guildsPerShard: 2 } });
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: discord.apiUrl },
  });
  onTestFinished(() => client.destroy());
  await expect(client.login(discord.token)).rejects.toThrow(/shard/i);
  await logIn(discord, { shards: [0], shardCount: 2 });
});

test('two processes that start at once get in one after the other, 5 s apart', async () => {
  const { discord } = await openFleet(2, { now: Date.now, rateLimits: 'observed' });
  const begun = performance.now();
  await Promise.all([0, 1].map((id) => logIn(discord, { shards: [id], shardCount: 2 })));
  expect(performance.now() - begun).toBeGreaterThan(4_900);
  expect(shardsIn(discord)).toEqual(['0/2', '1/2']);
  const refused = discord.journal
    .entries()
    .filter(
      (entry) => entry.kind === 'packet' && (entry.packet as { op?: number } | null)?.op === 9,
    );
  expect(refused.length).toBeGreaterThan(0);
});

test('shards of different rests identify side by side', async () => {
  const { discord } = await openFleet(2, {
    rateLimits: 'observed',
    sharding: { maxConcurrency: 2 },
  });
  await Promise.all([0, 1].map((id) => logIn(discord, { shards: [id], shardCount: 2 })));
  expect(shardsIn(discord)).toEqual(['0/2', '1/2']);
});
