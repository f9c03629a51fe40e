import { describe, expect, it } from 'vitest';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, ask, foundDown, watchesOf } from './asking.ts';

const add = (crow: Crowsnest, options: Record<string, string | boolean> = {}, who = {}) =>
  ask(crow, '/watch add', { server: ADDRESS, ...options }, who);
describe('/watch add', () => {
  it('posts and pins a status message, saves the watch and answers with a link', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const role = roleId(crow.discord, 'Watchmen');
    const answer = await add(crow, { role: 'Watchmen', notices: 'alerts', join_leave: true });
    const [pinned] = crow.discord.people.pins('#status');
    expect(pinned?.embeds[0]?.title).toBe('Evening Payload');
    expect(answer).toContain('Watching Evening Payload');
    expect(answer).toContain(`/${pinned?.channel_id}/${pinned?.id}`);
    expect(answer).toContain(`<@&${role}>`);
    expect(await watchesOf(crow)).toMatchObject([
      {
        channelId: channelId(crow.discord, 'status'),
        noticeChannelId: channelId(crow.discord, 'alerts'),
        roleId: role,
        joins: 'both',
        message: { id: pinned?.id, pinned: true },
        trouble: null,
      },
    ]);
    expect(crow.discord.people.messages('#status')).toHaveLength(1);
    expectCalm(crow);
  });

  it('keeps the code page that a person chose for its texts', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const choices = await crow.discord.people.typeOption({
      as: 'ada',
      in: '#status',
      command: '/watch add',
      option: 'encoding',
      text: 'russian',
      options: { server: ADDRESS },
    });
    expect(choices[0]).toMatchObject({ value: 'windows-1251' });
    await add(crow, { encoding: 'windows-1251' });
    expect(await watchesOf(crow)).toMatchObject([{ target: { encoding: 'windows-1251' } }]);
    expect(await add(crow, { encoding: 'klingon' })).toContain('`klingon` is not a text encoding');
    expectCalm(crow);
  });

  it('also adds a server that is offline, and says what was tried', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, offlineSnapshot());
    const asked = crow.discord.people.runCommand({
      as: 'ada',
      in: '#status',
      command: '/watch add',
      options: { server: ADDRESS },
    });
    const { message } = await asked.reply();
    expect(message.embeds[0]?.description).toContain('does not answer right now');
    expect(message.embeds[0]?.fields?.[0]?.value).toContain('a firewall keeps UDP out');
    expect(message.embeds[0]?.fields?.[1]?.value).toContain('no answer · 3.0\u00a0s');
    expect(await watchesOf(crow)).toHaveLength(1);
    expect(crow.discord.people.pins('#status')[0]?.embeds[0]?.description).toContain('🟡');
  });

  it('does not add an address that may not be asked', async () => {
    const crow = await startCrowsnest();
    crow.servers.set('10.0.0.5:27015', offlineSnapshot({ reason: 'address-refused' }));
    expect(await add(crow, { server: '10.0.0.5:27015' })).toContain('not allowed to ask');
    expect(await watchesOf(crow)).toEqual([]);
  });

  it('names each missing permission and the channel, and touches nothing', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setOverwrite('#status', {
      for: 'bot',
      deny: ['EMBED_LINKS', 'PIN_MESSAGES'],
    });
    const answer = await add(crow);
    const here = `<#${channelId(crow.discord, 'status')}>`;
    expect(answer).toContain(`In ${here} I am missing: **Embed Links**, **Pin Messages**.`);
    expect(answer).toContain('override');
    expect(await watchesOf(crow)).toEqual([]);
    expect(crow.discord.people.messages('#status')).toEqual([]);
  });

  it('names only what can be switched on when Discord takes more away', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.hideChannel('#alerts');
    await expect
      .poll(() => crow.gateway.missingThere(crow.guildId, channelId(crow.discord, 'alerts')))
      .toContain('ViewChannel');
    expect(await add(crow, { notices: 'alerts' })).toContain('missing: **View Channel**.');
  });

  it('looks at the chosen channels, not at the one it was typed in', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setOverwrite('#alerts', { for: 'bot', deny: ['SEND_MESSAGES'] });
    const alerts = `<#${channelId(crow.discord, 'alerts')}>`;
    expect(await add(crow, { notices: 'alerts' })).toContain(
      `In ${alerts} I am missing: **Send Messages**.`,
    );
    expect(await add(crow, { channel: 'alerts' })).toContain(`In ${alerts} I am missing`);
    expect(await watchesOf(crow)).toEqual([]);
  });

  it('says it in the language of the asker', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS'] });
    expect(await add(crow, {}, { locale: 'ru' })).toContain('**Встраивать ссылки**');
  });

  it.each([
    ['news', /announcement channel/],
    ['Deck', /not a channel I can keep/],
    ['log-books', /not a channel I can keep/],
  ])('refuses #%s with words', async (channel, words) => {
    const crow = await startCrowsnest();
    expect(await add(crow, { channel })).toMatch(words);
    expect(await watchesOf(crow)).toEqual([]);
  });

  it('works in a thread', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    await add(crow, {}, { in: 'night watch' });
    expect(crow.discord.people.pins('night watch')).toHaveLength(1);
  });

  it('refuses a role that would not hear it, and @everyone', async () => {
    const crow = await startCrowsnest();
    const answer = await add(crow, { role: 'Captains' });
    expect(answer).toContain('make the role mentionable');
    expect(answer).toContain('**Mention @everyone, @here and All Roles**');
    expect(await add(crow, { role: '@everyone' })).toContain('a role I never ping');
    expect(await watchesOf(crow)).toEqual([]);
    expect(crow.discord.people.notifications('marlow')).toEqual([]);
  });

  it('takes a server once a channel, and no more than the limit', async () => {
    const crow = await startCrowsnest({ watchesPerGuild: 2 });
    crow.servers.set(ADDRESS, onlineSnapshot());
    await add(crow);
    expect(await add(crow)).toContain('already has a status message');
    await add(crow, { channel: 'alerts' });
    expect(await add(crow, { channel: 'general' })).toContain('can watch 2 game servers');
    expect(await watchesOf(crow)).toHaveLength(2);
  });

  it('takes a server once also when two people add it at the same moment', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    const answers = (await Promise.all([add(crow), add(crow)])).sort();
    expect(answers).toMatchObject([
      expect.stringContaining('already has a status message'),
      expect.stringContaining('Watching Evening Payload'),
    ]);
    expect(await watchesOf(crow)).toHaveLength(1);
    expect(crow.discord.people.messages('#status')).toHaveLength(1);
  });

  it('holds the limit also when two people reach it at the same moment', async () => {
    const crow = await startCrowsnest({ watchesPerGuild: 1 });
    const other = '203.0.113.5:27016';
    crow.servers.set(ADDRESS, onlineSnapshot());
    crow.servers.set(other, onlineSnapshot());
    const answers = await Promise.all([add(crow), add(crow, { server: other })]);
    expect(answers.filter((words) => words.includes('can watch 1 game server'))).toHaveLength(1);
    const [kept, ...more] = await watchesOf(crow);
    expect(more).toEqual([]);
    const gone = kept?.target.port === 27015 ? 27016 : 27015;
    expect(await crow.store.servers.get(`a2s/203.0.113.5:${gone}`)).toBeNull();
  });

  it('explains a wrong address', async () => {
    const crow = await startCrowsnest();
    expect(await add(crow, { server: 'play.example.com:99999' })).toContain('no port `99999`');
  });

  it('keeps the watch when Discord does not take the message yet', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    crow.discord.faults.add(
      { route: 'POST /channels/:channel/messages', times: 2 },
      { kind: 'status', status: 503 },
    );
    expect(await add(crow)).toContain('Discord did not take the status message yet');
    expect(await watchesOf(crow)).toMatchObject([{ message: null }]);
    expect(await ask(crow, '/watch list')).toContain('not posted yet');
    crow.clock.advance(60_000);
    await crow.monitor.round();
    expect(crow.discord.people.pins('#status')).toHaveLength(1);
  });
});

