import { expect } from 'vitest';
import { findBack, findDown, letPass } from './harbourStory.ts';
import { inBrowser, openStoryPage } from './storyPage.ts';

const opened = openStoryPage();

const lastMessage = () => opened().hook('message').last();
const press = (label: string) => opened().hook('button').filter({ hasText: label }).last().click();
const reads = (words: string) => lastMessage().getByText(words).first().waitFor();

const row = () => opened().page.locator('[data-server-id=tf2]');

/** With the buttons of the panel; the bot finds out. */
async function takeDown(): Promise<void> {
  const { story, bot, page, hook } = opened();
  await hook('take-down', row()).click();
  await page.waitForSelector('[data-server-id=tf2][data-state=down]');
  await findDown(story, bot);
}
async function bringUp(): Promise<void> {
  const { story, bot, page, hook } = opened();
  await hook('bring-up', row()).click();
  await page.waitForSelector('[data-server-id=tf2][data-state=up]');
  await findBack(story, bot);
}

inBrowser(
  'a member rings the bell, is told in a direct message when the server is back, and stops what else was asked',
  async () => {
    const { story, bot, page, hook, type, faults } = opened();
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

    await type('/my list');
    await reads('Nothing. Press');
    expect(faults).toEqual([]);
  },
  60_000,
);
