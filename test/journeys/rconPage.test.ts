import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  hasBrowser,
  launchBrowser,
  type OpenPage,
  openPage,
} from '#test/sandbox/page/browserPage.ts';
import { beginStory, type HarbourStory } from './harbourStory.ts';

const present = hasBrowser();
let story: HarbourStory;
let browser: Browser;
let open: OpenPage;

beforeAll(async () => {
  if (!present) {
    return;
  }
  [story, browser] = await Promise.all([beginStory(), launchBrowser()]);
  await story.startBot();
  open = await openPage(browser, story.discord.url);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await story?.close();
});

test.skipIf(!present)(
  'the owner types a console command into the page: a form says what becomes of the password, the answer comes below',
  async () => {
    const { page, hook, faults } = open;
    const server = story.world.servers().find(({ id }) => id === 'openmp');
    await story.ada('/watch add', { server: server?.address ?? '', game: 'openmp' });

    await hook('person').selectOption({ label: 'Marlow (owner)' });
    await page.locator('[data-channel-name=status]').click();
    await page.waitForSelector('[data-channel-name=status][aria-current=page]');
    await hook('command-input').fill(`/rcon server:${server?.address}`);
    await hook('send').click();
    const modal = hook('modal');
    await modal.getByText('clear text').waitFor();
    await modal.locator('[data-custom-id=password]').fill('crowsnest');
    await modal.locator('[data-custom-id=command]').fill('varlist');
    await hook('modal-submit').click();
    const answer = hook('message').last().locator('[data-test=embed]');
    await answer.getByText('Console Variables:').first().waitFor();
    expect(await answer.textContent()).toContain('Vida Real');
    expect(faults).toEqual([]);
  },
  60_000,
);
