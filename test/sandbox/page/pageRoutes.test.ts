import { request as httpRequest } from 'node:http';
import { Client, Events, GatewayIntentBits, type Interaction, MessageFlags } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/startSandbox.ts';

let sandbox: Sandbox;
let client: Client;

const STATUS = {
  name: 'status',
  description: 'Look a server up',
  options: [
    { type: 3, name: 'server', description: 'HOST:PORT', required: true, autocomplete: true },
  ],
} as const;
const WATCH = { name: 'watch', description: 'Watch', default_member_permissions: '32' } as const;

beforeAll(async () => {
  sandbox = await startSandbox({ now: Date.now, world: { seed: 1, still: true } });
  client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: sandbox.discord.apiUrl },
  });
  const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
  await client.login(sandbox.discord.token);
  await ready;
  await client.application?.commands.set([STATUS, WATCH]);
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction).catch((error: unknown) => client.emit(Events.Error, error as Error));
  });
});

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    await interaction.respond([{ name: `found ${typed}`, value: 'w1' }]);
  } else if (interaction.isChatInputCommand()) {
    const server = interaction.options.getString('server', true);
    await interaction.reply({ content: `asked ${server}`, flags: MessageFlags.Ephemeral });
  }
}

afterAll(async () => {
  await client.destroy();
  await sandbox.close();
});

const personNamed = (name: string) => {
  const [guild] = sandbox.discord.state.guilds.values();
  const member = [...(guild?.members.values() ?? [])].find(({ user }) => user.username === name);
  return member?.user.id ?? '';
};
const channelNamed = (name: string) => {
  const [guild] = sandbox.discord.state.guilds.values();
  return [...(guild?.channels.values() ?? [])].find((one) => one.name === name)?.id ?? '';
};
const api = (path: string) => `${sandbox.url}/page/api/${path}`;
const post = (action: string, body: object, headers: Record<string, string> = {}) =>
  fetch(api(action), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** A request whose Host header can be anything, which fetch does not allow. */
function statusFor(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${sandbox.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject).end();
  });
}

test('another name for this machine, another site, or a plain form gets nothing', async () => {
  const { port } = new URL(sandbox.url);
  expect(await statusFor('/', {})).toBe(200);
  expect(await statusFor('/', { host: `localhost:${port}` })).toBe(200);
  expect(await statusFor('/', { host: `evil.example:${port}` })).toBe(403);
  expect(await statusFor('/', { host: '127.0.0.1' })).toBe(403);
  expect(await statusFor('/page/api/state', { origin: 'http://evil.example' })).toBe(403);
  expect(await statusFor('/page/api/state', { origin: 'null' })).toBe(403);
  expect(await statusFor('/page/api/state', { origin: sandbox.url })).toBe(200);
  expect(await statusFor('/page/api/events', { 'sec-fetch-site': 'cross-site' })).toBe(403);

  const form = { server: 'ark', action: 'take-down' };
  expect((await post('servers', form, { 'content-type': 'text/plain' })).status).toBe(403);
  expect((await post('servers', form, { origin: 'http://evil.example' })).status).toBe(403);
  expect(sandbox.world.servers()[0]?.state).toBe('up');
});

