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

test('only the files of the page and of its packages are served', async () => {
  const html = await (await fetch(sandbox.url)).text();
  expect(html).toContain('<script type="importmap">{"imports":{');
  const imports = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
  for (const path of Object.values<string>(imports.imports)) {
    const file = path.endsWith('/') ? `${path}package.json` : path;
    const { status } = await fetch(`${sandbox.url}${file}`);
    expect([file, status]).toEqual([file, path.endsWith('/') ? 404 : 200]);
  }
  const policy = (await fetch(sandbox.url)).headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/);
  for (const path of [
    '/page/pageRoutes.ts',
    '/page/..%2fstartSandbox.ts',
    '/page/packages/lit/..%2f..%2fdiscord.js/src/index.js',
    '/page/packages/discord.js/src/index.js',
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
    'You do not have permission to manage messages here.',
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
    const answer = await fetch(api(`state?as=${personNamed(person)}`));
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

test('the controls act on the simulated servers, and open pages are told', async () => {
  const events = await openEvents('pip');
  expect((await post('servers', { server: 'ark', action: 'take-down' })).status).toBe(200);
  const seen = await events.until((event) => event.servers?.[0]?.state === 'down');
  expect(seen.at(-1)?.kind).toBe('servers');
  expect((await post('servers', { server: 'ark', action: 'bring-up' })).status).toBe(200);
  expect((await post('servers', { server: 'quake', action: 'bring-up' })).status).toBe(409);
  expect((await post('servers', { server: 'ark', action: 'explode' })).status).toBe(400);
});

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
