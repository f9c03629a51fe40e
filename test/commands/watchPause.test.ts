import { describe, expect, it } from 'vitest';
import { type Crowsnest, expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, ask, OTHER_ADDRESS, offered, watchesOf, watchServer } from './asking.ts';

const statusPost = (crow: Crowsnest) => crow.discord.people.messages('#status').at(0)?.message;
const adaOf = (crow: Crowsnest) =>
  [...crow.discord.state.users.values()].find(({ username }) => username === 'ada')?.id;

async function oneRound(crow: Crowsnest): Promise<void> {
  crow.clock.advance(60_000);
  await crow.monitor.round();
}

describe('/watch pause and resume', () => {
  it('greys the message and says who paused it and since when; resuming shows the server again', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await oneRound(crow);
    expect(await ask(crow, '/watch pause', { server: ADDRESS })).toContain(
      'neither ask nor tell anything',
    );
    await crow.monitor.settled();
    await oneRound(crow);
    const since = Math.floor((crow.clock.now() - 60_000) / 1000);
    const [embed] = statusPost(crow)?.embeds ?? [];
    expect(embed?.title).toBe('Evening Payload');
    expect(embed?.description).toBe(`⏸️ **Paused** · by <@${adaOf(crow)}> since <t:${since}:f>`);
    expect(embed?.color).toBe(0x80_84_8e);
    expect(embed?.fields?.map(({ name }) => name)).toEqual(['Last seen', 'Address']);
    expect(await ask(crow, '/watch list')).toMatch(/^Watched servers\n⏸️ .*\n.*Paused \(by <@/);
    crow.clock.advance(5_000);
    expect(await ask(crow, '/watch resume', { server: ADDRESS })).toContain('watching again');
    expect(statusPost(crow)?.embeds[0]?.description).toContain('🟢 **Online**');
    expect(await watchesOf(crow)).toMatchObject([{ paused: null }]);
    expectCalm(crow);
  });

  it('pauses one of a board, which goes on with the others', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    await ask(crow, '/board make', { style: 'compact' });
    crow.clock.advance(5_000);
    await ask(crow, '/watch pause', { server: ADDRESS });
    await crow.monitor.settled();
    const [embed] = statusPost(crow)?.embeds ?? [];
    expect(embed?.title).toBe('1 of 1 server online, 3 players');
    expect(embed?.description?.split('\n')[0]).toMatch(
      /^⏸️ \*\*Evening Payload\*\* · Paused \(by <@\d+> since <t:\d+:f>\) · 3\/24 before that/,
    );
    await oneRound(crow);
    crow.clock.advance(5_000);
    await ask(crow, '/board take-off', { server: ADDRESS });
    expect(crow.discord.people.messages('#status').at(-1)?.message.embeds[0]?.description).toMatch(
      /^⏸️ \*\*Paused\*\*/,
    );
    expectCalm(crow);
  });

  it('pauses all at once, and says when there is nothing to do', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await watchServer(crow, OTHER_ADDRESS, 'Morning Payload');
    const choices = await offered(crow, '/watch pause', 'server', '');
    expect(choices.map(({ name }) => name)).toEqual([
      'all watched servers (2)',
      `Evening Payload (${ADDRESS})`,
      `Morning Payload (${OTHER_ADDRESS})`,
    ]);
    expect(await ask(crow, '/watch resume', { server: ADDRESS })).toContain('not paused');
    await ask(crow, '/watch pause', { server: '*' });
    expect((await watchesOf(crow)).map(({ paused }) => paused !== null)).toEqual([true, true]);
    expect(await ask(crow, '/watch pause', { server: ADDRESS })).toContain('paused already');
    await ask(crow, '/watch resume', { server: '*' });
    expect((await watchesOf(crow)).map(({ paused }) => paused)).toEqual([null, null]);
  });

  it('leaves a paused server paused when its message moves, and asks it nothing', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/watch pause', { server: ADDRESS });
    crow.servers.set(ADDRESS, onlineSnapshot({ name: 'Renamed meanwhile' }));
    await ask(crow, '/watch move', { server: ADDRESS, channel: 'general' });
    const [post] = crow.discord.people.messages('#general');
    expect(post?.message.embeds[0]).toMatchObject({
      title: 'Evening Payload',
      description: expect.stringMatching(/^⏸️ \*\*Paused\*\*/),
    });
  });
});

