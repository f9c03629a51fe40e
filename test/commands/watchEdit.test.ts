import { describe, expect, it } from 'vitest';
import { expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, ask, OTHER_ADDRESS, offered, watchesOf, watchServer } from './asking.ts';

describe('/watch edit', () => {
  it('changes what was given and leaves the rest', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const [before] = await watchesOf(crow);
    const role = roleId(crow.discord, 'Watchmen');
    const answer = await ask(crow, '/watch edit', {
      server: ADDRESS,
      role: 'Watchmen',
      joins: 'first',
      grace: '5m',
      restarts: true,
      count_step: 10,
    });
    const facts = ['the first one on an empty server', 'told after 5 minutes', 'restarts'];
    for (const words of [...facts, `<@&${role}>`, 'counts from 10 players on']) {
      expect(answer).toContain(words);
    }
    const settings = { roleId: role, joins: 'first', graceMs: 300_000, countStep: 10 };
    expect(await watchesOf(crow)).toEqual([{ ...before, ...settings, restarts: true }]);
    expect(crow.discord.people.messages('#status')).toHaveLength(1);
    await ask(crow, '/watch edit', { server: ADDRESS, remove_role: true, grace: '0' });
    expect(await watchesOf(crow)).toMatchObject([{ roleId: null, graceMs: 0, joins: 'first' }]);
    expectCalm(crow);
  });

  it('moves the status message: a new one, pinned, and the old one alone is gone', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    crow.discord.people.say({ as: 'pip', in: '#status', text: 'hello' });
    const answer = await ask(crow, '/watch edit', { server: ADDRESS, channel: 'general' });
    const [pinned] = crow.discord.people.pins('#general');
    expect(pinned?.embeds[0]?.title).toBe('Evening Payload');
    expect(answer).toContain(
      `/${pinned?.channel_id}/${pinned?.id}) is in <#${pinned?.channel_id}>`,
    );
    expect(await watchesOf(crow)).toMatchObject([
      { channelId: channelId(crow.discord, 'general'), message: { id: pinned?.id, pinned: true } },
    ]);
    const left = crow.discord.people.messages('#status').map(({ message }) => message.content);
    expect(left).toEqual(['hello']);
    crow.clock.advance(60_000);
    await crow.monitor.round();
    expect(crow.discord.people.messages('#general')).toHaveLength(1);
    expectCalm(crow);
  });

  it('follows a server to another address, with the message it has', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const [before] = await watchesOf(crow);
    crow.servers.set(OTHER_ADDRESS, onlineSnapshot({ name: 'Payload, moved', map: 'pl_badwater' }));
    const answer = await ask(crow, '/watch edit', { server: ADDRESS, address: OTHER_ADDRESS });
    expect(answer).toContain('27016');
    expect(await watchesOf(crow)).toMatchObject([
      { target: { port: 27016, game: null }, message: { id: before?.message?.id } },
    ]);
    crow.clock.advance(60_000);
    await crow.monitor.round();
    const posts = crow.discord.people.messages('#status').map(({ message }) => message);
    expect(posts.map(({ id, embeds }) => [id, embeds[0]?.title])).toEqual([
      [before?.message?.id, 'Payload, moved'],
    ]);
    expectCalm(crow);
  });

  it('takes no address that can not be one, may not be asked, or is watched there already', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    crow.servers.set('10.0.0.5:27015', offlineSnapshot({ reason: 'address-refused' }));
    const move = (options: Record<string, string>) =>
      ask(crow, '/watch edit', { server: ADDRESS, ...options });
    expect(await move({ address: 'x:99999' })).toContain('no port `99999`');
    expect(await move({ address: '10.0.0.5:27015' })).toContain('not allowed to ask');
    expect(await move({ address: OTHER_ADDRESS })).toContain('already has a status message');
    expect(await move({ game: 'no such game' })).toContain('no such game');
    expect((await watchesOf(crow)).map(({ target }) => target.port)).toEqual([27015, 27016]);
  });

  it('says when the old message stays', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    crow.discord.faults.add(
      { route: 'DELETE /channels/:channel/messages/:message', nth: 2, times: 2 },
      { kind: 'status', status: 503 },
    );
    const answer = await ask(crow, '/watch edit', { server: ADDRESS, channel: 'general' });
    expect(answer).toContain('delete it by hand');
    expect(crow.discord.people.pins('#general')).toHaveLength(1);
  });

  it('does not move to a channel where it could not be', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const [before] = await watchesOf(crow);
    crow.discord.people.setOverwrite('#general', { for: 'bot', deny: ['EMBED_LINKS'] });
    expect(await ask(crow, '/watch edit', { server: ADDRESS, channel: 'general' })).toContain(
      'I am missing: **Embed Links**',
    );
    expect(await ask(crow, '/watch edit', { server: ADDRESS, channel: 'news' })).toContain(
      'announcement channel',
    );
    expect(await ask(crow, '/watch edit', { server: ADDRESS, notices: 'log-books' })).toContain(
      'not a channel',
    );
    expect(await ask(crow, '/watch edit', { server: ADDRESS, role: 'Captains' })).toContain(
      'make the role mentionable',
    );
    expect(await watchesOf(crow)).toEqual([before]);
  });

  it('does not move notices to where the role would not hear them', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/watch edit', { server: ADDRESS, role: 'Watchmen' });
    crow.discord.people.setRole('Watchmen', { mentionable: false });
    const role = roleId(crow.discord, 'Watchmen');
    await expect
      .poll(() => ask(crow, '/watch edit', { server: ADDRESS, notices: 'general' }))
      .toContain(`I cannot ping <@&${role}>`);
  });

  it.each([
    [{}, 'nothing was given'],
    [{ grace: 'soon' }, '`soon` is no span of time'],
    [{ grace: '2d' }, '1 day at most'],
    [{ role: 'Watchmen', remove_role: true }, 'not both'],
  ])('explains what will not do: %j', async (options, words) => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/watch edit', { server: ADDRESS, ...options })).toContain(words);
  });

  it('offers watched servers and grace times', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const [server] = await offered(crow, '/watch edit', 'server', 'even');
    expect(server?.name).toBe(`Evening Payload (${ADDRESS})`);
    const graces = await offered(crow, '/watch edit', 'grace', '');
    expect(graces.map(({ name }) => name).slice(0, 3)).toEqual([
      'at once',
      '2 minutes',
      '5 minutes',
    ]);
  });
});

