import { Events, type Guild } from 'discord.js';
import { expect, test } from 'vitest';
import { freshGuild } from '#sandbox/discord/freshGuild.ts';
import { ask, expectNoSurprise, logIn, openHarbour } from './harbour.ts';

test('a bot that is invited while it runs gets the new guild with roles, channels and where to greet', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const joined = new Promise<Guild>((resolve) => client.once(Events.GuildCreate, resolve));
  const founded = discord.people.foundGuild(
    freshGuild({ number: 1, locale: 'ru', founder: 'ada' }),
  );
  discord.people.inviteBot(undefined, founded.id);
  const guild = await joined;
  expect([guild.id, guild.name, guild.preferredLocale]).toEqual([founded.id, founded.name, 'ru']);
  const { systemChannel } = guild;
  expect(systemChannel?.permissionsFor(client.user)?.has('SendMessages')).toBe(true);
  await systemChannel?.send('hello');
  expect(discord.people.messages(systemChannel?.id ?? '')).toHaveLength(1);
  expect(discord.people.channels('pip', founded.id).length).toBeGreaterThan(2);
  expectNoSurprise(discord);
});

test('a guild without the bot is none of its business; its language can change', async () => {
  const { discord } = await openHarbour();
  const client = await logIn(discord);
  const founded = discord.people.foundGuild(
    freshGuild({ number: 2, locale: 'pt-BR', founder: 'ada' }),
  );
  const [channel] = discord.people.channels('ada', founded.id);
  discord.people.say({ as: 'ada', in: channel?.id ?? '', text: 'nobody listens' });
  expect((await ask(discord, 'GET', `/guilds/${founded.id}`)).json.code).toBe(50001);
  discord.people.setLocale('ru');
  await expect.poll(() => client.guilds.cache.first()?.preferredLocale).toBe('ru');
  expect(client.guilds.cache.size).toBe(1);
  expectNoSurprise(discord);
});
