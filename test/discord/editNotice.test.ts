import { describe, expect, it } from 'vitest';
import type { Notice } from '#store/noticeDocument.ts';
import { channelId, roleId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, expectCalm, startCrowsnest } from './crowsnest.ts';
import { noticeWith, singleNews } from './notices.ts';

const EDIT = 'PATCH /channels/:channel/messages/:message';
const signal = () => new AbortController().signal;
const [down, up] = singleNews({
  name: 'Evening Payload',
  address: '203.0.113.5:27015',
  player: 'Ann',
});

function notice(crow: Crowsnest, news: typeof down, change: Partial<Notice> = {}): Notice {
  if (news === undefined) {
    throw new Error('no such news');
  }
  return noticeWith(news, {
    id: news.kind,
    guildId: crow.guildId,
    channelId: channelId(crow.discord, 'alerts'),
    roleId: roleId(crow.discord, 'Watchmen'),
    createdAt: crow.clock.now(),
    ...change,
  });
}

/** A bot that told of an outage. */
async function begin() {
  const crow = await startCrowsnest();
  const outcome = await crow.ports.sendNotice(notice(crow, down), null, signal());
  const messageId = outcome.kind === 'sent' ? (outcome.messageId ?? '') : '';
  const end = (language: 'ru' | null = null) =>
    crow.ports.editNotice(notice(crow, up), messageId, language, signal());
  return { crow, messageId, end };
}

const alerts = (crow: Crowsnest) => crow.discord.people.messages('#alerts').map((p) => p.message);

describe('the message that told of an outage', () => {
  it('says when it is over, without a second ping, and the new message links to it', async () => {
    const { crow, messageId, end } = await begin();
    expect(await end()).toEqual({ kind: 'sent', messageId });
    await crow.ports.sendNotice(notice(crow, up, { answers: messageId }), null, signal());
    const [first, second] = alerts(crow);
    expect(first?.content).toMatch(
      /^<@&\d+> 🟢 Over: a server was down for 12 minutes 34 seconds.$/,
    );
    expect(first?.embeds[0]?.description).toContain('Was down from <t:');
    expect(second?.embeds[0]?.description).toContain(`/${first?.channel_id}/${messageId})`);
    expect(crow.discord.people.notifications('pip')).toHaveLength(2);
    expectCalm(crow);
  });

  it('speaks the language of the guild', async () => {
    const { crow, end } = await begin();
    await end('ru');
    expect(alerts(crow)[0]?.content).toContain('Уже работает');
  });

  it('is not missed when somebody deleted it', async () => {
    const { crow, messageId, end } = await begin();
    crow.discord.people.deleteMessage('#alerts', messageId);
    expect(await end()).toMatchObject({ kind: 'dropped' });
    expect(alerts(crow)).toEqual([]);
  });

  it('takes its turn among the edits of old messages of its channel', async () => {
    const { crow, end } = await begin();
    crow.clock.advance(2 * 3_600_000);
    expect(await end()).toMatchObject({ kind: 'sent' });
    crow.clock.advance(4000);
    expect(await end()).toMatchObject({ kind: 'later', notBefore: crow.clock.now() + 6000 });
    crow.clock.advance(6001);
    expect(await end()).toMatchObject({ kind: 'sent' });
  });

  it('is edited rarely in an announcement channel, where Discord allows few edits an hour', async () => {
    const { crow } = await begin();
    const news = channelId(crow.discord, 'news');
    const told = async (id: string) => {
      const beginning = notice(crow, down, { id, channelId: news });
      const outcome = await crow.ports.sendNotice(beginning, null, signal());
      return outcome.kind === 'sent' ? (outcome.messageId ?? '') : '';
    };
    const [one, two] = [await told('one'), await told('two')];
    const end = (messageId: string) =>
      crow.ports.editNotice(notice(crow, up, { channelId: news }), messageId, null, signal());
    expect(await end(one)).toMatchObject({ kind: 'sent' });
    expect(await end(two)).toMatchObject({
      kind: 'later',
      notBefore: crow.clock.now() + 1_200_000,
    });
  });

  it('is left as it is where the bot is known to lack a permission', async () => {
    const { crow, end } = await begin();
    crow.discord.people.hideChannel('#alerts');
    const id = channelId(crow.discord, 'alerts');
    await expect.poll(() => crow.gateway.missingThere(crow.guildId, id)).toContain('ViewChannel');
    expect(await end()).toMatchObject({ kind: 'parked', trouble: 'permission' });
    expect(crow.discord.journal.requests('PATCH', /messages/)).toEqual([]);
  });

  it('waits for a Discord in trouble', async () => {
    const { crow, end } = await begin();
    crow.discord.faults.add({ route: EDIT, times: 2 }, { kind: 'status', status: 503 });
    expect(await end()).toMatchObject({ kind: 'later' });
    crow.discord.faults.add({ route: EDIT }, { kind: 'rateLimit', retryAfter: 30 });
    expect(await end()).toMatchObject({ kind: 'later', refused: true });
    expect(await end()).toMatchObject({ kind: 'sent' });
  });
});
