import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type SampServer, startSampServer } from '#sandbox/servers/sampServer.ts';
import { typed } from './typed.ts';

const PASSWORD = 's3cret-Passw0rd';

async function startServer(password = PASSWORD) {
  const server = await startSampServer({
    family: 'samp',
    now: () => performance.now(),
    settings: { rcon: { enabled: true, password }, encoding: 'windows-1251', language: 'RU' },
    guests: [{ name: 'Lars_Vegas', score: 27, ping: 30, slot: 0 }],
  });
  onTestFinished(() => server.close());
  return server;
}

/** With the password in a file. */
async function rcon({ address, port }: Pick<SampServer, 'address' | 'port'>, ...command: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'rcon-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'password');
  await writeFile(file, `${PASSWORD}\n`);
  const place = `${address}:${port}`;
  const run = await typed(['rcon', place, '--password-file', file, '--allow-private', ...command]);
  expect(run.stdout + run.stderr).not.toContain(PASSWORD);
  return run;
}

test('a command is answered on stdout, line by line, and sent once', async () => {
  const server = await startServer();
  expect(await rcon(server, 'players')).toEqual({
    code: 0,
    stdout: 'ID  Name  Ping  IP\n0  Lars_Vegas  30  192.0.2.0\n',
    stderr: '',
  });
  expect(server.heard.map(({ opcode }) => opcode)).toEqual(['x']);
});

test('a command in another alphabet goes out in the code page of the server', async () => {
  const server = await startServer();
  expect((await rcon(server, 'echo', 'Привет, мир')).stdout).toBe('Привет, мир\n');
});

test('a console that prints the password back is not repeated to the terminal', async () => {
  const server = await startServer();
  expect((await rcon(server, 'echo', `it is ${PASSWORD}`)).stdout).toBe('it is •••\n');
});

test('a wrong password and a silent console are told on stderr, each in its own words', async () => {
  const other = await startServer('other');
  expect(await rcon(other, 'players')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('password is wrong'),
  });
  const server = await startServer();
  expect((await rcon(server, 'say', 'hello')).stderr).toContain('prints nothing');
  expect(server.heard.filter(({ opcode }) => opcode === 'x')).toHaveLength(1);
});

test('a password or a command that is too long is a wrong argument, and nothing is sent', async () => {
  const server = await startServer();
  expect(await rcon(server, 'say', 'x'.repeat(1_100))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('may have 1024 bytes each'),
  });
  expect(server.heard).toEqual([]);
});
