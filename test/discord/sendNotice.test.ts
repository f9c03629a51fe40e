import { describe, expect, it } from 'vitest';
import type { News, Notice } from '#store/noticeDocument.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, startCrowsnest } from './crowsnest.ts';
import { noticeWith } from './notices.ts';

const POST = 'POST /channels/:channel/messages';
const signal = () => new AbortController().signal;
let made = 0;

function noticeOf(crow: Crowsnest, change: Partial<Notice> = {}): Notice {
  made += 1;
  const now = crow.clock.now();
  const news: News = {
    kind: 'down',
    name: 'Evening Payload',
    address: '203.0.113.5:27015',
    since: now,
    reason: 'timeout',
    lastOnline: now - 60_000,
    host: null,
    farewell: null,
  };
  return noticeWith(news, {
    id: `notice${made}`,
    guildId: crow.guildId,
    channelId: channelId(crow.discord, 'alerts'),
    roleId: roleId(crow.discord, 'Watchmen'),
    createdAt: now,
    ...change,
  });
}

const send = (crow: Crowsnest, notice: Notice) => crow.ports.sendNotice(notice, null, signal());
const alerts = (crow: Crowsnest) => crow.discord.people.messages('#alerts').map((p) => p.message);

describe('a notice', () => {
  it('reaches the role, once', async () => {
    const crow = await startCrowsnest();
    const notice = noticeOf(crow);
    const first = await send(crow, notice);
    expect(first).toMatchObject({ kind: 'sent' });
    expect(await send(crow, notice)).toEqual(first);
    expect(alerts(crow)).toHaveLength(1);
    expect(crow.discord.people.rolePings('Watchmen')).toHaveLength(1);
    expect(crow.discord.people.notifications('pip')).toHaveLength(1);
    expect(crow.discord.people.notifications('marlow')).toEqual([]);
  });

  it('speaks the language it is asked for', async () => {
    const crow = await startCrowsnest();
    await crow.ports.sendNotice(noticeOf(crow), 'ru', signal());
    expect(alerts(crow)[0]?.content).toContain('Сервер упал');
  });

  it('counts as delivered when it was sent before and somebody deleted it', async () => {
    const crow = await startCrowsnest();
    const notice = noticeOf(crow);
    await send(crow, notice);
    crow.discord.people.deleteMessage('#alerts', alerts(crow)[0]?.id ?? '');
    expect(await send(crow, notice)).toEqual({ kind: 'sent', messageId: null });
    expect(alerts(crow)).toEqual([]);
  });

  it('waits for a 429 and for a Discord in trouble', async () => {
    const crow = await startCrowsnest();
    crow.discord.faults.add({ route: POST }, { kind: 'rateLimit', retryAfter: 20 });
    const limited = await send(crow, noticeOf(crow));
    expect(limited).toMatchObject({ kind: 'later' });
    expect(limited.kind === 'later' && limited.notBefore - crow.clock.now()).toBeGreaterThan(
      19_999,
    );
    crow.discord.faults.clear();
    crow.discord.faults.add({ route: POST, times: 4 }, { kind: 'status', status: 500 });
    const pauses = [];
    for (const failures of [0, 3]) {
      const outcome = await send(crow, noticeOf(crow, { failures }));
      pauses.push(outcome.kind === 'later' ? outcome.notBefore - crow.clock.now() : 0);
    }
    expect(pauses[0]).toBeLessThan(6001);
    expect(pauses[1]).toBeGreaterThan(30_000);
  });

  it('knows when Discord surely did not take it, and when it may stand there already', async () => {
    const crow = await startCrowsnest();
    crow.discord.faults.add({ route: POST }, { kind: 'rateLimit', retryAfter: 20 });
    expect(await send(crow, noticeOf(crow))).toMatchObject({ kind: 'later', refused: true });
    crow.discord.faults.add({ route: POST, times: 2 }, { kind: 'cut', when: 'middle' });
    expect(await send(crow, noticeOf(crow))).not.toHaveProperty('refused');
  });

  it('is parked with the permission it lacks', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setOverwrite('#alerts', { for: 'bot', deny: ['SEND_MESSAGES'] });
    const notice = noticeOf(crow);
    await expect
      .poll(() => crow.gateway.missingThere(crow.guildId, notice.channelId))
      .toContain('SendMessages');
    expect(await send(crow, notice)).toMatchObject({
      kind: 'parked',
      trouble: 'permission',
      facts: expect.arrayContaining(['SendMessages']),
    });
    expect(crow.discord.journal.requests('POST', /messages$/)).toEqual([]);
    crow.discord.people.setOverwrite('#alerts', { for: 'bot' });
    await expect
      .poll(() => crow.gateway.missingThere(crow.guildId, notice.channelId))
      .not.toContain('SendMessages');
    expect(await send(crow, notice)).toMatchObject({ kind: 'sent' });
  });

  it('goes out without its details where links may not be embedded', async () => {
    const crow = await startCrowsnest();
    crow.discord.people.setOverwrite('#alerts', { for: 'bot', deny: ['EMBED_LINKS'] });
    const notice = noticeOf(crow);
    await expect
      .poll(() => crow.gateway.missingThere(crow.guildId, notice.channelId))
      .toContain('EmbedLinks');
    expect(await send(crow, notice)).toMatchObject({ kind: 'sent' });
    expect(crow.discord.people.notifications('pip')).toHaveLength(1);
  });

  it('is parked when its channel is gone', async () => {
    const crow = await startCrowsnest();
    const notice = noticeOf(crow);
    crow.discord.people.deleteChannel('#alerts');
    expect(await send(crow, notice)).toEqual({
      kind: 'parked',
      trouble: 'channel-gone',
      facts: ['10003'],
    });
  });

  it('is parked where no message can be', async () => {
    const crow = await startCrowsnest();
    const notice = noticeOf(crow, { channelId: channelId(crow.discord, 'log-books') });
    expect(await send(crow, notice)).toMatchObject({ kind: 'parked', trouble: 'refused' });
  });

  it('goes out bare when the whole one is refused, and is dropped when that is refused too', async () => {
    const crow = await startCrowsnest();
    const refuse = { kind: 'status', status: 400, code: 200000 } as const;
    crow.discord.faults.add({ route: POST }, refuse);
    expect(await send(crow, noticeOf(crow))).toMatchObject({ kind: 'sent' });
    expect(JSON.stringify(alerts(crow))).not.toContain('Evening Payload');
    expect(crow.discord.people.rolePings('Watchmen')).toHaveLength(1);
    crow.discord.faults.add({ route: POST, times: 2 }, refuse);
    expect(await send(crow, noticeOf(crow))).toMatchObject({ kind: 'dropped' });
  });

  it('goes out without the ping when the role is gone', async () => {
    const crow = await startCrowsnest();
    crow.discord.faults.add({ route: POST }, { kind: 'status', status: 404, code: 10011 });
    expect(await send(crow, noticeOf(crow))).toMatchObject({ kind: 'sent' });
    expect(alerts(crow)[0]).toMatchObject({ mention_roles: [] });
  });
});