describe('a message that servers share', () => {
  it('comes when they ask for it, and their own messages go', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    expect(crow.discord.people.messages('#status')).toHaveLength(2);
    await ask(crow, '/watch edit', { server: ADDRESS, board: true });
    crow.clock.advance(5000);
    const answer = await ask(crow, '/watch edit', { server: OTHER_ADDRESS, board: true });
    expect(answer).toContain('shared message');
    crow.clock.advance(60_000);
    await crow.monitor.round();
    const posts = crow.discord.people.messages('#status');
    expect(posts.map(({ message }) => message.embeds.map(({ title }) => title))).toEqual([
      ['Evening Payload', 'Morning Payload'],
    ]);
    expect(crow.discord.people.pins('#status')).toHaveLength(1);
    const list = await ask(crow, '/watch list');
    expect(list.match(new RegExp(`/${posts[0]?.message.id}\\)`, 'g'))).toHaveLength(2);
    expectCalm(crow);
  });

  it('loses a server that wants its own again, and goes with the last one', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    for (const server of [ADDRESS, OTHER_ADDRESS]) {
      await ask(crow, '/watch edit', { server, board: true });
      crow.clock.advance(5000);
    }
    const titles = () =>
      crow.discord.people
        .messages('#status')
        .map(({ message }) => message.embeds.map(({ title }) => title));
    crow.clock.advance(60_000);
    await crow.monitor.round();
    await ask(crow, '/watch edit', { server: ADDRESS, board: false });
    crow.clock.advance(60_000);
    await crow.monitor.round();
    expect(titles()).toEqual([['Morning Payload'], ['Evening Payload']]);
    await ask(crow, '/watch edit', { server: OTHER_ADDRESS, channel: 'general' });
    expect(titles()).toEqual([['Evening Payload']]);
    expect(crow.discord.people.pins('#general')).toHaveLength(1);
    expect((await crow.store.guilds.get(crow.guildId)).boards).toHaveLength(1);
    await ask(crow, '/watch remove', { server: OTHER_ADDRESS });
    expect(crow.discord.people.messages('#general')).toEqual([]);
    expectCalm(crow);
  });
});
