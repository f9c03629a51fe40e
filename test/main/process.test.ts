import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMPILED_MODULES } from '#test/compiledModules.ts';
import { type LocalDiscord, startLocalDiscord } from '#sandbox/discord/localDiscord.ts';

/** The program as an operator starts it: a process, its environment, its lines, its exit code. */
type Program = {
  child: ChildProcess;
  lines: () => string;
  /** Waits for a text in what was printed; the match. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  exit: Promise<number | null>;
};

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const HEALTHCHECK = fileURLToPath(new URL('../../src/healthcheck.ts', import.meta.url));
const SLOW = 30_000;

let folder: string;
let discord: LocalDiscord;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crowsnest-main-'));
  discord = await startLocalDiscord();
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill('SIGKILL');
  }
  await discord.close();
  await rm(folder, { recursive: true });
});

const start = (environment: Record<string, string>): Program => run(MAIN, environment);

function run(program: string, environment: Record<string, string>): Program {
  const env = { ...environment, ...COMPILED_MODULES };
  const child = spawn(process.execPath, [program], { cwd: folder, env });
  started.push(child);
  let printed = '';
  const readers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      for (const read of [...readers]) {
        read();
      }
    });
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const read = (): void => {
        const match = pattern.exec(printed);
        if (match !== null) {
          readers.delete(read);
          resolve(match);
        }
      };
      readers.add(read);
      read();
      void exit.then((code) => reject(new Error(`ended with ${code}, said: ${printed}`)));
    });
  return { child, lines: () => printed, says, exit };
}

const connected = (more: Record<string, string> = {}): Program =>
  start({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    HTTP_LISTEN: 'off',
    ...more,
  });

describe('the process', () => {
  it('connects, and ends in order and with 0 when it is told to', { timeout: SLOW }, async () => {
    const program = connected();
    await program.says(/connected to Discord/);
    program.child.kill('SIGTERM');
    program.child.kill('SIGINT');
    expect(await program.exit).toBe(0);
    expect(program.lines()).toContain('"stopped"');
    expect(program.lines()).not.toContain(discord.token);
    expect(program.lines()).not.toContain('connection to Discord lost');
  });

  it('tells its health, and that the gateway is gone', { timeout: SLOW }, async () => {
    const port = 20_000 + (process.pid % 20_000);
    const program = connected({ HTTP_LISTEN: `127.0.0.1:${port}` });
    await program.says(/connected to Discord/);
    const well = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(await well.json()).toMatchObject({ ok: true, gateway: 'up' });
    const healthcheck = () => run(HEALTHCHECK, { HTTP_LISTEN: `0.0.0.0:${port}` });
    expect(await healthcheck().exit).toBe(0);
    await program.says(/slash commands registered/);
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status)
      .toBe(200);
    discord.faults.gateway.refuseConnections = true;
    discord.gateway.drop();
    await program.says(/connection to Discord lost/);
    const ill = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(ill.status).toBe(503);
    const sick = healthcheck();
    expect(await sick.exit).toBe(1);
    expect(sick.lines()).toContain('connection to Discord is down');
  });

  it.each([
    ['that there is no health page to ask', { HTTP_LISTEN: 'off' }, 0, ''],
    ['that nobody answers', { HTTP_LISTEN: '127.0.0.1:1' }, 1, 'does not answer'],
    ['which variable is wrong', { HTTP_LISTEN: 'here' }, 1, 'HTTP_LISTEN is "here"'],
  ])('tells a container %s', { timeout: SLOW }, async (_, environment, code, words) => {
    const program = run(HEALTHCHECK, environment);
    expect(await program.exit).toBe(code);
    expect(program.lines()).toContain(words);
  });

  it('watches although Discord does not take the commands yet', { timeout: SLOW }, async () => {
    discord.faults.add(
      { route: 'PUT /applications/:app/commands' },
      { kind: 'rateLimit', retryAfter: 600 },
    );
    const program = connected();
    await program.says(/connected to Discord/);
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  });

  it('ends in order although an answer hangs at Discord', { timeout: SLOW }, async () => {
    const program = connected({ ALLOW_PRIVATE_ADDRESSES: 'true' });
    await program.says(/slash commands registered/);
    const fault = discord.faults.add(
      { route: 'PATCH /webhooks/:app/:token/messages/:message' },
      { kind: 'hang' },
    );
    const options = { server: '127.0.0.1:9' };
    discord.people
      .runCommand({ as: 'pip', in: 'general', command: '/status', options })
      .reply()
      .catch(() => null);
    await expect.poll(() => fault.hits()).toBe(1);
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
    expect(program.lines()).toContain('"stopped"');
  });

  it('ends with a clear line when the token is refused', { timeout: SLOW }, async () => {
    const program = connected({ DISCORD_TOKEN: 'wrong.wrong.wrong' });
    expect(await program.exit).toBe(1);
    expect(program.lines()).toContain('Discord refused the token');
    expect(program.lines()).not.toContain('wrong.wrong');
  });

  it('ends with a clear line when Discord closes the connection for good', {
    timeout: SLOW,
  }, async () => {
    const program = connected();
    await program.says(/connected to Discord/);
    discord.gateway.close(4004);
    expect(await program.exit).toBe(1);
    expect(program.lines()).toContain('closed the connection for good (4004)');
  });

  it.each([
    ['POLL_CRON', '99 * * * *', 'POLL_CRON is "99 * * * *"'],
    ['STORE_URL', 'postgres://db.example.org', 'STORE_URL names no database'],
  ])(
    'names the wrong variable %s and ends with 2',
    { timeout: SLOW },
    async (name, given, line) => {
      const program = connected({ [name]: given });
      expect(await program.exit).toBe(2);
      expect(program.lines()).toContain(line);
      expect(program.lines()).toHaveLength(program.lines().indexOf('\n') + 1);
    },
  );

  it.each([
    ['takes its variables from a file .env', 'LOG_LEVEL=loud\n', 'LOG_LEVEL is "loud"'],
    [
      'takes the first of them behind the mark of an editor',
      '\uFEFFLOG_LEVEL=loud\n',
      'LOG_LEVEL is',
    ],
    ['does not start past a .env of another encoding', Buffer.from('A=b', 'utf16le'), 'is no text'],
    ['does not start past a .env that it can not read', null, '.env can not be read (EISDIR)'],
  ])('%s', { timeout: SLOW }, async (_, dotEnv, line) => {
    const path = join(folder, '.env');
    await (dotEnv === null ? mkdir(path) : writeFile(path, dotEnv));
    const program = connected();
    expect(await program.exit).toBe(2);
    expect(program.lines()).toContain(line);
  });

  it('refuses to start when the data can not be written', { timeout: SLOW }, async () => {
    const occupied = join(folder, 'occupied');
    await writeFile(occupied, 'a file where a folder should be');
    const program = connected({ STORE_URL: `sqlite://${occupied}/crowsnest.sqlite` });
    expect(await program.exit).toBe(1);
    expect(program.lines()).toContain('"kind":"not-writable"');
    expect(program.lines()).toContain(occupied);
  });

  it('says which variable to change when the port of its page is taken', {
    timeout: SLOW,
  }, async () => {
    const program = start({ PAGE_PORT: new URL(discord.url).port });
    expect(await program.exit).toBe(1);
    expect(program.lines()).toContain('is taken: choose another one, as in PAGE_PORT=8090');
  });

  it('needs no token to show itself: local mode prints its page within ten seconds', {
    timeout: SLOW,
  }, async () => {
    const began = Date.now();
    const program = start({ PAGE_PORT: '0' });
    const [, address] = await program.says(/Open (http:\/\/127\.0\.0\.1:\d+)/);
    expect(Date.now() - began).toBeLessThan(10_000);
    const page = await fetch(String(address));
    expect(await page.text()).toContain('<!doctype html>');
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  });
});
