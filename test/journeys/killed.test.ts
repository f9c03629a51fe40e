import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginStory, botPosts, type HarbourStory, wordsOf } from './harbourStory.ts';
import { type KillableBot, killableBot } from './killableBot.ts';

let story: HarbourStory;
let bot: KillableBot;

const address = (id: string): string =>
  story.world.servers().find((server) => server.id === id)?.address ?? '';

const pings = (): number => story.discord.people.rolePings('Watchmen').length;

async function missThreeTimes(): Promise<void> {
  await bot.tell({ do: 'round' });
  await bot.tell({ do: 'advance', ms: 5_000 });
  await bot.tell({ do: 'settle' });
  await bot.tell({ do: 'advance', ms: 10_000 });
}

beforeEach(async () => {
  story = await beginStory();
  bot = killableBot(story);
  await bot.start();
  await story.ada('/watch add', { server: address('tf2'), notices: 'alerts', role: 'Watchmen' });
  await bot.tell({ do: 'round' });
});
afterEach(async () => {
  await bot.kill();
  await story.close();
});

describe('the process is killed and started again', () => {
  it('writes the same message, posts no second one, and says nothing of a server that was up', async () => {
    const [before] = botPosts(story, 'status');
    await bot.kill();
    await bot.start();
    story.world.fillUp('tf2');
    await bot.tell({ do: 'advance', ms: 60_000 });
    await bot.tell({ do: 'round' });
    const posts = botPosts(story, 'status');
    expect(posts.map(({ message }) => message.id)).toEqual([before?.message.id]);
    expect(posts[0] && wordsOf(posts[0])).toContain('24');
    expect(story.discord.people.edits('status', before?.message.id ?? '')).toBeGreaterThan(0);
    expect(story.discord.people.pins('status')).toHaveLength(1);
    expect(botPosts(story, 'alerts')).toHaveLength(0);
  });

  it('killed during an outage: no second ping, and the end tells the whole length', async () => {
    story.world.takeDown('tf2');
    await bot.tell({ do: 'advance', ms: 60_000 });
    await missThreeTimes();
    await story.until('the ping that it is down', () => pings() === 1);
    await bot.kill();
    await bot.start();
    await bot.tell({ do: 'round' });
    for (let minute = 0; minute < 2; minute += 1) {
      await bot.tell({ do: 'advance', ms: 60_000 });
      await bot.tell({ do: 'round' });
    }
    expect(pings()).toBe(1);
    story.world.bringUp('tf2');
    await bot.tell({ do: 'advance', ms: 60_000 });
    await bot.tell({ do: 'round' });
    await bot.tell({ do: 'advance', ms: 5_000 });
    await story.until('the ping that it is back', () => pings() === 2);
    const up = botPosts(story, 'alerts')[1];
    expect(up && wordsOf(up)).toMatch(/3 min/);
  }, 60_000);
});