describe('/watch list', () => {
  it('says how to begin when there is nothing', async () => {
    const crow = await startCrowsnest();
    expect(await ask(crow, '/watch list')).toContain('/watch add');
  });

  it('shows each watch, and what is in the way', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    await add(crow, { notices: 'alerts' });
    expect(await ask(crow, '/watch list')).toMatch(/🟢? ?.*\*\*Evening Payload\*\* `203/);
    crow.discord.people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS'] });
    crow.servers.set(ADDRESS, onlineSnapshot({ map: 'cp_dustbowl' }));
    crow.clock.advance(60_000);
    await crow.monitor.round();
    const list = await ask(crow, '/watch list');
    expect(list).toContain('⚠️ I am missing permissions: **Embed Links**. Next try <t:');
  });

  it('tells since when a server is down, and when nobody has looked for long', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    await add(crow, {});
    const noon = crow.clock.now();
    await foundDown(crow, noon - 60_000);
    const list = await ask(crow, '/watch list');
    expect(list).toContain(
      `🔴 **Evening Payload** \`${ADDRESS}\` · went down <t:${noon / 1000 - 60}:R>`,
    );
    crow.clock.advance(1_200_000);
    const later = await ask(crow, '/watch list');
    expect(later).toContain(`· as of <t:${noon / 1000}:R>: Offline`);
  });

  it('has pages when there are many', async () => {
    const crow = await startCrowsnest();
    for (let port = 27015; port < 27030; port += 1) {
      crow.servers.set(`203.0.113.5:${port}`, onlineSnapshot({ name: `Number ${port}` }));
      await add(crow, { server: `203.0.113.5:${port}` });
    }
    const asked = crow.discord.people.runCommand({
      as: 'ada',
      in: '#status',
      command: '/watch list',
    });
    const { message } = await asked.reply();
    const next = message.components[0]?.components?.[2]?.custom_id ?? '';
    expect(message.embeds[0]?.description).toContain('Number 27015');
    await crow.discord.people
      .click({ as: 'ada', in: '#status', messageId: message.id, customId: next })
      .acknowledged();
    await expect
      .poll(() => asked.posts()[0]?.message.embeds[0]?.description)
      .toContain('Number 27029');
    expectCalm(crow);
  });
});

