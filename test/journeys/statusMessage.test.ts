import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bot } from '#bot.ts';
import { beginStory, botPosts, type HarbourStory, wordsOf } from './harbourStory.ts';

let story: HarbourStory;
let bot: Bot;

const address = (id: string): string =>
  story.world.servers().find((server) => server.id === id)?.address ?? '';

const watch = async (id: string): Promise<string> => {
  const answer = await story.ada('/watch add', { server: address(id) });
  const [post] = botPosts(story, 'status').slice(-1);
  if (post === undefined) {
    throw new Error(`no status message: ${wordsOf(answer)}`);
  }
  return post.message.id;
};

beforeEach(async () => {
  story = await beginStory();
  bot = await story.startBot();
});
afterEach(() => story.close());

describe('the status message', () => {
  it('is edited only when something changed, and at least every ten minutes', async () => {
    const { clock, discord, world } = story;
    const id = await watch('tf2');
    const edits = () => discord.people.edits('status', id);
    clock.advance(60_000);
    await bot.monitor.round();
    expect(edits()).toBe(0);
    world.fillUp('tf2');
    clock.advance(60_000);
    await bot.monitor.round();
    expect(edits()).toBe(1);
    clock.advance(9 * 60_000);
    await bot.monitor.round();
    expect(edits()).toBe(1);
    clock.advance(2 * 60_000);
    await bot.monitor.round();
    expect(edits()).toBe(2);
  });

  it('is posted and pinned again, once, after somebody deleted it', async () => {
    const { clock, discord, world } = story;
    discord.people.deleteMessage('status', await watch('ark'));
    clock.advance(60_000);
    world.fillUp('ark');
    await bot.monitor.round();
    const [post] = botPosts(story, 'status');
    expect(botPosts(story, 'status')).toHaveLength(1);
    expect(discord.people.pins('status').map(({ id }) => id)).toEqual([post?.message.id]);
    clock.advance(60_000);
    world.empty('ark');
    await bot.monitor.round();
    expect(botPosts(story, 'status')).toHaveLength(1);
    expect(discord.people.edits('status', post?.message.id ?? '')).toBe(1);
  });

  it('waits while the bot may not write there, says so in /watch list, and heals', async () => {
    const { clock, discord, world } = story;
    const id = await watch('ark');
    discord.people.setOverwrite('status', { for: 'bot', deny: ['EMBED_LINKS'] });
    clock.advance(60_000);
    world.fillUp('ark');
    await bot.monitor.round();
    const list = wordsOf(await story.ada('/watch list'));
    expect(list).toContain('Embed Links');
    discord.people.setOverwrite('status', { for: 'bot' });
    clock.advance(60_000);
    await bot.monitor.round();
    await story.until('the status to be current again', () => {
      const post = botPosts(story, 'status').find(({ message }) => message.id === id);
      return post !== undefined && wordsOf(post).includes('70');
    });
    expect(botPosts(story, 'status')).toHaveLength(1);
    expect(wordsOf(await story.ada('/watch list'))).not.toContain('Embed Links');
  });

  it('is not posted where the bot may not: each missing permission is named with the channel', async () => {
    const { discord } = story;
    discord.people.setOverwrite('status', { for: 'bot', deny: ['EMBED_LINKS', 'PIN_MESSAGES'] });
    const answer = wordsOf(await story.ada('/watch add', { server: address('tf2') }));
    expect(answer).toContain('Embed Links');
    expect(answer).toContain('Pin Messages');
    expect(answer).toContain('<#');
    expect(botPosts(story, 'status')).toHaveLength(0);
    expect(wordsOf(await story.ada('/watch list'))).not.toContain('Crowsnest Payload');
  });

  it('shows the newest state after a 429 on an edit, and waits as long as Discord asked', async () => {
    const { clock, discord, world } = story;
    const id = await watch('tf2');
    discord.faults.add(
      { route: 'PATCH /channels/:channel/messages/:message' },
      { kind: 'rateLimit', retryAfter: 30, scope: 'shared', code: 30046 },
    );
    clock.advance(60_000);
    world.fillUp('tf2');
    await bot.monitor.round();
    expect(discord.people.edits('status', id)).toBe(0);
    clock.advance(10_000);
    world.empty('tf2');
    await bot.monitor.round();
    expect(discord.people.edits('status', id)).toBe(0);
    clock.advance(30_000);
    await bot.monitor.round();
    expect(discord.people.edits('status', id)).toBe(1);
    expect(discord.journal.surprises()).toEqual([]);
  });
});

describe('typing', () => {
  it('offers the watched servers by their names, and games by theirs', async () => {
    await watch('ark');
    const { people } = story.discord;
    const ask = { as: 'pip', in: 'general', command: '/status' };
    const servers = await people.typeOption({ ...ask, option: 'server', text: 'dodo' });
    expect(servers.map(({ name }) => name)).toEqual([
      expect.stringContaining('Crowsnest Dodo Isles'),
    ]);
    const games = await people.typeOption({ ...ask, option: 'game', text: 'rust' });
    expect(games).toContainEqual({ name: 'Rust', value: 'rust' });
    const chosen = await people
      .runCommand({ ...ask, options: { server: String(servers[0]?.value) } })
      .reply();
    expect(wordsOf(chosen)).toContain('TheIsland');
  });

  it('a player called @everyone mentions nobody and breaks nothing', async () => {
    await watch('ark');
    story.world.fillUp('ark');
    story.clock.advance(60_000);
    await bot.monitor.round();
    const { people } = story.discord;
    for (const command of ['/status', '/players', '/rules']) {
      const server = address('ark');
      const post = await people
        .runCommand({ as: 'pip', in: 'general', command, options: { server } })
        .reply();
      expect(post.message.mention_everyone).toBe(false);
      expect(post.message.mentions).toEqual([]);
      expect(post.message.content).not.toContain('discord.gg');
    }
    expect(people.notifications('pip')).toHaveLength(0);
    expect(story.discord.journal.surprises()).toEqual([]);
  });
});
