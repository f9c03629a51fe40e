import { expect, it, onTestFinished } from 'vitest';
import { startRestProxy } from '#test/discord/restProxy.ts';
import { beginStory, botPosts, findBack, findDown, wordsOf } from './harbourStory.ts';

it('a bot behind a REST proxy that says 429 by itself answers, shows and tells as any other', async () => {
  const story = await beginStory();
  onTestFinished(() => story.close());
  const proxy = await startRestProxy({
    apiUrl: story.discord.apiUrl,
    perSecond: 3,
    tooMany: 'refuse',
  });
  onTestFinished(() => proxy.close());
  const bot = await story.startBot({ DISCORD_API_URL: proxy.apiUrl });
  const server = story.world.servers().find(({ id }) => id === 'tf2')?.address ?? '';
  const reply = await story.ada('/watch add', { server, notices: 'alerts' });
  expect(wordsOf(reply)).toContain('#');
  await bot.monitor.round();
  story.world.takeDown('tf2');
  await findDown(story, bot);
  await bot.monitor.settled();
  story.clock.advance(10 * 60_000);
  await bot.monitor.settled();
  story.world.bringUp('tf2');
  await findBack(story, bot);
  await bot.monitor.settled();

  expect(botPosts(story, 'status')).toHaveLength(1);
  expect(story.discord.people.pins('status')).toHaveLength(1);
  expect(botPosts(story, 'alerts').map(wordsOf)).toEqual([
    expect.stringContaining('🟢'),
    expect.stringContaining('🟢'),
  ]);
  expect(proxy.refused()).toBeGreaterThan(0);
  expect(story.fatal).toEqual([]);
  expect(story.discord.problems()).toEqual([]);
}, 60_000);
