import { expect } from 'vitest';
import { beginStory, findBack, findDown } from './harbourStory.ts';
import { inBrowser, openStoryPage } from './storyPage.ts';

const MAPS = ['ark', 'ark-ragnarok', 'ark-aberration', 'ark-extinction', 'ark-genesis'];
const PHONE = { width: 400, height: 850 };

const opened = openStoryPage(async () => {
  const story = await beginStory({}, { cluster: true });
  // The clock of the story stands still: all of it happens in one minute.
  story.environment.LOOKUPS_PER_MINUTE = '100';
  return story;
});

const addressOf = (map: string): string =>
  opened()
    .story.world.servers()
    .find(({ id }) => id === map)?.address ?? '';

/** The one message of the bot that is pinned. */
const board = () => opened().page.locator('[data-test=message][data-pinned]');
/** What stands behind each mark of it. */
const rows = async () => ((await board().textContent()) ?? '').split(/[🟢🟡🔴]/u).slice(1);

inBrowser(
  'a cluster of five maps on one board: players, days, PvE and PvP, one down and back, in another order, on a phone',
  async () => {
    const { story, bot, page, hook, type, beAda, faults } = opened();
    await beAda();
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
