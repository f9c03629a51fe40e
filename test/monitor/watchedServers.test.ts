import { describe, expect, it } from 'vitest';
import { createServerList, watchedServers } from '#monitor/watchedServers.ts';
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
