import { describe, expect, it } from 'vitest';
import type { Notice } from '#store/noticeDocument.ts';
import { channelId } from '#test/sandbox/discord/harbour.ts';
import { type Crowsnest, startCrowsnest } from './crowsnest.ts';
import { noticeWith, singleNews } from './notices.ts';

const READ = 'GET /channels/:channel/messages';
const signal = () => new AbortController().signal;
const [down, up] = singleNews({ name: 'Evening', address: '203.0.113.5:27015', player: 'Ann' });

async function begin() {
  const crow = await startCrowsnest();
  const { clock, ports } = crow;
  const noticeNamed = (id: string, change: Partial<Notice> = {}): Notice =>
    noticeWith(down ?? never(), {
      id,
      guildId: crow.guildId,
      channelId: channelId(crow.discord, 'alerts'),
      roleId: null,
      createdAt: clock.now(),
      ...change,
    });
  const send = async (notice: Notice) => {
    const outcome = await crow.ports.sendNotice(notice, null, signal());
    return outcome.kind === 'sent' ? outcome.messageId : never();
  };
  return {
    crow,
    noticeNamed,
    send,
    look: (notice: Notice) => ports.lookForNotice(notice, signal()),
  };
}

function never(): never {
  throw new Error('that was not to happen');
}

/** Lets the nonce be forgotten. */
const aWhile = ({ clock }: Crowsnest) => clock.advance(20 * 60_000);

describe('a notice that was being sent when the process died', () => {
  it('is found among the bot’s messages, long after its nonce is forgotten', async () => {
    const { crow, noticeNamed, send, look } = await begin();
    const notice = noticeNamed('one');
    expect(await look(notice)).toBeNull();
    const messageId = await send(notice);
    aWhile(crow);
    expect(await look(notice)).toEqual({ messageId });
  });

  it('is not taken for another of the same server and second', async () => {
    const { noticeNamed, send, look } = await begin();
    const messageId = await send(noticeNamed('one'));
    expect(await look(noticeNamed('one'))).toEqual({ messageId });
    expect(await look(noticeNamed('two'))).toBeNull();
  });

  it('is not found in what a person wrote, or in the message of the outage it ended', async () => {
    const { crow, noticeNamed, send, look } = await begin();
    const messageId = await send(noticeNamed('down'));
    crow.discord.people.say({ as: 'pip', in: '#alerts', text: 'Evening went down' });
    const end = noticeNamed('up', { news: up ?? never() });
    await crow.ports.editNotice(end, messageId ?? '', null, signal());
    expect(await look(end)).toBeNull();
  });

  it('is found behind two pages of other people’s talk', async () => {
    const { crow, noticeNamed, send, look } = await begin();
    const notice = noticeNamed('one');
    const messageId = await send(notice);
    for (let line = 0; line < 230; line += 1) {
      crow.discord.people.say({ as: 'pip', in: '#alerts', text: `line ${line}` });
    }
    expect(await look(notice)).toEqual({ messageId });
    crow.clock.advance(3_600_000);
    expect(await look(noticeNamed('later'))).toBeNull();
    expect(crow.discord.journal.requests('GET', /messages$/)).toHaveLength(4);
  });

  it('can not be told in a channel where too much was written since', async () => {
    const { crow, noticeNamed, look } = await begin();
    const notice = noticeNamed('one');
    crow.clock.advance(1000);
    for (let line = 0; line < 600; line += 1) {
      crow.discord.people.say({ as: 'pip', in: '#alerts', text: `line ${line}` });
    }
    expect(await look(notice)).toBe('unknown');
  });

  it('can not be told without the right to read, or while Discord is in trouble', async () => {
    const { crow, noticeNamed, look } = await begin();
    const notice = noticeNamed('one');
    const fault = crow.discord.faults.add(
      { route: READ, times: 4 },
      { kind: 'status', status: 503 },
    );
    expect(await look(notice)).toBe('unknown');
    expect(fault.hits()).toBeGreaterThan(0);
    crow.discord.faults.clear();
    crow.discord.people.setOverwrite('#alerts', { for: 'bot', deny: ['READ_MESSAGE_HISTORY'] });
    await expect.poll(() => look(notice)).toBe('unknown');
  });
});
