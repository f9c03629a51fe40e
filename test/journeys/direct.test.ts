import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bot } from '#bot.ts';
import type { Post } from '#sandbox/discord/message.ts';
import { shardOf } from '#store/shardScope.ts';
import { beginStory, findBack, findDown, type HarbourStory, wordsOf } from './harbourStory.ts';

let story: HarbourStory;
/** The process that gets what people do in direct messages, and the one that has the guild. */
let first: Bot;
let home: Bot;

beforeEach(async () => {
  story = await beginStory({ sharding: { maxConcurrency: 16 } });
  const [guildId = ''] = story.discord.state.guilds.keys();
  const count = [2, 3, 5].find((one) => shardOf(guildId, one) !== 0) ?? 7;
  const start = (shard: number) =>
    story.startBot({ SHARDS: String(shard), SHARD_COUNT: String(count) });
  first = await start(0);
  home = await start(shardOf(guildId, count));
});
afterEach(() => story.close());

const directs = (): Post[] => story.discord.people.messages('@Crowsnest', 'pip');

/** Pip presses the button that does this, and reads what is said to it. */
async function press(post: Post | undefined, deed: string, where: string): Promise<Post> {
  const parts = post?.message.components.flatMap((row) => row.components ?? []) ?? [];
  const ids = parts.map(({ custom_id }) => custom_id ?? '');
  const customId = ids.find((id) => id.includes(deed));
  expect(customId, `${deed} among ${ids.join(' ')}`).toBeDefined();
  const messageId = post?.message.id ?? '';
  const press = { as: 'pip', in: where, messageId, customId: customId ?? '' };
  return story.discord.people.click(press).reply();
}

/** The watch whose bell is under its message. */
const watchOf = (status: Post | undefined): string =>
  /my:ring:(\w+)/.exec(JSON.stringify(status?.message.components))?.[1] ?? '';

async function outage(): Promise<void> {
  story.world.takeDown('tf2');
  await findDown(story, home);
  await home.monitor.settled();
  story.clock.advance(10 * 60_000);
  await home.monitor.settled();
  story.world.bringUp('tf2');
  await findBack(story, home);
  await home.monitor.settled();
}

it('what a person does in a direct message counts where the guild is, though another process hears of it', async () => {
  const server = story.world.servers().find(({ id }) => id === 'tf2')?.address ?? '';
  await story.ada('/watch add', { server });
  await home.monitor.round();
  const [status] = story.discord.people.messages('status');
  const bell = await press(status, 'ring', '#status');
  await press(bell, 'back', '#status');
  await outage();
  expect(directs()).toHaveLength(1);

  await press(directs()[0], 'again', '@Crowsnest');
  await home.monitor.round();
  await outage();
  expect(directs().filter(({ message }) => !message.flags)).toHaveLength(2);

  await press(directs().at(-1), 'again', '@Crowsnest');
  await home.monitor.round();
  const list = await story.discord.people
    .runCommand({ as: 'pip', in: '@Crowsnest', command: '/my list', options: {} })
    .reply();
  expect(wordsOf(list)).toContain('Harbour');
  const [guildId = ''] = story.discord.state.guilds.keys();
  const wishes = () => home.monitor.wishes.of(guildId, watchOf(status));
  expect(await wishes()).toHaveLength(1);
  await press(list, 'stop-all', '@Crowsnest');
  const pip = [...story.discord.state.users.values()].find(({ username }) => username === 'pip');
  const documents = () => first.monitor.wishes.ofPerson(pip?.id ?? '');
  await expect.poll(documents).toEqual([]);
  await home.monitor.round();
  expect(await wishes()).toEqual([]);
  expect(first.isReady()).toBe(true);
  expect(story.discord.problems()).toEqual([]);
}, 60_000);
