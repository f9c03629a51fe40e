import { expect } from 'vitest';
import { beginStory, botPosts, letPass, wordsOf } from './harbourStory.ts';
import { inBrowser, openStoryPage } from './storyPage.ts';

const opened = openStoryPage(async () => {
  const story = await beginStory();
  // The clock of the story stands still: all of it happens in one minute.
  Object.assign(story.environment, { LOOKUPS_PER_MINUTE: '100', WATCHES_PER_GUILD: '1' });
  return story;
});

const serverOf = (id: string) =>
  opened()
    .story.world.servers()
    .find((server) => server.id === id);
const addressOf = (id: string): string => serverOf(id)?.address ?? '';

/** Types a line and waits until its words stand there once more than before. */
async function says(line: string, words: string): Promise<void> {
  const { hook, type } = opened();
  const times = async () => (await hook('message').allTextContents()).join(' ').split(words).length;
  const before = await times();
  await type(line);
  await expect.poll(times, { message: `${line}: ${words}` }).toBeGreaterThan(before);
}

const pinned = (channel: string) =>
  opened()
    .story.discord.people.pins(channel)
    .map((message) => message.embeds[0]?.title);

inBrowser(
  'a moderator adds a server under a name of her own, edits it, is pinged when enough people play, moves it, removes it',
  async () => {
    const { story, bot, page, hook, beAda, faults } = opened();
    await beAda();
    await says(
      `/watch add server:${addressOf('tf2')} name:Our TF2 notices:#alerts`,
      'Watching Our TF2',
    );
    expect(pinned('#status')).toEqual(['Our TF2']);
    await says('/watch edit server:Our TF2 grace:5m', 'told after 5 minutes');
    await says(
      '/alerts add players server:Our TF2 at_least:20 role:@Watchmen',
      '20 players or more',
    );

    await letPass(story, bot, 1);
    await hook('fill-up', page.locator('[data-server-id=tf2]')).click();
    await expect.poll(() => serverOf('tf2')?.players.length).toBeGreaterThanOrEqual(20);
    await letPass(story, bot, 1);
    const alerts = () => botPosts(story, '#alerts').map(wordsOf).join();
    await story.until('an alert', () => alerts().includes('players are on'));
    expect(alerts()).toContain('<@&');

    await says('/watch move server:Our TF2 channel:#general', 'is in');
    await expect.poll(() => pinned('#general')).toEqual(['Our TF2']);
    expect(pinned('#status')).toEqual([]);
    await says('/watch list', 'Our TF2');
    await says('/watch remove server:Our TF2', 'is no longer watched');
    expect(pinned('#general')).toEqual([]);
    expect(faults).toEqual([]);
  },
  60_000,
);

inBrowser(
  'whatever is typed wrong gets one clear sentence that says what to do, and nothing is changed',
  async () => {
    const { story, beAda, faults } = opened();
    await beAda();
    await says(`/watch add server:${addressOf('tf2')} name:Our TF2`, 'Watching Our TF2');
    const watched = story.discord.people.pins('#status').map(({ id }) => id);
    for (const [line, words] of [
      ['/status server:not/a host', 'is neither a host name nor an IP address'],
      ['/status server:127.0.0.1:99999', 'is a number from 1 to 65535'],
      ['/status server:224.0.0.1:27015', 'private and reserved addresses'],
      ['/status server:127.0.0.1 game:klingon', 'I know no game called'],
      ['/players server:127.0.0.1', 'needs a port or a game'],
      [`/watch add server:${addressOf('tf2')}`, 'already has a status message'],
      [`/watch add server:${addressOf('cs2')}`, 'can watch 1 game server. Remove it first'],
      [
        `/watch add server:${addressOf('cs2')} channel:#news`,
        'Discord allows only a few edits an hour there',
      ],
      ['/watch edit server:Our TF2 grace:soon', 'is no span of time'],
      ['/watch edit server:Our TF2', 'Pick what to change'],
      ['/watch remove server:Nobody', 'Pick one from the list'],
      ['/mute server:Our TF2 for:a while', 'is no span of time'],
      [
        '/maintenance once server:Our TF2 from:tomorrowish minutes:5 time_zone:UTC',
        'is no time I understand',
      ],
      ['/maintenance repeat server:Our TF2 cron:daily minutes:5 time_zone:UTC', 'is no cron line'],
      [
        '/maintenance repeat server:Our TF2 cron:0 6 * * * minutes:5 time_zone:Atlantis',
        'I know no time zone called',
      ],
      ['/alerts add player server:Our TF2 name:*', 'would fit nearly everybody'],
      ['/find source:nonsense', 'is no list I know'],
    ] as const) {
      await says(line, words);
    }
    expect(story.discord.people.pins('#status').map(({ id }) => id)).toEqual(watched);
    expect(story.discord.people.pins('#general')).toEqual([]);
    expect(faults).toEqual([]);
  },
  120_000,
);
