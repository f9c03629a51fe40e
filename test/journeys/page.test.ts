import { expect } from 'vitest';
import { findBack, findDown, letPass } from './harbourStory.ts';
import { inBrowser, openStoryPage } from './storyPage.ts';

const opened = openStoryPage();

const lastMessage = () => opened().hook('message').last();

/** The line of words that says where a server is to be found. */
const address = (): string =>
  opened()
    .story.world.servers()
    .find(({ id }) => id === 'tf2')?.address ?? '';

inBrowser(
  'a newcomer looks a server up, watches it, and is told when it goes down and when it is back',
  async () => {
    const { story, bot, page, hook, type, beAda, faults } = opened();
    await beAda();

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

inBrowser(
  'with the keyboard alone: the watched server is offered by its name, and its players are shown',
  async () => {
    const { page, hook, faults } = opened();
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
