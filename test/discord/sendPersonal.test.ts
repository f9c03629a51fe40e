import { beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '#store/noticeDocument.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, startCrowsnest } from './crowsnest.ts';
import { noticeWith } from './notices.ts';

const MEMBER = 'GET /guilds/:guild/members/:user';
const POST = 'POST /channels/:channel/messages';

let crow: Crowsnest;
beforeEach(async () => {
  crow = await startCrowsnest();
});

/** A notice for Pip, who sees #status. */
function noticeFor(change: Partial<Notice> = {}): Notice {
  const { discord, clock, guildId } = crow;
  const pip = [...discord.state.users.values()].find(({ username }) => username === 'pip');
  const direct = discord.people.openDirect('pip', 'Crowsnest');
  const news = {
    kind: 'players' as const,
    name: 'Evening Payload',
    address: '203.0.113.5:27015',
    atLeast: 6,
    online: 7,
    max: 24,
  };
  return noticeWith(news, {
    guildId,
    channelId: direct.id,
    roleId: null,
    createdAt: clock.now(),
    person: {
      id: pip?.id ?? '',
      wishId: 'wish0001',
      language: 'ru',
      placeId: channelId(discord, 'status'),
    },
    ...change,
  });
}

const send = (notice: Notice) => crow.ports.sendNotice(notice, 'ru', new AbortController().signal);
const direct = () => crow.discord.people.messages('@Crowsnest', 'pip').map((post) => post.message);

describe('a notice for one person', () => {
  it('arrives once in the direct channel, however often it is sent', async () => {
    const notice = noticeFor();
    const first = await send(notice);
    expect(first).toMatchObject({ kind: 'sent' });
    expect(await send(notice)).toEqual(first);
    expect(direct()).toHaveLength(1);
    expect(direct()[0]?.content).toContain('7 ');
    expect(crow.discord.people.notifications('pip')).toHaveLength(1);
    expect(crow.discord.people.notifications('ada')).toEqual([]);
  });

  it('is found again by who looks whether it arrived', async () => {
    const notice = noticeFor();
    const looked = () => crow.ports.lookForNotice(notice, new AbortController().signal);
    expect(await looked()).toBeNull();
    await send(notice);
    expect(await looked()).toEqual({ messageId: direct()[0]?.id });
  });

  it.each([500, 503])('waits while Discord does not say who is a member (%i)', async (status) => {
    crow.discord.faults.add({ route: MEMBER, times: 2 }, { kind: 'status', status });
    expect(await send(noticeFor())).toMatchObject({ kind: 'later', refused: true });
    expect(direct()).toEqual([]);
    expect(await send(noticeFor())).toMatchObject({ kind: 'sent' });
  });

  it('waits while Discord has an outage for the guild', async () => {
    const notice = noticeFor();
    crow.discord.people.setAvailable(false);
    await expect.poll(() => crow.gateway.guildIds()).toEqual([]);
    expect(await send(notice)).toMatchObject({ kind: 'later' });
    expect(direct()).toEqual([]);
  });

  it('is not sent to who does not see one of the channels, left, or takes no messages', async () => {
    const notice = noticeFor();
    crow.discord.people.takeDirects('pip', false);
    expect(await send(notice)).toMatchObject({ kind: 'unheard', why: 'closed' });
    crow.discord.people.takeDirects('pip', true);
    crow.discord.people.setOverwrite('#status', { for: 'pip', deny: ['VIEW_CHANNEL'] });
    await expect
      .poll(() => send(notice))
      .toMatchObject({
        kind: 'unheard',
        why: 'hidden',
        hidden: [notice.person?.placeId],
      });
    crow.discord.people.leaveGuild('pip');
    expect(await send(notice)).toMatchObject({ kind: 'unheard', why: 'left' });
    expect(direct()).toEqual([]);
  });

  it('counts a deleted channel as one that is not seen', async () => {
    const notice = noticeFor();
    crow.discord.people.deleteChannel('#status');
    await expect.poll(() => send(notice)).toMatchObject({ kind: 'unheard', why: 'hidden' });
  });

  it('comes without a word of strangers when Discord refuses the whole one', async () => {
    crow.discord.faults.add(
      { route: POST, times: 1 },
      { kind: 'status', status: 400, code: 240000 },
    );
    expect(await send(noticeFor())).toMatchObject({ kind: 'sent' });
    expect(JSON.stringify(direct())).not.toContain('Payload');
    expect(JSON.stringify(direct())).toContain('Почему я об этом пишу');
  });
});
