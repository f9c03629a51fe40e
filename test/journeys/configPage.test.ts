import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { inBrowser, openStoryPage } from './storyPage.ts';

const opened = openStoryPage();

inBrowser(
  'the owner saves the set-up to a file, deletes everything, and brings it back from the file',
  async () => {
    const { story, page, hook, type, faults } = opened();
    const server = story.world.servers().find(({ id }) => id === 'tf2');
    await story.ada('/watch add', { server: server?.address ?? '', name: 'Our Payload' });
    await hook('person').selectOption({ label: 'Marlow (owner)' });
    await page.locator('[data-channel-name=status]').click();
    await page.waitForSelector('[data-channel-name=status][aria-current=page]');
    const last = () => hook('message').last();

    await type('/config export');
    await last().getByText('Nothing secret is in the file').waitFor();
    const downloading = page.waitForEvent('download');
    await hook('download', last()).click();
    const saved = await text(await (await downloading).createReadStream());
    expect(JSON.parse(saved)).toMatchObject({ crowsnest: 1, watches: [{ label: 'Our Payload' }] });

    await type('/config wipe');
    const [guild] = story.discord.state.guilds.values();
    await hook('modal')
      .locator('[data-custom-id=name]')
      .fill(guild?.name ?? '');
    await hook('modal-submit').click();
    await last().getByText('Deleted: 1 watched server').waitFor();
    expect(story.discord.people.pins('#status')).toEqual([]);

    await hook('command-input').fill('/config import file:');
    const choice = hook('command-choice').and(page.locator('[data-value=choose-file]'));
    const [choosing] = await Promise.all([page.waitForEvent('filechooser'), choice.click()]);
    const file = { name: 'ours.json', mimeType: 'application/json', buffer: Buffer.from(saved) };
    await choosing.setFiles(file);
    await expect.poll(() => hook('command-input').inputValue()).toContain('ours.json');
    await hook('send').click();
    await hook('message').getByText('1 added, 0 changed, 0 removed').first().waitFor();
    await hook('message').getByText('Do it', { exact: true }).last().click();
    await hook('message').getByText('where they belong').first().waitFor();
    expect(story.discord.people.pins('#status')[0]?.embeds[0]?.title).toBe('Our Payload');
    expect(faults).toEqual([]);
  },
  60_000,
);
