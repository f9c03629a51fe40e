import { describe, expect, it } from 'vitest';
import { embedLength } from '#discord/embedBudget.ts';
import { LIMITS } from '#discord/limits.ts';
import { bareNotice, noticeMessage } from '#discord/noticeMessage.ts';
import type { News, Notice } from '#store/noticeDocument.ts';
import { createTexts } from '#text/texts.ts';
import { HOSTILE_NAMES, NOON } from './pictures.ts';

const texts = createTexts();
const t = texts.in('en');
const ROLE = '100000000000000007';

const notice = (news: News, change: Partial<Notice> = {}): Notice => ({
  version: 1,
  id: 'n0000000000000000000001',
  guildId: '100000000000000000',
  watchId: 'tf2watch',
  channelId: '100000000000000002',
  roleId: ROLE,
  news,
  createdAt: NOON,
  expiresAt: NOON + 3_600_000,
  failures: 0,
  notBefore: 0,
  heldUntil: 0,
  triedAt: null,
  parked: null,
  covers: [],
  ...change,
});

const server = { name: 'Evening Payload', address: '203.0.113.5:27015' };
const down: News = {
  kind: 'down',
  ...server,
  since: NOON,
  reason: 'timeout',
  lastOnline: NOON - 60_000,
  host: null,
};
const up: News = {
  kind: 'up',
  ...server,
  since: NOON,
  until: NOON + 754_000,
  host: null,
  restarted: false,
};
const roster: News = {
  kind: 'roster',
  ...server,
  joined: ['Ann', 'Bo'],
  left: ['Cy'],
  online: 12,
  max: 24,
};

describe('a notice', () => {
  it('about a server that went down calls the role and nobody else', () => {
    const message = noticeMessage(notice(down), t);
    expect(message.content).toBe(`<@&${ROLE}> 🔴 A server went down.`);
    expect(message.allowed_mentions).toEqual({ parse: [], roles: [ROLE] });
    expect(message).toMatchObject({ nonce: 'n0000000000000000000001', enforce_nonce: true });
    expect(message.embeds?.[0]).toMatchObject({
      title: 'Evening Payload',
      description:
        '`203.0.113.5:27015`\nWent down <t:1796040000:R> (no answer).\nLast answer <t:1796039940:R>.',
    });
  });

  it('about its return says how long it was away', () => {
    const message = noticeMessage(notice(up, { roleId: null }), t);
    expect(message.content).toBe('🟢 The server is back after 12 minutes 34 seconds.');
    expect(message.allowed_mentions).toEqual({ parse: [] });
  });

  it('about players who come and go calls nobody, even with a role', () => {
    const message = noticeMessage(notice(roster), t);
    expect(message.content).toBeUndefined();
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(message.embeds?.[0]?.fields).toEqual([
      { name: 'Joined (2)', value: '`Ann` `Bo`' },
      { name: 'Left (1)', value: '`Cy`' },
    ]);
  });

  it('can go out without the ping', () => {
    const message = noticeMessage(notice(down), t, false);
    expect(message.content).toBe('🔴 A server went down.');
    expect(message.allowed_mentions).toEqual({ parse: [] });
  });
});

describe.each(['en', 'ru', 'pt-BR'] as const)('strangers in notices in %s', (language) => {
  it.each(HOSTILE_NAMES)('never reach the content: %j', (name) => {
    const names = Array.from({ length: 255 }, () => name);
    const all: News[] = [
      { ...down, name, reason: name },
      { ...up, name },
      { ...roster, name, joined: names, left: names },
    ];
    for (const news of all) {
      const message = noticeMessage(notice(news), texts.in(language));
      const words = message.content?.replace(`<@&${ROLE}>`, '') ?? '';
      expect(words).not.toMatch(/[<@*`[\]]|https?:|x/);
      const [embed] = message.embeds ?? [];
      expect(embedLength(embed ?? {})).toBeLessThanOrEqual(LIMITS.embedTotal);
      for (const field of embed?.fields ?? []) {
        expect(field.value.length).toBeLessThanOrEqual(LIMITS.fieldValue);
      }
      const bare = JSON.stringify(bareNotice(notice(news), texts.in(language)));
      expect(bare).not.toMatch(/@everyone|evil|discord\.gg/);
    }
  });
});
