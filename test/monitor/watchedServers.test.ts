import { describe, expect, it } from 'vitest';
import { createServerList, targetOf, watchedServers } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import { emptyGuild, type GuildDocument, type Watch } from '#store/guildDocument.ts';
import { watchOf } from '#test/discord/pictures.ts';

const watch = (id: string, encoding: string | null): Watch =>
  watchOf({ id, target: { host: '203.0.113.5', port: 27015, game: null, encoding } });
const guild = (guildId: string, ...watches: Watch[]): GuildDocument => ({
  ...emptyGuild(guildId),
  watches,
});

describe('a server that two guilds watch', () => {
  it('is one, read in the code page that one of them chose', () => {
    const servers = watchedServers([
      guild('100000000000000001', watch('plain', null)),
      guild('100000000000000002', watch('russian', 'windows-1251')),
      guild('100000000000000003', watch('thai', 'windows-874')),
    ]);
    expect([...servers.values()]).toMatchObject([
      { target: { host: '203.0.113.5', encoding: 'windows-1251' }, watches: [{}, {}, {}] },
    ]);
  });

  it('is read in the code page of a watch that was just added', () => {
    const list = createServerList();
    list.join('100000000000000001', watch('plain', null));
    list.join('100000000000000002', watch('russian', 'windows-1251'));
    expect([...list.all().values()]).toMatchObject([{ target: { encoding: 'windows-1251' } }]);
  });

  it('names no code page while nobody chose one', () => {
    const [server] = watchedServers([guild('100000000000000001', watch('plain', null))]).values();
    expect(server?.target).toEqual({ host: '203.0.113.5', port: 27015, game: null });
  });
});

describe('paused watches', () => {
  const SERVERS = 8_000;
  /** Far above what it takes, far below what would be felt. */
  const MOST_MS = 300;
  const GUILD = '100000000000000001';
  const paused = Array.from({ length: SERVERS }, (_, n) => ({
    guildId: GUILD,
    watch: {
      ...watch(`watch${n}`, null),
      target: { host: '203.0.113.5', port: n + 1, game: null, encoding: null },
    },
  }));
  const keys = paused.map((one) => serverKey(targetOf(one.watch)));

  it('mean a server until the last of them is taken out', () => {
    const [one] = paused;
    const list = createServerList();
    list.set(new Map(), one === undefined ? [] : [one, { ...one, guildId: '100000000000000002' }]);
    const [key = ''] = keys;
    expect(list.leave(GUILD, 'watch0')).toEqual([key]);
    expect(list.isPaused(key)).toBe(true);
    expect(list.leave('100000000000000002', 'watch0')).toEqual([key]);
    expect(list.isPaused(key)).toBe(false);
    expect(list.leave(GUILD, 'watch0')).toEqual([]);
  });

  it('are found at once among thousands', () => {
    const list = createServerList();
    list.set(new Map(), paused);
    const before = process.threadCpuUsage();
    expect(keys.filter((key) => list.isPaused(key))).toHaveLength(SERVERS);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(MOST_MS);
  });
});
