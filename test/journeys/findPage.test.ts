import { afterAll, expect } from 'vitest';
import { startWebLists, type WebListsServer } from '#sandbox/lists/webLists.ts';
import { worldLists } from '#sandbox/lists/worldLists.ts';
import { beginStory, botPosts, wordsOf } from './harbourStory.ts';
import { inBrowser, openStoryPage } from './storyPage.ts';

let lists: WebListsServer;

const opened = openStoryPage(async () => {
  const story = await beginStory();
  lists = await startWebLists();
  lists.serve(worldLists(story.world.servers()));
  Object.assign(story.environment, {
    MASTER_LISTEN: '127.0.0.1:0',
    // The clock of the story stands still: all of it happens in one minute.
    LOOKUPS_PER_MINUTE: '100',
    STEAM_API_KEY: 'local-steam-key',
    STEAM_LISTS_URL: lists.url,
    ARK_LISTS_URL: lists.url,
    ASA_LISTS_URL: lists.url,
    OPENMP_LISTS_URL: lists.url,
  });
  return story;
});
afterAll(() => lists?.close());

/** Types into the page and waits for an answer to it with these words. */
async function typed(line: string, words: string): Promise<void> {
  const newest = async () =>
    (await opened().hook('message').all()).at(-1)?.getAttribute('data-message-id');
  const before = await newest();
  await opened().type(line);
  await expect.poll(newest).not.toBe(before);
  await lastMessage().locator('[data-test=embed]').getByText(words).first().waitFor();
}

/** A second goes by after the list of our own master changed, and the budget of edits is free again. */
async function changesCount(): Promise<void> {
  const { clock } = opened().story;
  await clock.armed(1_000);
  clock.advance(10_000);
}

const lastMessage = () => opened().hook('message').last();
const words = () => lastMessage().textContent();

inBrowser(
  'game servers register, are found, one is shown and watched, one quits and is no longer found',
  async () => {
    const { story, bot, page, hook, type, beAda, faults } = opened();
    await beAda();
    await typed('/find source:registered', 'no server on it fits');
    await type('/follow add source:registered notices:#alerts');
    await hook('message').getByText('When a server is new or gone').first().waitFor();
    const board = () =>
      botPosts(story, 'status')
        .map(wordsOf)
        .find(
          (text) => text.includes('Registered here ') || text.includes('"title":"Registered here"'),
        ) ?? '';
    await story.until('an empty board', () => board().includes('No server on this list'));
    const port = bot.master?.port ?? 0;
    story.world.registerWith({ address: '127.0.0.1', port });
    await expect.poll(() => bot.master?.servers().length).toBe(3);
    await changesCount();
    await story.until('three rows', () => board().includes('Crowsnest Payload'));
    const alerts = () => botPosts(story, 'alerts').map(wordsOf).join();
    await story.until('three announced', () => alerts().split('New on the list').length === 4);

    await typed('/find source:registered', 'Crowsnest Payload');
    expect(await words()).toContain('3 servers');
    await typed('/find source:registered game:counterstrike16', 'Воронье Гнездо');
    expect(await words()).toMatch(/1 server(?!s)/);

    await lastMessage().locator('[data-test=select]').selectOption({ index: 1 });
    await lastMessage().locator('[data-test=embed]').getByText('Online').first().waitFor();
    await lastMessage().getByText('Watch it in this channel').click();
    await page.waitForSelector('[data-test=message][data-pinned]');
    await hook('message').getByText('Watching Воронье Гнездо').first().waitFor();

    story.world.takeDown('tf2');
    await expect.poll(() => bot.master?.servers().length).toBe(2);
    await typed('/find source:registered game:teamfortress2', 'no server on it fits');
    await changesCount();
    await story.until('a goodbye', () => alerts().includes('It said goodbye and was shut down'));
    await story.until('two rows', () => !board().includes('Crowsnest Payload'));
    await page.locator('[data-channel-name=alerts]').click();
    await hook('message').getByText('A server is gone from the list').first().waitFor();
    await page.locator('[data-channel-name=status]').click();
    expect(faults).toEqual([]);
  },
  60_000,
);

inBrowser(
  'each list is found on this machine: Steam, ARK, open.mp, a master server by its address',
  async () => {
    const { story, bot, beAda, faults } = opened();
    await beAda();
    await typed('/find source:steam name:retakes', 'Crowsnest Retakes');
    await typed('/find source:asa-unofficial mode:pve cluster:harbour1', 'harbour1');
    await typed('/find source:asa-official map:Lost*', 'LostColony');
    await typed('/find source:openmp not_full:true', 'Vida Real');
    await typed('/find source:ark-official', '127.0.0.1');
    const port = bot.master?.port ?? 0;
    story.world.registerWith({ address: '127.0.0.1', port });
    await expect.poll(() => bot.master?.servers().length).toBeGreaterThan(1);
    await typed(`/find source:127.0.0.1:${port}`, 'Crowsnest Retakes');
    lists.fail('openmp', { kind: 'status', status: 503 });
    lists.fail('steam', { kind: 'status', status: 429 });
    await typed('/find source:steam game:rust', 'not an empty list');
    expect(await words()).not.toContain('no server on it');
    expect(faults).toEqual([]);
  },
  60_000,
);