describe('/watch remove', () => {
  it('offers what is watched, forgets it and deletes its own message alone', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    crow.discord.people.say({ as: 'pip', in: '#status', text: 'hello' });
    await add(crow);
    const [choice] = await crow.discord.people.typeOption({
      as: 'ada',
      in: '#status',
      command: '/watch remove',
      option: 'server',
      text: 'even',
    });
    expect(choice?.name).toBe(`Evening Payload (${ADDRESS})`);
    const answer = await ask(crow, '/watch remove', { server: String(choice?.value) });
    expect(answer).toContain('no longer watched');
    expect(await watchesOf(crow)).toEqual([]);
    expect(crow.discord.people.messages('#status').map((post) => post.message.content)).toEqual([
      'hello',
    ]);
    crow.clock.advance(60_000);
    await crow.monitor.round();
    expect(crow.discord.people.messages('#status')).toHaveLength(1);
    expectCalm(crow);
  });

  it('takes the address as typed, and says when the message was gone already', async () => {
    const crow = await startCrowsnest();
    crow.servers.set(ADDRESS, onlineSnapshot());
    await add(crow);
    const [pinned] = crow.discord.people.pins('#status');
    crow.discord.people.deleteMessage('#status', pinned?.id ?? '');
    expect(await ask(crow, '/watch remove', { server: ADDRESS })).toContain('already gone');
  });

  it('says when nothing like that is watched', async () => {
    const crow = await startCrowsnest();
    expect(await ask(crow, '/watch remove', { server: 'nothing' })).toContain('No such watch');
  });
});
