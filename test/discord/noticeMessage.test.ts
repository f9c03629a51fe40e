import { describe, expect, it } from 'vitest';
import { LIMITS } from '#discord/limits.ts';
import { bareNotice, noticeMessage, noticeStamp, overMessage } from '#discord/noticeMessage.ts';
import type { SingleNews } from '#store/newsSchema.ts';
import type { News } from '#store/noticeDocument.ts';
import { createTexts } from '#text/texts.ts';
import { noticeWith, ROLE, singleNews } from './notices.ts';
import { NOON } from './pictures.ts';

const texts = createTexts();
const t = texts.in('en');
const OTHER_ROLE = '100000000000000008';
const MESSAGE = '100000000000000009';

const news = singleNews({ name: 'Evening Payload', address: '203.0.113.5:27015', player: 'Ann' });
function newsOf<Kind extends SingleNews['kind']>(kind: Kind): Extract<SingleNews, { kind: Kind }> {
  const found = news.find((one): one is Extract<SingleNews, { kind: Kind }> => one.kind === kind);
  if (found === undefined) {
    throw new Error(`no news of kind ${kind}`);
  }
  return found;
}
const servers = [
  { name: 'The Island', address: '203.0.113.5:27015' },
  { name: null, address: '203.0.113.5:27017' },
];
const hostUp: News = {
  kind: 'host-up',
  name: null,
  address: '203.0.113.5',
  since: NOON,
  until: NOON + 754_000,
  servers,
};

const wordsOf = (one: News) => {
  const { content, embeds } = noticeMessage(noticeWith(one, { roleId: null }), t);
  return { content, title: embeds?.[0]?.title, description: embeds?.[0]?.description };
};

describe('a notice', () => {
  it('about a server that went down calls the role and nobody else', () => {
    const message = noticeMessage(noticeWith(newsOf('down')), t);
    expect(message.content).toBe(`<@&${ROLE}> 🔴 A server went down.`);
    expect(message.allowed_mentions).toEqual({ parse: [], roles: [ROLE] });
    expect(message).toMatchObject({ nonce: 'n0000000000000000000001', enforce_nonce: true });
    expect(message.embeds?.[0]).toMatchObject({
      title: 'Evening Payload',
      description: [
        '`203.0.113.5:27015`',
        'Went down <t:1796040000:R> (no answer).',
        'Last answer <t:1796039940:R>, 12/70 playing.',
        '**Likely cause.** It hangs, or its machine or network is off. If players still get in, a firewall or DDoS protection has begun to keep queries out.',
      ].join('\n'),
    });
  });

  it('about its return says how long it was away, and links to where it was told', () => {
    const up = { ...newsOf('up'), restarted: false };
    const message = noticeMessage(noticeWith(up, { roleId: null, answers: MESSAGE }), t);
    expect(message.content).toBe('🟢 The server is back after 12 minutes 34 seconds.');
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(message.embeds?.[0]?.description).toContain(
      `[When it went down](https://discord.com/channels/100000000000000000/100000000000000002/${MESSAGE})`,
    );
    expect(wordsOf(newsOf('up')).description).toContain('It was a restart.');
    expect(wordsOf(newsOf('up')).description).not.toContain('http');
  });

  it('about players who come and go calls nobody, even with a role', () => {
    const roster: News = { ...newsOf('roster'), joined: ['Ann', 'Bo'], left: ['Cy'] };
    const message = noticeMessage(noticeWith(roster), t);
    expect(message.content).toBeUndefined();
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(message.embeds?.[0]?.fields).toEqual([
      { name: 'Joined (2)', value: '`Ann` `Bo`' },
      { name: 'Left (1)', value: '`Cy`' },
    ]);
  });

  it('about an outage that could not be told in time says from when to when', () => {
    expect(wordsOf(newsOf('outage'))).toMatchObject({
      content: '🟠 A server was down for 12 minutes 34 seconds.',
      description:
        '`203.0.113.5:27015`\nWas down from <t:1796040000:f> to <t:1796040754:f>, 12 minutes 34 seconds (name not found).',
    });
  });

  it('about hidden names tells the count before and now', () => {
    expect(wordsOf(newsOf('count'))).toMatchObject({
      content: undefined,
      description: '`203.0.113.5:27015`\nPlayers: 12 → 17/70',
    });
  });

  it('about enough players says how many there are and what was asked for', () => {
    expect(wordsOf(newsOf('players'))).toMatchObject({
      content: '🎮 17 players are on.',
      description: '`203.0.113.5:27015`\nNow playing: 17/70\nThis alert is for 6 players or more.',
    });
  });

  it('about a player has the name in the embed, never in the content', () => {
    expect(wordsOf(newsOf('named-player'))).toMatchObject({
      content: '👤 Somebody you look out for is playing.',
      description: '`203.0.113.5:27015`\n`Ann` is on the server.\nNow playing: 17/70',
    });
  });

  it('about a server that flaps says that it will be quiet, and about its end how it stands', () => {
    expect(wordsOf(newsOf('flapping')).description).toContain(
      'It went down 5 times within an hour',
    );
    const [up, down] = news.filter((one) => one.kind === 'steady').map(wordsOf);
    expect(up?.content).toBe('🟢 The server is steady again.');
    expect(down?.content).toBe('🔴 The server stays down.');
  });

  it('about a time we could not see blames nobody', () => {
    expect(wordsOf(newsOf('blind'))).toEqual({
      content: '🌫️ I could not see for a while.',
      title: 'I could not see the servers',
      description:
        'From <t:1796040000:f> to <t:1796040600:f>: nearly all servers fell silent at once, so it was probably me. What the servers did then I do not know; it does not count as an outage.',
    });
  });

  it('about a whole address is one, with its servers', () => {
    expect(wordsOf(hostUp)).toEqual({
      content: '🟢 2 servers at one address are back after 12 minutes 34 seconds.',
      title: '203.0.113.5',
      description:
        'Back <t:1796040754:R>, after 12 minutes 34 seconds offline.\n**The Island** `203.0.113.5:27015`\n**203.0.113.5\\:27017** `203.0.113.5:27017`',
    });
  });

  it('of many things has a line for each, and calls each role once', () => {
    const list = [newsOf('down'), { ...newsOf('roster'), joined: ['Ann'], left: [] }];
    const digest = noticeWith({ kind: 'digest', name: null, address: '', list });
    const covers = [ROLE, OTHER_ROLE, ROLE, null].map((roleId) =>
      noticeWith(list[0] ?? newsOf('down'), { roleId }),
    );
    const message = noticeMessage({ ...digest, roleId: null, covers }, t);
    expect(message.content).toBe(`<@&${ROLE}> <@&${OTHER_ROLE}> 📋 2 messages in one.`);
    expect(message.allowed_mentions).toEqual({ parse: [], roles: [ROLE, OTHER_ROLE] });
    expect(message.embeds?.[0]?.description).toBe(
      '🔴 **Evening Payload** Went down <t:1796040000:R> (no answer).\n👥 **Evening Payload** Joined: `Ann`',
    );
  });

  it('can go out without the ping', () => {
    const message = noticeMessage(noticeWith(newsOf('down')), t, false);
    expect(message.content).toBe('🔴 A server went down.');
    expect(message.allowed_mentions).toEqual({ parse: [] });
  });

  it('keeps within the content when a hundred roles are meant', () => {
    const covers = Array.from({ length: 100 }, (_, place) =>
      noticeWith(newsOf('down'), { roleId: String(100_000_000_000_000_100n + BigInt(place)) }),
    );
    const { content } = noticeMessage({ ...noticeWith(newsOf('down')), covers }, t);
    expect(content?.length).toBeLessThanOrEqual(LIMITS.content);
  });
});

