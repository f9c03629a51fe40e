import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bot } from '#bot.ts';
import {
  beginStory,
  botPosts,
  findBack,
  findDown,
  type HarbourStory,
  wordsOf,
} from './harbourStory.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let story: HarbourStory;
let bot: Bot;

const address = (id: string): string =>
  story.world.servers().find((server) => server.id === id)?.address ?? '';

async function watch(id: string, options: Record<string, string | boolean> = {}): Promise<void> {
  await story.ada('/watch add', {
    server: address(id),
    notices: 'alerts',
    role: 'Watchmen',
    ...options,
  });
}

const alerts = (): string[] => botPosts(story, 'alerts').map(wordsOf);
const pings = (): number => story.discord.people.rolePings('Watchmen').length;

async function nextRound(): Promise<void> {
  story.clock.advance(MINUTE_MS);
  await bot.monitor.round();
}

beforeEach(async () => {
  story = await beginStory();
  bot = await story.startBot();
});
afterEach(() => story.close());

describe('one notice for what is one thing', () => {
  it('two servers of one address that go down together are one ping, and one when they are back', async () => {
    const { world } = story;
    await watch('tf2');
    await watch('cs16');
    await bot.monitor.round();
    for (const id of ['tf2', 'cs16']) {
      world.takeDown(id);
    }
    await findDown(story, bot);
    await story.until('the ping', () => pings() === 1);
    expect(alerts()).toHaveLength(1);
    expect(alerts()[0]).toContain('127.0.0.1');
    for (const id of ['tf2', 'cs16']) {
      world.bringUp(id);
    }
    story.clock.advance(9 * MINUTE_MS);
    await findBack(story, bot);
    await story.until('the second ping', () => pings() === 2);
    expect(alerts()).toHaveLength(2);
  }, 60_000);

  it('a server that comes and goes is told twice each, then once as that, then not at all', async () => {
    const { world } = story;
    await watch('tf2');
    await bot.monitor.round();
    for (let n = 0; n < 3; n += 1) {
      world.takeDown('tf2');
      await findDown(story, bot);
      await story.until('the news of it', () => alerts().length === 2 * n + 1);
      world.bringUp('tf2');
      await findBack(story, bot);
      await bot.monitor.settled();
    }
    expect(alerts()).toHaveLength(5);
    expect(alerts()[4]).toContain('⚠️');
    expect(pings()).toBe(5);
  }, 90_000);
});

it('a server that is restarted between two rounds is no outage, and nobody "left"', async () => {
  await watch('tf2', { join_leave: true });
  story.world.fillUp('tf2');
  await nextRound();
  await bot.monitor.settled();
  const before = alerts().length;
  story.world.restart('tf2');
  await nextRound();
  await nextRound();
  await bot.monitor.settled();
  expect(alerts().slice(before)).toEqual([]);
}, 60_000);

it('a status message that is thirty days old is edited as ever', async () => {
  await watch('tf2');
  const [before] = botPosts(story, 'status');
  story.clock.advance(30 * DAY_MS);
  story.world.fillUp('tf2');
  await bot.monitor.round();
  const posts = botPosts(story, 'status');
  expect(posts.map(({ message }) => message.id)).toEqual([before?.message.id]);
  expect(story.discord.people.edits('status', before?.message.id ?? '')).toBe(1);
}, 60_000);

it('a channel for notices that was deleted: they wait, Discord is left in peace, and the status goes on', async () => {
  const { discord, world } = story;
  await watch('tf2');
  await bot.monitor.round();
  discord.people.deleteChannel('alerts');
  world.takeDown('tf2');
  await findDown(story, bot);
  await bot.monitor.settled();
  await nextRound();
  const tries = discord.journal
    .requests('POST', /\/messages$/)
    .filter(({ status }) => status === 404);
  expect(tries.length).toBeLessThanOrEqual(1);
  const [status] = botPosts(story, 'status');
  expect(discord.people.edits('status', status?.message.id ?? '')).toBeGreaterThan(0);
  expect(story.fatal).toEqual([]);
}, 60_000);

it('kicked from the guild and invited again: the watches are there, the message is kept current, the outage is told', async () => {
  const { discord, world } = story;
  await watch('tf2');
  await bot.monitor.round();
  const [before] = botPosts(story, 'status');
  discord.people.removeBot();
  await nextRound();
  discord.people.inviteBot();
  world.takeDown('tf2');
  await story.until('the guild to be ours again', () => discord.gateway.connected());
  await nextRound();
  await findDown(story, bot);
  await story.until('the ping', () => pings() === 1);
  const posts = botPosts(story, 'status');
  expect(posts.map(({ message }) => message.id)).toEqual([before?.message.id]);
}, 60_000);
