import { createSocket } from 'node:dgram';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginStory, botPosts, findDown, type HarbourStory, wordsOf } from './harbourStory.ts';

let story: HarbourStory;

beforeEach(async () => {
  story = await beginStory();
});
afterEach(() => story.close());

test('servers that registered are still listed after the bot was restarted, without a word of theirs', async () => {
  story.environment.MASTER_LISTEN = '127.0.0.1:0';
  const bot = await story.startBot();
  story.world.registerWith({ address: '127.0.0.1', port: bot.master?.port ?? 0 });
  await expect.poll(() => bot.master?.servers().length).toBe(3);
  await bot.stop();

  const again = await story.startBot();
  expect(again.master?.port).not.toBe(bot.master?.port);
  const listedAfterASecond = () => {
    story.clock.advance(1_000);
    return again.master?.servers().length;
  };
  await expect.poll(listedAfterASecond).toBe(3);
  expect(again.master?.counters().packets).toEqual({});
  const found = await story.ada('/find', { source: 'registered' });
  expect(wordsOf(found)).toContain('Crowsnest Payload');
});

test('a bot whose port for game servers is taken watches all the same, and /find says what is wrong', async () => {
  const taken = createSocket('udp4');
  await new Promise<void>((bound) => taken.bind(0, '127.0.0.1', bound));
  try {
    story.environment.MASTER_LISTEN = `127.0.0.1:${taken.address().port}`;
    const bot = await story.startBot();
    expect(bot.master).toBeNull();
    expect(bot.isReady()).toBe(true);
    expect(story.logged.join('')).toContain('set MASTER_LISTEN to a free address');
    const found = await story.ada('/find', { source: 'registered' });
    expect(wordsOf(found)).toContain('`MASTER_LISTEN`');
  } finally {
    taken.close();
  }
});

test('a registered server that is shut down said goodbye first: the notice tells it from a crash', async () => {
  story.environment.MASTER_LISTEN = '127.0.0.1:0';
  const bot = await story.startBot();
  story.world.registerWith({ address: '127.0.0.1', port: bot.master?.port ?? 0 });
  await expect.poll(() => bot.master?.servers().length).toBe(3);
  const tf2 = story.world.servers().find(({ id }) => id === 'tf2');
  await story.ada('/watch add', { server: tf2?.address ?? '', notices: 'alerts' });
  story.world.takeDown('tf2');
  await expect.poll(() => bot.master?.servers().length).toBe(2);
  await findDown(story, bot);
  const alerts = () => botPosts(story, 'alerts').map(wordsOf).join();
  await story.until('a notice', () => alerts().includes('Went down'));
  expect(alerts()).toContain('It said goodbye first: somebody shut it down.');
});
