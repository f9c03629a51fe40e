import { describe, expect, it } from 'vitest';
import { type DatedNews, noticesFor } from '#monitor/noticesFor.ts';
import { noticeSchema } from '#store/noticeDocument.ts';
import { watchOf } from '#test/store/examples.ts';

const server = { name: 'Valley', address: '192.0.2.7:27015' };
const NOW = Date.UTC(2026, 10, 30);
const down: DatedNews = {
  at: NOW - 15_000,
  news: {
    kind: 'down',
    ...server,
    since: NOW - 15_000,
    reason: 'timeout',
    lastOnline: null,
    host: null,
    farewell: null,
  },
};
const up: DatedNews = {
  at: NOW,
  news: {
    kind: 'up',
    ...server,
    since: NOW - 60_000,
    until: NOW,
    host: null,
    restarted: false,
    unwatched: null,
  },
};
const roster: DatedNews = {
  at: NOW,
  news: { kind: 'roster', ...server, joined: ['Ann'], left: [], online: 1, max: 8 },
};
const guildA = { guildId: '100000000000000001', watch: watchOf({ id: 'aaaa' }) };
const guildB = { guildId: '100000000000000002', watch: watchOf({ id: 'aaaa' }) };

describe('notices', () => {
  it('go to every watch of the server, each with its own id', () => {
    const notices = noticesFor([down], [guildA, guildB], NOW);
    expect(notices.map(({ guildId }) => guildId)).toEqual([guildA.guildId, guildB.guildId]);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(2);
  });

  it('call the server what people of each guild call it', () => {
    const called = { ...guildB, watch: { ...guildB.watch, label: 'Our Valley' } };
    const notices = noticesFor([down, up], [guildA, called], NOW);
    const names = notices.map(({ guildId, news }) => [guildId, news.name]);
    expect(names).toEqual([
      [guildA.guildId, 'Valley'],
      [called.guildId, 'Our Valley'],
      [guildA.guildId, 'Valley'],
      [called.guildId, 'Our Valley'],
    ]);
  });

  it('mention the role for down and up, not for who joined', () => {
    const roles = noticesFor([down, up, roster], [guildA], NOW).map(({ roleId }) => roleId);
    expect(roles).toEqual([guildA.watch.roleId, guildA.watch.roleId, null]);
  });

  it('tell who joined only where that is wanted', () => {
    const quiet = { ...guildB, watch: watchOf({ id: 'bbbb', joins: 'off' }) };
    const kinds = noticesFor([up, roster], [quiet], NOW).map(({ news }) => news.kind);
    expect(kinds).toEqual(['up']);
  });

  it('have the same id when the same thing is found again later, and another for another thing', () => {
    const id = (news: DatedNews, now: number) => noticesFor([news], [guildA], now)[0]?.id;
    expect(id(down, NOW)).toBe(id(down, NOW + 60_000));
    expect(id({ ...down, at: down.at + 1 }, NOW)).not.toBe(id(down, NOW));
    expect(id(up, NOW)).not.toBe(id(roster, NOW));
  });

  it('have ids that Discord takes as a nonce and that sort by time', () => {
    const ids = [0, 1, 1e9, NOW, NOW + 1, 32e12].map(
      (at) => noticesFor([{ ...down, at }], [guildA], NOW)[0]?.id ?? '',
    );
    expect(ids.every((id) => /^[0-9a-z]{1,25}$/.test(id))).toBe(true);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('are worth telling for a day, six hours and ten minutes', () => {
    const minutes = noticesFor([down, up, roster], [guildA], NOW).map(
      ({ expiresAt, createdAt }) => (expiresAt - createdAt) / 60_000,
    );
    expect(minutes).toEqual([1440, 360, 10]);
  });

  it('name the server by the address the watch has', () => {
    const byName = watchOf({
      target: { host: 'play.example.com', port: 27015, game: null, encoding: null },
    });
    const [notice] = noticesFor([down], [{ ...guildA, watch: byName }], NOW);
    expect(notice?.news.address).toBe('play.example.com:27015');
    expect(noticeSchema.safeParse(notice).success).toBe(true);
  });
});