describe('/watch move', () => {
  it('moves the status, the notices or both, and needs one of them', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    const general = channelId(crow.discord, 'general');
    expect(await ask(crow, '/watch move', { server: ADDRESS })).toContain('nothing was given');
    await ask(crow, '/watch move', { server: ADDRESS, notices: 'general' });
    expect(await watchesOf(crow)).toMatchObject([
      { channelId: channelId(crow.discord, 'status'), noticeChannelId: general },
    ]);
    await ask(crow, '/watch move', { server: ADDRESS, channel: 'general', notices: 'status' });
    expect(crow.discord.people.messages('#status')).toEqual([]);
    expect(crow.discord.people.pins('#general')).toHaveLength(1);
    expectCalm(crow);
  });
});

describe('/watch test', () => {
  const alert = (crow: Crowsnest) => crow.discord.people.messages('#alerts').at(-1);

  it('sends a notice as it would come, marked as a test; the role is shown and nobody is pinged', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/watch edit', { server: ADDRESS, role: 'Watchmen', grace: '5m' });
    const answer = await ask(crow, '/watch test', { server: ADDRESS });
    const role = roleId(crow.discord, 'Watchmen');
    const post = alert(crow);
    expect(post?.message.content).toBe(`🧪 Test: <@&${role}> 🔴 A server went down.`);
    expect(post?.message.embeds[0]).toMatchObject({
      title: 'Evening Payload',
      footer: { text: 'This is a test. Nothing has happened.' },
    });
    expect(answer).toContain(`/${post?.message.id})`);
    expect(answer).toContain('only shown');
    expect(crow.discord.people.notifications('pip')).toEqual([]);
    expectCalm(crow);
  });

  it('pings when that is asked for', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    expect(await ask(crow, '/watch test', { server: ADDRESS, ping: true })).toContain(
      'There is no role to ping',
    );
    await ask(crow, '/watch edit', { server: ADDRESS, role: 'Watchmen' });
    crow.clock.advance(1000);
    await ask(crow, '/watch test', { server: ADDRESS, ping: true });
    expect(alert(crow)?.message.mention_roles).toEqual([roleId(crow.discord, 'Watchmen')]);
  });

  it('says which permission is missing, and that the role would not hear it', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    await ask(crow, '/watch edit', { server: ADDRESS, role: 'Watchmen' });
    crow.discord.people.setRole('Watchmen', { mentionable: false });
    await expect
      .poll(() => ask(crow, '/watch test', { server: ADDRESS }))
      .toContain('make the role mentionable');
    const before = crow.discord.people.messages('#alerts').length;
    crow.discord.people.setOverwrite('#alerts', { for: 'bot', deny: ['SEND_MESSAGES'] });
    await expect
      .poll(() => ask(crow, '/watch test', { server: ADDRESS }))
      .toContain('I am missing: **Send Messages**');
    expect(crow.discord.people.messages('#alerts')).toHaveLength(before);
  });

  it('says why a real one would not come now', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    crow.servers.set(ADDRESS, offlineSnapshot());
    await ask(crow, '/mute', { server: ADDRESS, for: '1h' });
    expect(await ask(crow, '/watch test', { server: ADDRESS })).toContain('stay away until');
    await ask(crow, '/watch pause', { server: ADDRESS });
    crow.clock.advance(1000);
    expect(await ask(crow, '/watch test', { server: ADDRESS })).toContain('Paused (by <@');
    expect(crow.discord.people.messages('#alerts')).toHaveLength(2);
  });

  it('names what Discord refused, whatever the cache believes', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    crow.discord.faults.add(
      { route: 'POST /channels/:channel/messages' },
      { kind: 'status', status: 403, code: 50013 },
    );
    expect(await ask(crow, '/watch test', { server: ADDRESS })).toContain(
      'I am missing permissions',
    );
  });
});
