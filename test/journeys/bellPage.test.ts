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

const lastMessage = () => open.hook('message').last();
const press = (label: string) => open.hook('button').filter({ hasText: label }).last().click();
const reads = (words: string) => lastMessage().getByText(words).first().waitFor();

const row = () => open.page.locator('[data-server-id=tf2]');

/** With the buttons of the panel; the bot finds out. */
async function takeDown(): Promise<void> {
  await open.hook('take-down', row()).click();
  await open.page.waitForSelector('[data-server-id=tf2][data-state=down]');
  await findDown(story, bot);
}
async function bringUp(): Promise<void> {
  await open.hook('bring-up', row()).click();
  await open.page.waitForSelector('[data-server-id=tf2][data-state=up]');
  await findBack(story, bot);
}

test.skipIf(!present)(
  'a member rings the bell, is told in a direct message when the server is back, and stops what else was asked',
  async () => {
    const { page, hook, faults } = open;
    const server = story.world.servers().find(({ id }) => id === 'tf2')?.address ?? '';
    await story.ada('/watch add', { server, notices: 'alerts' });

    await hook('person').selectOption({ label: 'Pip (member)' });
    await page.locator('[data-channel-name=status]').click();
    await press('Notify me');
    await reads('What shall I tell you');
    await press('When it is back');
    await reads('I will message you once');
    await press('When it goes down');
    await reads('I will message you when it goes down');
    await press('When so many play');
    await hook('modal-input').fill('none');
    await hook('modal-submit').click();
    await reads('is no number of players');

    await takeDown();
    await letPass(story, bot, 1);
    await bringUp();
    await hook('home').click();
    await page.locator('[data-channel-name=Crowsnest]').click();
    await reads('The server is back after 2 minutes');
    await reads('once, when it is back. That is done now.');
    const told = hook('message');
    await expect.poll(() => told.count()).toBe(2);
    expect(await told.first().textContent()).toContain('A server went down.');

    await hook('button', told.first()).filter({ hasText: 'Stop this' }).click();
    await reads('Stopped: Crowsnest Payload');
    await hook('dismiss').last().click();
    await takeDown();
    await letPass(story, bot, 1);
    const kept = story.discord.people.messages('@Crowsnest', 'pip');
    expect(kept.filter(({ visibleTo }) => visibleTo === null)).toHaveLength(2);

    await hook('command-input').fill('/my list');
    await hook('send').click();
    await reads('Nothing. Press');
    expect(faults).toEqual([]);
  },
  60_000,
);
