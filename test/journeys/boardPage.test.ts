import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#bot.ts';
import {
  hasBrowser,
  launchBrowser,
  type OpenPage,
  openPage,
} from '#test/sandbox/page/browserPage.ts';
import { beginStory, findBack, findDown, type HarbourStory } from './harbourStory.ts';

const MAPS = ['ark', 'ark-ragnarok', 'ark-aberration', 'ark-extinction', 'ark-genesis'];
const PHONE = { width: 400, height: 850 };

const present = hasBrowser();
let story: HarbourStory;
let bot: Bot;
let browser: Browser;
let open: OpenPage;

beforeAll(async () => {
  if (!present) {
    return;
  }
  [story, browser] = await Promise.all([beginStory({}, { cluster: true }), launchBrowser()]);
  // The clock of the story stands still: all of it happens in one minute.
  story.environment.LOOKUPS_PER_MINUTE = '100';
  bot = await story.startBot();
  open = await openPage(browser, story.discord.url);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await story?.close();
});

const addressOf = (map: string): string =>
  story.world.servers().find(({ id }) => id === map)?.address ?? '';

async function type(line: string): Promise<void> {
  await open.hook('command-input').fill(line);
  await open.hook('send').click();
}

/** The one message of the bot that is pinned. */
const board = () => open.page.locator('[data-test=message][data-pinned]');
/** What stands behind each mark of it. */
const rows = async () => ((await board().textContent()) ?? '').split(/[🟢🟡🔴]/u).slice(1);

test.skipIf(!present)(
  'a cluster of five maps on one board: players, days, PvE and PvP, one down and back, in another order, on a phone',
  async () => {
    const { page, hook, faults } = open;
    await hook('person').selectOption({ label: 'Ada (moderator)' });
    await page.locator('[data-channel-name=status]').click();
    await page.waitForSelector('[data-channel-name=status][aria-current=page]');
    for (const map of MAPS) {
      await story.ada('/watch add', { server: addressOf(map), notices: 'alerts' });
    }
    story.clock.advance(5_000);
    await type(
      '/board make title:Crowsnest cluster style:cluster (one row a map of an ARK cluster)',
    );
    await board().getByText('Crowsnest cluster · 5 of 5 servers online').waitFor();
    await expect.poll(() => board().count()).toBe(1);
    expect(await rows()).toEqual([
      expect.stringMatching(/TheIsland · \d+\/70 · Day 1204 · PvE/),
      expect.stringMatching(/Ragnarok · \d+\/70 · Day 873 · PvE/),
      expect.stringMatching(/Aberration · \d+\/50 · Day 311 · PvP/),
      expect.stringMatching(/Extinction · \d+\/50 · Day 98 · PvP/),
      expect.stringMatching(/Genesis · \d+\/30 · Day 12 · PvE/),
    ]);

    story.clock.advance(5_000);
    await type(`/board order server:${addressOf('ark-genesis')} place:top`);
    await expect.poll(async () => (await rows())[0]).toContain('Genesis');

    const row = page.locator('[data-server-id=ark-extinction]');
    await hook('take-down', row).click();
    await page.waitForSelector('[data-server-id=ark-extinction][data-state=down]');
    await findDown(story, bot);
    await board().getByText('4 of 5 servers online').waitFor();
    await board().getByText('went down').waitFor();
    await hook('bring-up', row).click();
    await page.waitForSelector('[data-server-id=ark-extinction][data-state=up]');
    await findBack(story, bot);
    await board().getByText('5 of 5 servers online').waitFor();

    await page.setViewportSize(PHONE);
    await board().scrollIntoViewIfNeeded();
    const box = await hook('embed', board()).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(400);
    expect(faults).toEqual([]);
  },
  60_000,
);
