import { expect, test } from 'vitest';
import { startCrowsnest } from '#test/discord/crowsnest.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { offlineSnapshot, onlineSnapshot, player } from '#test/discord/pictures.ts';
import { roleId, userId } from '#test/sandbox/discord/harbour.ts';
import { ADDRESS, ask, watchServer } from './asking.ts';

const COMMANDS = [
  '/watch list',
  '/status',
  '/players',
  '/rules',
  '/history',
  '/uptime',
  '/board list',
] as const;

test('a server and players whose names call everybody: nobody comes, whatever the bot says of them', async () => {
  const later = new Set<() => void>();
  const crow = await startCrowsnest({
    after: (_, run) => {
      later.add(run);
      return () => later.delete(run);
    },
  });
  const { clock, discord, monitor, servers } = crow;
  const { people, journal } = discord;
  people.setRole('Crowsnest', { permissions: ['ADMINISTRATOR'] });
  const pip = userId(discord, 'pip');
  const name = `<@${pip}> <@&${roleId(discord, 'Watchmen')}> @everyone @here`;
  const here = (...names: string[]) =>
    onlineSnapshot({
      name,
      map: name,
      rules: { state: 'complete', values: { [name]: name } },
      roster: { state: 'complete', players: names.map((one) => player(one)) },
      players: { online: names.length, max: 24, bots: 0, connecting: null },
    });
  const round = async (): Promise<void> => {
    clock.advance(60_000);
    const due = [...later];
    later.clear();
    for (const run of due) {
      run();
    }
    await monitor.round();
  };
  const words = () =>
    JSON.stringify(
      people.messages('#alerts').map(({ message }) => [message.content, message.embeds]),
    );
  /** The server is so until that is told. */
  const tells = async (snapshot: Snapshot, news: string): Promise<void> => {
    servers.set(ADDRESS, snapshot);
    await expect
      .poll(
        async () => {
          await round();
          return words();
        },
        { timeout: 5_000 },
      )
      .toContain(news);
  };
  const server = ADDRESS;

  await watchServer(crow, ADDRESS, name);
  // As long as others answer, it is the server that is silent.
  for (const host of ['203.0.113.7', '203.0.113.8', '203.0.113.9']) {
    await watchServer(crow, `${host}:27015`, name);
  }
  await ask(crow, '/watch edit', { server, name, joins: 'both', restarts: true });
  await ask(crow, '/alerts add player', { server, name: '*@everyone*' });
  await ask(crow, '/alerts add players', { server, at_least: 2 });
  servers.set(ADDRESS, here());
  await round();
  await tells(here(name), 'is on the server');
  await tells(here(name, 'Ann', 'Bo'), 'players are on');
  await tells(here(), 'Left');
  await tells(offlineSnapshot(), 'A server went down');
  await tells(here(name), 'The server is back');
  await ask(crow, '/board make', { channel: 'status', title: name });
  for (const command of COMMANDS) {
    await ask(crow, command, command.endsWith('list') ? {} : { server });
  }

  expect(['ada', 'pip', 'marlow'].flatMap((one) => people.notifications(one))).toEqual([]);
  for (const { method, path, body } of journal.requests()) {
    const isMessage = /\/messages(\/[\d@a-z]+)?$/.test(path) && /POST|PATCH/.test(method);
    if (isMessage) {
      expect(body, `${method} ${path}`).toMatchObject({ allowed_mentions: { parse: [] } });
    }
  }
});
