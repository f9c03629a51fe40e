import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { Bot } from '#bot.ts';
import {
  hasBrowser,
  launchBrowser,
  type OpenPage,
  openPage,
} from '#test/sandbox/page/browserPage.ts';
import { beginStory, type HarbourStory } from './harbourStory.ts';

/** A story with its bot, and the page of its Discord in a browser. */
export type StoryPage = OpenPage & {
  story: HarbourStory;
  bot: Bot;
  /** Types a line into the box below the messages and sends it. */
  type(line: string): Promise<void>;
  /** The page becomes that of Ada, who may manage the guild, in #status. */
  beAda(): Promise<void>;
};

/** A test that is skipped where there is no browser. */
export const inBrowser = test.skipIf(!hasBrowser());

/** Opens one for all tests of a file, and closes it after them. Gives a function that gives it inside a test. */
export function openStoryPage(begin: () => Promise<HarbourStory> = beginStory): () => StoryPage {
  let browser: Browser | undefined;
  let story: HarbourStory | undefined;
  let opened: StoryPage | undefined;

  beforeAll(async () => {
    if (hasBrowser()) {
      [story, browser] = await Promise.all([begin(), launchBrowser()]);
      const bot = await story.startBot();
      opened = withHands(await openPage(browser, story.discord.url), story, bot);
    }
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await story?.close();
  });

  return () => {
    if (opened === undefined) {
      throw new Error('no page is open outside of a test in a browser');
    }
    return opened;
  };
}

function withHands(open: OpenPage, story: HarbourStory, bot: Bot): StoryPage {
  const { page, hook } = open;
  return {
    ...open,
    story,
    bot,
    async type(line) {
      await hook('command-input').fill(line);
      await hook('send').click();
    },
    async beAda() {
      await hook('person').selectOption({ label: 'Ada (moderator)' });
      await page.locator('[data-channel-name=status]').click();
      await page.waitForSelector('[data-channel-name=status][aria-current=page]');
    },
  };
}
