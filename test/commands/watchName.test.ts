import { expect, it } from 'vitest';
import { expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { offlineSnapshot, onlineSnapshot } from '#test/discord/pictures.ts';
import { ADDRESS, ask, offered, watchesOf } from './asking.ts';

const CALLED = 'Our Payload';

async function watchCalled(name: string) {
  const crow = await startCrowsnest();
  crow.servers.set(ADDRESS, onlineSnapshot({ name: '[EU] #1 best server ever' }));
  const answer = await ask(crow, '/watch add', { server: ADDRESS, notices: 'alerts', name });
  const round = () => {
    crow.clock.advance(60_000);
    return crow.monitor.round();
  };
  const title = () => crow.discord.people.pins('#status')[0]?.embeds[0]?.title;
  return { crow, answer, round, title };
}

it('is what people call a server, wherever it is named', async () => {
  const { crow, answer, round, title } = await watchCalled(CALLED);
  expect(answer).toContain(`Watching ${CALLED}`);
  expect(title()).toBe(CALLED);
  expect(await ask(crow, '/watch list')).toContain(`**${CALLED}**`);
  const [choice] = await offered(crow, '/mute', 'server', 'our');
  expect(choice?.name).toBe(`${CALLED} (${ADDRESS})`);
  expect(await ask(crow, '/status', { server: choice?.value ?? '' })).toContain(CALLED);
  crow.servers.set(ADDRESS, offlineSnapshot());
  await round();
  expect(title()).toBe(CALLED);
  expect(await ask(crow, '/status', { server: choice?.value ?? '' })).toContain(CALLED);
  const shown = JSON.stringify([...crow.discord.state.posts.values()]);
  expect(shown).not.toContain('best server ever');
  expectCalm(crow);
});

it('is shared with nobody else who watches the same server', async () => {
  const { crow, round } = await watchCalled(CALLED);
  await ask(crow, '/watch add', { server: ADDRESS, channel: 'general' });
  await round();
  const titles = ['#status', '#general'].map(
    (channel) => crow.discord.people.pins(channel)[0]?.embeds[0]?.title,
  );
  expect(titles).toEqual([CALLED, '\\[EU\\] \\#1 best server ever']);
});

it('can be changed, and given back', async () => {
  const { crow, round, title } = await watchCalled(CALLED);
  const choices = await offered(crow, '/watch edit', 'name', 'Payload');
  expect(choices).toMatchObject([{ value: 'Payload' }, { name: 'its own name', value: '-' }]);
  await ask(crow, '/watch edit', { server: CALLED, name: '  Payload\n ' });
  expect(await watchesOf(crow)).toMatchObject([{ label: 'Payload' }]);
  await round();
  expect(title()).toBe('Payload');
  const given = await ask(crow, '/watch edit', { server: 'payload', name: '-' });
  expect(given).toContain('best server ever');
  expect(await watchesOf(crow)).toMatchObject([{ label: null }]);
  await round();
  expect(title()).toContain('best server ever');
});