describe('the message that told of an outage', () => {
  it('says afterwards how long it was, and is no longer found as a notice', () => {
    const message = overMessage(noticeWith(newsOf('up')), newsOf('up'), t);
    expect(message).toMatchObject({
      content: `<@&${ROLE}> 🟢 Over: a server was down for 12 minutes 34 seconds.`,
      allowed_mentions: { parse: [], roles: [ROLE] },
    });
    expect(message.embeds?.[0]).toMatchObject({
      title: 'Evening Payload',
      description:
        '`203.0.113.5:27015`\nWas down from <t:1796040000:f> to <t:1796040754:f>, 12 minutes 34 seconds.',
    });
    expect(message.embeds?.[0]).not.toHaveProperty('timestamp');
    expect(overMessage(noticeWith(hostUp, { roleId: null }), hostUp, t).content).toBe(
      '🟢 Over: 2 servers at one address were down for 12 minutes 34 seconds.',
    );
  });
});

describe('the end of an outage that was not watched through', () => {
  const end = {
    ...newsOf('up'),
    restarted: false,
    unwatched: { from: NOON + 60_000, to: NOON + 754_000 },
  };
  const words =
    '`203.0.113.5:27015`\nIt answers again. It went down <t:1796040000:f>, and I was not watching from <t:1796040060:f> to <t:1796040754:f>: how long it was down I cannot say.';

  it('is told without a length', () => {
    const { content, embeds } = noticeMessage(noticeWith(end), t);
    expect(content).toBe(`<@&${ROLE}> 🟢 The server is back.`);
    expect(embeds?.[0]?.description).toBe(words);
  });

  it('is written without one into the message of its beginning', () => {
    const { content, embeds } = overMessage(noticeWith(end), end, t);
    expect(content).toBe(`<@&${ROLE}> 🟢 The server is back.`);
    expect(embeds?.[0]?.description).toBe(words);
  });
});

describe('the time stamp of a notice', () => {
  it('stays when the words of strangers have to go', () => {
    const one = noticeWith(newsOf('down'));
    const stamp = noticeMessage(one, t).embeds?.[0]?.timestamp;
    expect(bareNotice(one, t).embeds?.[0]?.timestamp).toBe(stamp);
  });

  it('is the second it was made in, and the same whenever it is worked out', () => {
    const one = noticeWith(newsOf('down'), { createdAt: NOON + 789 });
    expect(noticeStamp(one).slice(0, 19)).toBe('2026-11-30T12:00:00');
    expect(noticeStamp({ ...one, failures: 3 } as never)).toBe(noticeStamp(one));
  });

  it('tells notices of the same second apart', () => {
    const stamps = Array.from({ length: 40 }, (_, place) =>
      noticeStamp({ id: `00mf1z2y3d000000000000${place}`, createdAt: NOON }),
    );
    expect(new Set(stamps).size).toBeGreaterThan(35);
  });
});
