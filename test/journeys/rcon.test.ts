import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type SampServer, startSampServer } from '#sandbox/servers/sampServer.ts';
import { beginStory, type HarbourStory, wordsOf } from './harbourStory.ts';

const PASSWORD = 's3cret-Passw0rd';

let story: HarbourStory;
let server: SampServer;

beforeEach(async () => {
  story = await beginStory();
  await story.startBot();
  server = await startSampServer({
    family: 'samp',
    now: () => performance.now(),
    settings: { hostname: 'Vida Real', rcon: { enabled: true, password: PASSWORD } },
    guests: [
      { name: 'Lars_Vegas', score: 27, ping: 30, slot: 0 },
      { name: '@everyone```', score: 1, ping: 31, slot: 1 },
    ],
  });
  onTestFinished(() => server.close());
});
afterEach(() => story.close());

const place = (): string => `${server.address}:${server.port}`;
const watched = (more: Record<string, string> = {}) =>
  story.ada('/watch add', { server: place(), game: 'samp', ...more });
const marlow = { as: 'marlow', in: 'status' };

/** Marlow, who owns the guild, fills in the form of /rcon and gets his answer. */
async function console_(command: string, password = PASSWORD) {
  const { people } = story.discord;
  const asked = people.runCommand({ ...marlow, command: '/rcon', options: { server: place() } });
  await asked.modal();
  return people.submitModal({ ...marlow, from: asked, values: { password, command } }).reply();
}

const commandsHeard = (): number => server.heard.filter(({ opcode }) => opcode === 'x').length;

it('an administrator runs a command: a form, then every line of the answer, for nobody else to see', async () => {
  await watched();
  await watched({ channel: 'general' });
  const answer = await console_('players');
  expect(answer.visibleTo).not.toBeNull();
  const words = answer.message.embeds[0]?.description ?? '';
  expect(words.startsWith('```\n')).toBe(true);
  expect(words).toContain('0    Lars_Vegas    30');
  expect(words).toContain("@everyone'''");
  expect(words.match(/```/g)).toHaveLength(2);
  expect(answer.message.mention_everyone).toBe(false);
  expect(commandsHeard()).toBe(1);
  expect(story.discord.journal.surprises()).toEqual([]);
});

it('a wrong password and a silent console have words of their own; nothing is repeated', async () => {
  await watched();
  expect(wordsOf(await console_('players', 'guess'))).toContain('password is wrong');
  expect(commandsHeard()).toBe(1);
  const silent = wordsOf(await console_('say hello'));
  for (const meaning of ['RCON is off', 'query 0', 'banned', 'prints nothing', 'lost']) {
    expect(silent).toContain(meaning);
  }
  expect(commandsHeard()).toBe(2);
  await server.close();
  expect(wordsOf(await console_('players'))).toMatch(/Nothing listens|not even to a ping/);
});

it('only administrators, and only servers that are watched here', async () => {
  const { people } = story.discord;
  const options = { server: place() };
  const asked = people.runCommand({ ...marlow, command: '/rcon', options });
  expect(wordsOf(await asked.reply())).toContain('watched here');
  await watched();
  expect(() => people.runCommand({ as: 'ada', in: 'status', command: '/rcon', options })).toThrow(
    /permissions/,
  );
  const opened = people.runCommand({ ...marlow, command: '/rcon', options });
  await opened.modal();
  await story.ada('/watch remove', options);
  const values = { password: PASSWORD, command: 'gmx' };
  const late = await people.submitModal({ ...marlow, from: opened, values }).reply();
  expect(wordsOf(late)).toContain('watched here');
  expect(commandsHeard()).toBe(0);
});

it('a guild that opened the command to others still has the bot ask for an administrator', async () => {
  await watched();
  const { people, state } = story.discord;
  for (const command of state.commands) {
    command.default_member_permissions = null;
  }
  const options = { server: place() };
  const asked = people.runCommand({ as: 'ada', in: 'status', command: '/rcon', options });
  expect(wordsOf(await asked.reply())).toContain('Only administrators');
  const opened = people.runCommand({ ...marlow, command: '/rcon', options });
  await opened.modal();
  expect(commandsHeard()).toBe(0);
});

it('the password is in no message, no log line and no file, whatever goes wrong', async () => {
  await watched();
  expect(wordsOf(await console_(`echo it is ${PASSWORD}`))).toContain('it is •••');
  await console_(`${PASSWORD} is no command`);
  await console_('players', `${PASSWORD}-wrong`);
  story.discord.faults.add(
    { route: 'PATCH /webhooks/:app/:token/messages/:message' },
    { kind: 'status', status: 400, code: 50035 },
  );
  await console_('players');
  await console_('kick 0');
  await server.close();
  await console_('players');

  expect(story.logged.some((line) => line.includes('a console command was run'))).toBe(true);
  expect(story.logged.join('')).not.toContain(PASSWORD);
  const posts = JSON.stringify([...story.discord.state.posts.values()].flat());
  expect(posts).toContain('it is');
  expect(posts).not.toContain(PASSWORD);
  const folder = dirname(story.environment.STORE_URL?.slice('sqlite://'.length) ?? '');
  const files = await readdir(folder);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    expect((await readFile(join(folder, file))).includes(PASSWORD), file).toBe(false);
  }
});
