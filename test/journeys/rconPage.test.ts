import { expect } from 'vitest';
import { inBrowser, openStoryPage } from './storyPage.ts';

const opened = openStoryPage();

inBrowser(
  'the owner types a console command into the page: a form says what becomes of the password, the answer comes below',
  async () => {
    const { story, page, hook, type, faults } = opened();
    const server = story.world.servers().find(({ id }) => id === 'openmp');
    await story.ada('/watch add', { server: server?.address ?? '', game: 'openmp' });

    await hook('person').selectOption({ label: 'Marlow (owner)' });
    await page.locator('[data-channel-name=status]').click();
    await page.waitForSelector('[data-channel-name=status][aria-current=page]');
    await type(`/rcon server:${server?.address}`);
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
