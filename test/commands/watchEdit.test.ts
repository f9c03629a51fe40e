import { describe, expect, it } from 'vitest';
import { carryOut, changeGuild } from '#commands/statusMoves.ts';
import { withStatusIn } from '#monitor/boardChange.ts';
import { createTexts } from '#text/texts.ts';
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

  it('says at once that a channel will not do and that a role is never pinged', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const answer = await ask(crow, '/watch edit', {
      server: ADDRESS,
      channel: 'news',
      role: '@everyone',
    });
    expect(answer).toContain('announcement');
    expect(answer).toContain('a role I never ping');
    expect(await watchesOf(crow)).toMatchObject([{ roleId: null }]);
    expectCalm(crow);
  });

  it('deletes the old message also when the time for an answer is over by then', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const { desk, discord, guildId } = crow;
    const [watch] = await watchesOf(crow);
    const change = await changeGuild<never>(guildId, desk, (guild) =>
      withStatusIn(guild, watch?.id ?? '', channelId(discord, 'general'), desk.now()),
    );
    const means = { desk, t: createTexts().in('en'), signal: AbortSignal.abort() };
    expect(await carryOut(change, means)).toEqual([]);
    expect(discord.people.messages('#status')).toEqual([]);
    expect(discord.people.messages('#general')).toHaveLength(1);
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

  it('does not follow a server that somebody else adds there meanwhile', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    crow.servers.set(OTHER_ADDRESS, onlineSnapshot());
    const rival = ask(crow, '/watch add', { server: OTHER_ADDRESS });
    const edit = ask(crow, '/watch edit', { server: ADDRESS, address: OTHER_ADDRESS });
    const answers = (await Promise.all([rival, edit])).join('\n');
    expect(answers.match(/already has a status message/g)).toHaveLength(1);
    const ports = (await watchesOf(crow)).map(({ target }) => target.port);
    expect(ports.filter((port) => port === 27016)).toHaveLength(1);
  });

  it('forgets the server it no longer asks, unless somebody else does', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    const known = async (port: number) =>
      (await crow.store.servers.get(`a2s/203.0.113.5:${port}`)) !== null;
    crow.servers.set('203.0.113.5:27017', onlineSnapshot());
    await ask(crow, '/watch edit', { server: ADDRESS, address: '203.0.113.5:27017' });
    expect([await known(27015), await known(27016)]).toEqual([false, true]);
    await ask(crow, '/watch add', { server: '203.0.113.5:27017', channel: 'general' });
    await ask(crow, '/watch edit', { server: OTHER_ADDRESS, address: '203.0.113.5:27018' });
    const [first] = await watchesOf(crow);
    await ask(crow, '/watch edit', { server: first?.id ?? '', address: ADDRESS });
    expect([await known(27016), await known(27017)]).toEqual([false, true]);
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
