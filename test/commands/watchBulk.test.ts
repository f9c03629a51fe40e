import { expect, test } from 'vitest';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { ADDRESS, OTHER_ADDRESS, watchesOf } from './asking.ts';

/** Ada opens the form and sends this text with it; what she reads then. */
async function bulk(crow: Crowsnest, servers: string, options = {}): Promise<string> {
  const me = { as: 'ada', in: '#status' } as const;
  const opened = crow.discord.people.runCommand({ ...me, command: '/watch bulk', options });
  await opened.modal();
  const sent = crow.discord.people.submitModal({ ...me, from: opened, values: { servers } });
  const [embed] = (await sent.reply()).message.embeds;
  return [embed?.title, embed?.description].join('\n');
}

test('each line is judged by itself: added, added though silent, twice, no address', async () => {
  const crow = await startCrowsnest();
  crow.servers.set(ADDRESS, onlineSnapshot({ name: 'Evening Payload' }));
  crow.servers.set(OTHER_ADDRESS, offlineSnapshot());
  const said = await bulk(
    crow,
    `# our servers\n${ADDRESS}\n\n${OTHER_ADDRESS} counterstrike16 # the old one\n${ADDRESS}\nplay.example.com:99999\n203.0.113.9 klingon`,
    { notices: 'alerts', role: 'Watchmen' },
  );
  expect(said).toContain('Added 2 of 5 servers');
  expect(said).toContain(`✅ \`${ADDRESS}\` **Watching Evening Payload**`);
  expect(said).toMatch(/⚠️ `203\.0\.113\.5:27015` .*already has a status message/);
  expect(said).toMatch(/⚠️ `play\.example\.com:99999` \S/);
  expect(said).toMatch(/⚠️ `203\.0\.113\.9` \S/);
  const watches = await watchesOf(crow);
  expect(watches.map(({ target }) => target.game).sort()).toEqual(['counterstrike16', null].sort());
  expect(watches.every(({ roleId }) => roleId !== null)).toBe(true);
  expect(watches.every(({ channelId, noticeChannelId }) => channelId !== noticeChannelId)).toBe(
    true,
  );
  expectCalm(crow);
});

test('an address that may not be asked is refused with the reason', async () => {
  const crow = await startCrowsnest();
  crow.servers.set('10.0.0.5:27015', offlineSnapshot({ reason: 'address-refused' }));
  const said = await bulk(crow, '10.0.0.5:27015');
  expect(said).toContain('Added 0 of 1 server');
  expect(said).toMatch(/⚠️ `10\.0\.0\.5:27015` I am not allowed to ask .*public address/);
  expect(await watchesOf(crow)).toEqual([]);
  expectCalm(crow);
});

test('a guild gets no more than it may have, and is told so line by line', async () => {
  const crow = await startCrowsnest({ watchesPerGuild: 2 });
  const said = await bulk(crow, [1, 2, 3].map((n) => `203.0.113.5:2701${n}`).join('\n'));
  expect(said).toContain('Added 2 of 3 servers');
  expect(said).toContain('can watch 2 game servers');
  expect(await watchesOf(crow)).toHaveLength(2);
});

test('lines beyond the 25th are left, and a form with remarks only says what to write', async () => {
  const crow = await startCrowsnest();
  const many = Array.from({ length: 27 }, (_, n) => `203.0.113.5:${28_000 + n}`);
  expect(await bulk(crow, many.join('\n'))).toContain('2 more lines were not read');
  expect(await watchesOf(crow)).toHaveLength(25);
  expect(await bulk(crow, '# nothing yet')).toContain('one HOST:PORT a line');
});
