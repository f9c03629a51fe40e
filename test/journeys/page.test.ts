import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#bot.ts';
import {
  hasBrowser,
  launchBrowser,
  type OpenPage,
  openPage,
} from '#test/sandbox/page/browserPage.ts';
import { beginStory, findBack, findDown, type HarbourStory, letPass } from './harbourStory.ts';

const present = hasBrowser();
let story: HarbourStory;
let bot: Bot;
let browser: Browser;
let open: OpenPage;

beforeAll(async () => {
  if (!present) {
    return;
  }
  [story, browser] = await Promise.all([beginStory(), launchBrowser()]);
  bot = await story.startBot();
  open = await openPage(browser, story.discord.url);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await story?.close();
});

async function type(line: string): Promise<void> {
  const input = open.hook('command-input');
  await input.fill(line);
  await open.hook('send').click();
}

const lastMessage = () => open.hook('message').last();

/** The line of words that says where a server is to be found. */
const address = (): string => story.world.servers().find(({ id }) => id === 'tf2')?.address ?? '';

test.skipIf(!present)(
  'a newcomer looks a server up, watches it, and is told when it goes down and when it is back',
  async () => {
    const { page, hook, faults } = open;
    await hook('person').selectOption({ label: 'Ada (moderator)' });
    await page.locator('[data-channel-name=status]').click();
    await page.waitForSelector('[data-channel-name=status][aria-current=page]');

    await type(`/status server:${address()}`);
    await lastMessage()
      .locator('[data-test=embed]')
      .getByText('Crowsnest Payload')
      .first()
      .waitFor();

    await type(`/watch add server:${address()} notices:#alerts role:@Watchmen`);
    await page.waitForSelector('[data-test=message][data-pinned]');
    await hook('pins-button').click();
    await hook('pinned-message').getByText('Crowsnest Payload').first().waitFor();
    await page.keyboard.press('Escape');

    const row = page.locator('[data-server-id=tf2]');
    await hook('take-down', row).click();
    await page.waitForSelector('[data-server-id=tf2][data-state=down]');
    await findDown(story, bot);
    const toast = hook('toast').first();
    await toast.waitFor();
    expect(await toast.textContent()).toContain('@Watchmen in #alerts');
    await page.locator('[data-channel-name=alerts]').click();
    await lastMessage()
      .locator('[data-test=embed]')
      .getByText('Crowsnest Payload')
      .first()
      .waitFor();

    await letPass(story, bot, 4);
    await hook('bring-up', row).click();
    await page.waitForSelector('[data-server-id=tf2][data-state=up]');
    await findBack(story, bot);
    await lastMessage().getByText('5 min').first().waitFor();
    expect(faults).toEqual([]);
  },
  60_000,
);

test.skipIf(!present)(
  'with the keyboard alone: the watched server is offered by its name, and its players are shown',
  async () => {
    const { page, hook, faults } = open;
    await page.keyboard.press('Escape');
    await page.locator('[data-channel-name=general]').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-channel-name=general][aria-current=page]');
    await page.keyboard.press('/');
    await page.keyboard.type('play');
    await hook('command-choice').and(page.locator('[data-value=players]')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('payl');
    await hook('command-choice').getByText('Crowsnest Payload').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await lastMessage()
      .locator('[data-test=embed]')
      .getByText('Crowsnest Payload')
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  },
  60_000,
);
