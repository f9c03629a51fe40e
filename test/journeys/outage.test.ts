import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bot } from '#bot.ts';
import {
  beginStory,
  botPosts,
  findBack,
  findDown,
  type HarbourStory,
  letPass,
  wordsOf,
} from './harbourStory.ts';

let story: HarbourStory;
let bot: Bot;

const address = (id: string): string =>
  story.world.servers().find((server) => server.id === id)?.address ?? '';

beforeEach(async () => {
  story = await beginStory();
  bot = await story.startBot();
});
afterEach(() => story.close());

describe('a night in the harbour', () => {
  it('a watched server goes down and comes back: one ping each, the second with the length of the outage', async () => {
    const { discord, world } = story;
    await story.ada('/watch add', {
      server: address('tf2'),
      notices: 'alerts',
      role: 'Watchmen',
    });
    expect(botPosts(story, 'status')).toHaveLength(1);
    expect(discord.people.pins('status')).toHaveLength(1);
    await bot.monitor.round();

    world.takeDown('tf2');
    await findDown(story, bot);
    await story.until(
      'the ping that it is down',
      () => discord.people.rolePings('Watchmen').length === 1,
    );
    const [down] = botPosts(story, 'alerts');
    expect(down && wordsOf(down)).toContain('Crowsnest Payload');

    await letPass(story, bot, 2);
    expect(discord.people.rolePings('Watchmen')).toHaveLength(1);

    world.bringUp('tf2');
    await findBack(story, bot);
    await story.until(
      'the ping that it is back',
      () => discord.people.rolePings('Watchmen').length === 2,
    );
    const up = botPosts(story, 'alerts')[1];
    expect(up && wordsOf(up)).toMatch(/3 min/);
    expect(botPosts(story, 'status')).toHaveLength(1);
  }, 60_000);

  it('somebody joins between two rounds: one message that pings nobody', async () => {
    const { clock, discord, world } = story;
    await story.ada('/watch add', { server: address('ark'), notices: 'alerts', join_leave: true });
    await bot.monitor.round();
    clock.advance(60_000);
    world.join('ark');
    clock.advance(60_000);
    await bot.monitor.round();
    await story.until('the message about who joined', () => botPosts(story, 'alerts').length === 1);
    const [joined] = botPosts(story, 'alerts');
    expect(joined?.message.mentions).toEqual([]);
    expect(joined?.message.mention_everyone).toBe(false);
    expect(discord.people.notifications('pip')).toHaveLength(0);
  });
});