test('only the files of the page are served, each named in it', async () => {
  const page = await fetch(sandbox.url);
  const html = await page.text();
  const named = [...html.matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(50);
  const statuses = await Promise.all(named.map((path) => statusFor(path ?? '', {})));
  expect(named.filter((_, place) => statuses[place] !== 200)).toEqual([]);
  const policy = page.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  for (const path of [
    '/page/pageRoutes.ts',
    '/page/..%2fpageRoutes.ts',
    '/page/..%2f..%2fstartSandbox.ts',
    '/page/texts',
    '/page/nothing.js',
    '/page/%00.js',
    '/page/%zz.js',
  ]) {
    expect([path, await statusFor(path, {})]).toEqual([path, 404]);
  }
});

test('a command goes to the bot and its ephemeral answer to the one who asked', async () => {
  const as = personNamed('pip');
  const channel = channelNamed('general');
  const asked = await post('command', {
    as,
    channel,
    command: 'status',
    options: { server: '127.0.0.1:27015' },
  });
  expect(asked.status).toBe(200);
  const messagesOf = async (person: string) => {
    const query = new URLSearchParams({ as: personNamed(person), channel });
    const body = (await (await fetch(api(`messages?${query}`))).json()) as {
      messages: { content: string }[];
    };
    return body.messages.map(({ content }) => content);
  };
  await expect.poll(() => messagesOf('pip')).toContain('asked 127.0.0.1:27015');
  expect(await messagesOf('ada')).toEqual([]);
});

test('autocomplete asks the bot while somebody types', async () => {
  const body = { as: personNamed('pip'), channel: channelNamed('general'), command: 'status' };
  const answer = await post('autocomplete', {
    ...body,
    options: { server: 'do' },
    focused: 'server',
  });
  expect(await answer.json()).toEqual({ choices: [{ name: 'found do', value: 'w1' }] });
});

test('what Discord would refuse is refused with a sentence', async () => {
  const as = personNamed('pip');
  const channel = channelNamed('general');
  const said = async (action: string, body: object) => {
    const answer = await post(action, { as, channel, ...body });
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  expect(await said('command', { command: 'status', options: {} })).toEqual([
    409,
    'status: option server is required',
  ]);
  expect(await said('command', { command: 'watch', options: {} })).toEqual([
    409,
    'watch: needs permissions that this person does not have',
  ]);
  expect((await said('command', { command: 'dance', options: {} }))[0]).toBe(409);
  expect((await said('click', { message: '1', customId: 'next' }))[0]).toBe(409);
  expect((await said('command', { command: 'status' }))[0]).toBe(400);
  expect((await said('dance', {}))[0]).toBe(404);
  expect(await said('delete', { message: '1' })).toEqual([
    403,
    'You do not have permission to do that here.',
  ]);
  const broken = await fetch(api('say'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(broken.status).toBe(400);
});

test('commands are offered only to those who may use them', async () => {
  const commandsOf = async (person: string) => {
    const answer = await fetch(
      api(`commands?as=${personNamed(person)}&channel=${channelNamed('general')}`),
    );
    const { commands } = (await answer.json()) as { commands: { name: string }[] };
    return commands.map(({ name }) => name).sort();
  };
  expect(await commandsOf('ada')).toEqual(['status', 'watch']);
  expect(await commandsOf('pip')).toEqual(['status']);
});

test('a channel that a person cannot see shows no messages and sends no events', async () => {
  const { people } = sandbox.discord;
  const { id } = people.createChannel('captains-only');
  people.setOverwrite(id, { for: '@everyone', deny: ['VIEW_CHANNEL'] });
  const events = await openEvents('pip');
  people.say({ as: 'marlow', in: id, text: 'secret' });
  people.say({ as: 'marlow', in: 'general', text: 'public' });
  const seen = await events.until((event) => event.message?.content === 'public');
  expect(JSON.stringify(seen)).not.toContain('secret');
  const query = new URLSearchParams({ as: personNamed('pip'), channel: id });
  expect(await (await fetch(api(`messages?${query}`))).json()).toEqual({ messages: [] });
  expect(await (await fetch(api(`pins?${query}`))).json()).toEqual({ messages: [] });
});

test('a file is uploaded for an option, and what is too large or has no name is refused', async () => {
  const upload = (query: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(api(`upload${query}`), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    });
  const kept = await upload('?name=a.json', new TextEncoder().encode('{}'));
  const { id, size } = (await kept.json()) as { id: string; size: number };
  expect([size, sandbox.discord.state.uploads.get(id)?.filename]).toEqual([2, 'a.json']);
  expect((await upload('', new Uint8Array(1))).status).toBe(400);
});

test('who manages a server invites the bot, changes its language and what it may do; others do not', async () => {
  const as = personNamed('ada');
  const [harbour] = sandbox.discord.state.guilds.values();
  const invited = await post('invite', {
    as,
    guild: null,
    locale: 'ru',
    permissions: ['VIEW_CHANNEL', 'SEND_MESSAGES'],
  });
  const { guild } = (await invited.json()) as { guild: string };
  const fresh = sandbox.discord.state.guilds.get(guild);
  expect([fresh?.locale, fresh?.members.has(sandbox.discord.applicationId)]).toEqual(['ru', true]);
  await expect.poll(() => client.guilds.cache.has(guild)).toBe(true);

  const channel = channelNamed('general');
  const asPip = { as: personNamed('pip'), guild: harbour?.id };
  expect((await post('deny', { ...asPip, channel, denied: ['EMBED_LINKS'] })).status).toBe(403);
  expect((await post('guild-locale', { ...asPip, locale: 'ru' })).status).toBe(403);
  expect((await post('expel', asPip)).status).toBe(403);
  expect((await post('deny', { as, channel, denied: ['EMBED_LINKS'] })).status).toBe(200);
  expect((await post('deny', { as, channel, denied: ['NOTHING'] })).status).toBe(400);
  expect((await post('expel', { as, guild })).status).toBe(200);
  await expect.poll(() => client.guilds.cache.has(guild)).toBe(false);
});

test('everybody may invite the bot into a new server, which is theirs then; nobody founds one in vain', async () => {
  const { guilds } = sandbox.discord.state;
  const invite = (as: string, guild: string | null) =>
    post('invite', { as, guild, locale: 'en-US', permissions: [] });
  const before = guilds.size;
  const [harbour = ''] = guilds.keys();
  expect((await invite(personNamed('pip'), harbour)).status).toBe(403);
  expect((await invite('1', null)).status).toBe(403);
  expect((await invite(sandbox.discord.applicationId, null)).status).toBe(403);
  expect(guilds.size).toBe(before);
  const pip = personNamed('pip');
  const invited = await invite(pip, null);
  const { guild } = (await invited.json()) as { guild: string };
  expect([invited.status, guilds.size, guilds.get(guild)?.ownerId]).toEqual([200, before + 1, pip]);
});

test('direct messages are seen by their two people only; a person can refuse them', async () => {
  const directsOf = async (person: string) => {
    const state = await (await fetch(api(`state?as=${personNamed(person)}`))).json();
    return (state as { directs: { id: string; name: string; withBot: boolean }[] }).directs;
  };
  const [withBot] = await directsOf('pip');
  expect(withBot).toMatchObject({ name: 'Crowsnest', withBot: true });
  const person = await client.users.fetch(personNamed('pip'));
  await person.send('only for Pip');
  const seenBy = async (name: string) => {
    const query = new URLSearchParams({ as: personNamed(name), channel: withBot?.id ?? '' });
    const body = await (await fetch(api(`messages?${query}`))).json();
    return (body as { messages: { content: string }[] }).messages.map(({ content }) => content);
  };
  expect(await seenBy('pip')).toEqual(['only for Pip']);
  expect(await seenBy('ada')).toEqual([]);
  await post('person', { as: personNamed('pip'), takesDirects: false, installed: false });
  await expect(person.send('again')).rejects.toMatchObject({ code: 50007 });
});

test('the controls act on the simulated servers, and open pages are told', async () => {
  const events = await openEvents('pip');
  expect((await post('servers', { server: 'ark', action: 'take-down' })).status).toBe(200);
  const seen = await events.until((event) => event.servers?.[0]?.state === 'down');
  expect(seen.at(-1)?.kind).toBe('servers');
  expect((await post('servers', { server: 'ark', action: 'bring-up' })).status).toBe(200);
  expect((await post('servers', { server: 'quake', action: 'bring-up' })).status).toBe(409);
  expect((await post('servers', { server: 'ark', action: 'explode' })).status).toBe(400);
  const wrong = { server: 'ark', lagMs: 300, lossPercent: 20, flooded: true };
  expect((await post('trouble', wrong)).status).toBe(200);
  expect((await post('hide-names', { server: 'ark', hidden: true })).status).toBe(200);
  expect(sandbox.world.servers()[0]).toMatchObject({ ...troubleOf(wrong), hidesNames: true });
  expect((await post('master', { fault: 'cycle' })).status).toBe(200);
  expect(sandbox.master.fault()).toBe('cycle');
});

const troubleOf = ({ server: _, ...trouble }: { server: string }) => trouble;

type Seen = {
  kind: string;
  message?: { content: string } | null;
  servers?: { state: string }[];
};

/** The live updates of one person; `until` gives all events up to the one looked for. */
async function openEvents(person: string) {
  const abort = new AbortController();
  const response = await fetch(api(`events?as=${personNamed(person)}`), { signal: abort.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const decoder = new TextDecoder();
  return {
    until: async (wanted: (event: Seen) => boolean): Promise<Seen[]> => {
      const seen: Seen[] = [];
      let text = '';
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        seen.push(...events.map((event) => JSON.parse(event.replace(/^data: /, '')) as Seen));
        if (seen.some(wanted)) {
          break;
        }
      }
      abort.abort();
      return seen;
    },
  };
}
