import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startWebLists } from '#sandbox/lists/webLists.ts';
import { startSampServer } from '#sandbox/servers/sampServer.ts';
import { COMPILED_MODULES } from '#test/compiledModules.ts';
import { openRawGameServer } from '#test/masterServer/rawGameServer.ts';
import { startFakeServer } from '#test/snapshot/a2sServer.ts';
import type { Run } from './typed.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'src', 'cli.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crowsnest-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The real program, as a person starts it; it has to end by itself. */
function cli(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, ...args],
      { cwd: folder, timeout: 15_000, env: COMPILED_MODULES },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}

describe('the program in a terminal', () => {
  it('prints what a server says, and ends with 0', async () => {
    const fake = await startFakeServer({ info: { name: 'Dust2 24/7' }, players: ['Ann'] });
    onTestFinished(() => fake.close());
    const run = await cli('status', `127.0.0.1:${fake.port}`, '--json', '--allow-private');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ state: 'online', name: 'Dust2 24/7' });
  });

  it('ends although a server never answers', async () => {
    const fake = await startFakeServer({ info: null });
    onTestFinished(() => fake.close());
    const place = `127.0.0.1:${fake.port}`;
    const run = await cli('status', place, '--allow-private', '--timeout', '300');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/is offline \(timeout\): .+/);
  });

  it('says what is wrong with its arguments on stderr, and ends with 2', async () => {
    const run = await cli('stats', '203.0.113.5:27015');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^crowsnest: "stats" is not a command.*\n$/);
  });

  it('reads a list with the key and the mirror of a file .env beside it', async () => {
    const web = await startWebLists();
    onTestFinished(() => web.close());
    const lines = `STEAM_API_KEY=local-steam-key\nSTEAM_LISTS_URL=${web.url}\n`;
    await writeFile(join(folder, '.env'), lines);
    const run = await cli('list', 'steam', '--filter', '\\appid\\440', '--limit', '3');
    expect(run.code).toBe(0);
    expect(run.stdout.trim().split('\n')).toHaveLength(3);
  });

  it('runs a console command with the password of a file', async () => {
    const password = 's3cret-Passw0rd';
    const server = await startSampServer({
      family: 'samp',
      now: () => performance.now(),
      settings: { rcon: { enabled: true, password } },
    });
    onTestFinished(() => server.close());
    const file = join(folder, 'password');
    await writeFile(file, `${password}\n`);
    const place = `${server.address}:${server.port}`;
    expect(
      await cli('rcon', place, '--password-file', file, '--allow-private', 'echo', 'hello'),
    ).toEqual({ code: 0, stdout: 'hello\n', stderr: '' });
  });
});

describe('the program as a master server', () => {
  /** Starts it and gives its lines one by one. */
  function startMaster(...args: string[]): { child: ChildProcess; printed: () => string } {
    const child = spawn(process.execPath, [PROGRAM, 'master', ...args], {
      cwd: folder,
      env: COMPILED_MODULES,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let printed = '';
    child.stdout.on('data', (piece) => {
      printed += piece;
    });
    return { child, printed: () => printed };
  }

  it('takes in a game server that answers for itself, lists it, and ends in order', async () => {
    const { child, printed } = startMaster('--listen', '127.0.0.1:0', '--allow-private');
    const ended = new Promise<number | null>((end) => child.on('exit', end));
    await expect.poll(printed).toMatch(/listening on/);
    const port = Number(/listening on 127\.0\.0\.1:(\d+)/.exec(printed())?.[1]);
    const game = await openRawGameServer({ address: '127.0.0.1', port });
    onTestFinished(() => game.close());
    game.join();
    await expect
      .poll(printed)
      .toMatch(`listed  127.0.0.1:${game.port}  cstrike  de_dust2  Dawn Patrol`);
    const run = await cli('list', `127.0.0.1:${port}`, '--allow-private');
    expect(run.stdout).toBe(`127.0.0.1:${game.port}\n`);
    game.quit();
    await expect.poll(printed).toMatch(`gone  127.0.0.1:${game.port}  quit`);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
