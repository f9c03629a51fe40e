import { expect, it, onTestFinished } from 'vitest';
import { allCommands } from '#commands/allCommands.ts';
import { ConnectionError } from '#discord/connectionError.ts';
import { connectDiscord } from '#discord/gateway.ts';
import { registerCommands } from '#discord/registerCommands.ts';
import { createLog } from '#log.ts';
import { createTexts } from '#text/texts.ts';
import { openHarbour } from '#test/sandbox/discord/harbour.ts';
import { expectCalm, startCrowsnest } from './crowsnest.ts';

const log = createLog({ level: 'silent', terminal: false });

it('asks for the Guilds intent and nothing else, and knows its guilds', async () => {
  const crow = await startCrowsnest();
  const identify = crow.discord.journal
    .entries()
    .flatMap((entry) => (entry.kind === 'packet' && entry.direction === 'from bot' ? [entry] : []))
    .map((entry) => entry.packet as { op: number; d: { intents?: number } })
    .find((packet) => packet.op === 2);
  expect(identify?.d.intents).toBe(1);
  expect(crow.gateway.guildIds()).toEqual([...crow.discord.state.guilds.keys()]);
  expect(crow.gateway.isReady()).toBe(true);
  expectCalm(crow);
});

it.each([
  ['a wrong token', { token: 'mistyped.token.here' }, 'token-refused'],
  ['nobody there', { apiUrl: 'http://127.0.0.1:9/api' }, 'failed'],
])('%s ends the start with its own kind of error', async (_, change, kind) => {
  const { discord } = await openHarbour();
  const { token, apiUrl } = discord;
  const ignore = () => {};
  const connecting = connectDiscord({
    token,
    apiUrl,
    log,
    onFatal: ignore,
    onInteraction: ignore,
    onGuild: ignore,
    onGuildGone: ignore,
    ...change,
  });
  const error = await connecting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ kind });
});

it.each([4004, 4014])('a close with %i is told once', async (code) => {
  const crow = await startCrowsnest();
  crow.discord.gateway.close(code);
  await expect.poll(() => crow.fatal.length).toBe(1);
  expect(crow.fatal[0]).toContain(String(code));
  expect(crow.gateway.isReady()).toBe(false);
});

it('a close that can be mended is mended and not told', async () => {
  const crow = await startCrowsnest();
  crow.discord.gateway.close(4000);
  await expect.poll(() => crow.discord.gateway.connected()).toBe(true);
  expect(crow.fatal).toEqual([]);
});

it('a 401 is told once, however many requests see it', async () => {
  const crow = await startCrowsnest();
  crow.discord.faults.add(
    { route: 'GET /users/@me', times: 2 },
    { kind: 'status', status: 401, code: 0 },
  );
  const asks = [crow.gateway.rest.get('/users/@me'), crow.gateway.rest.get('/users/@me')];
  await Promise.allSettled(asks);
  expect(crow.fatal).toEqual([expect.stringContaining('401')]);
});

it('registers the commands once, and again only when they changed', async () => {
  const crow = await startCrowsnest({ registers: true });
  const puts = () => crow.discord.journal.requests('PUT', /commands$/);
  const register = (commands: typeof allCommands) =>
    registerCommands({
      rest: crow.gateway.rest,
      applicationId: crow.gateway.applicationId,
      commands,
      texts: createTexts(),
      meta: crow.store.meta,
      log,
    });
  expect(puts()).toHaveLength(1);
  const ids = await register(allCommands);
  expect(puts()).toHaveLength(1);
  expect(ids).toEqual(
    Object.fromEntries(crow.discord.state.commands.map(({ name, id }) => [name, id])),
  );
  expect(await register(allCommands.slice(1))).not.toHaveProperty('status');
  expect(puts()).toHaveLength(2);
  expect(crow.discord.state.commands.map(({ name }) => name)).toEqual(
    allCommands.slice(1).map(({ name }) => name),
  );
});

it('settings are for guilds and those who manage them, other commands for every place', async () => {
  const crow = await startCrowsnest({ registers: true });
  const bodies = crow.discord.journal.requests('PUT', /commands$/)[0]?.body as {
    name: string;
    contexts: number[];
    integration_types: number[];
    default_member_permissions?: string;
  }[];
  for (const body of bodies.filter((one) => one.default_member_permissions !== undefined)) {
    expect(body).toMatchObject({ contexts: [0], integration_types: [0] });
  }
  expect(bodies.find((body) => body.name === 'help')?.contexts).toEqual([0, 1, 2]);
  expect(bodies.find((body) => body.name === 'watch')?.default_member_permissions).toBe('32');
  const offered = (as: string) =>
    crow.discord.people.commandsFor({ as, in: '#general' }).map((command) => command.name);
  const forAll = allCommands.filter(({ rights }) => rights === undefined).map(({ name }) => name);
  expect(offered('pip')).toEqual(forAll);
  expect(forAll).toContain('status');
  expect(offered('ada')).toContain('watch');
});

it('a guild that takes the bot in or throws it out is told', async () => {
  const { discord } = await openHarbour();
  const came: string[] = [];
  const gone: string[] = [];
  const gateway = await connectDiscord({
    token: discord.token,
    apiUrl: discord.apiUrl,
    log,
    onFatal: () => {},
    onInteraction: () => {},
    onGuild: (guild) => came.push(guild.id),
    onGuildGone: (id) => gone.push(id),
  });
  onTestFinished(() => gateway.close());
  const [id = ''] = discord.state.guilds.keys();
  await expect.poll(() => came).toEqual([id]);
  discord.people.setAvailable(false);
  await expect.poll(() => gateway.guildIds()).toEqual([]);
  expect(gone).toEqual([]);
  expect(gateway.isGone(id)).toBe(false);
  discord.people.setAvailable(true);
  await expect.poll(() => came).toEqual([id, id]);
  discord.people.removeBot();
  await expect.poll(() => gone).toEqual([id]);
  expect(gateway.isGone(id)).toBe(true);
});

it('tells when the bot may do more or less in a guild than before', async () => {
  const { discord } = await openHarbour();
  const changed: string[] = [];
  const gateway = await connectDiscord({
    token: discord.token,
    apiUrl: discord.apiUrl,
    log,
    onFatal: () => {},
    onInteraction: () => {},
    onGuild: () => {},
    onGuildGone: () => {},
    onRightsChanged: (id) => changed.push(id),
  });
  onTestFinished(() => gateway.close());
  const [id = ''] = discord.state.guilds.keys();
  discord.people.setOverwrite('#status', { for: 'bot', deny: ['EMBED_LINKS'] });
  await expect.poll(() => changed).toEqual([id]);
  discord.people.setRole('Watchmen', { mentionable: false });
  await expect.poll(() => changed).toEqual([id, id]);
});
