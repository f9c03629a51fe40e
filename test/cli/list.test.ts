import { createSocket } from 'node:dgram';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Registration } from '#masterServer/registration.ts';
import { startMasterServer } from '#masterServer/startMasterServer.ts';
import { startWebLists } from '#sandbox/lists/webLists.ts';
import { typed as cli } from './typed.ts';

const NOW = Date.now();

const registration = (port: number, gamedir: string): Registration => ({
  ...{ address: '127.0.0.1', port, firstHeartbeatAt: NOW, lastHeartbeatAt: NOW },
  ...{ answeredAt: null, answered: null },
  claimed: {
    ...{ protocol: 48, gamedir, product: gamedir, map: 'de_dust2', version: '1.0' },
    ...{ players: 2, max: 16, bots: 0, type: 'd', os: 'l', password: false, secure: true },
    ...{ lan: false, region: 3, tags: [], others: {}, clamped: false },
  },
});

async function master(): Promise<string> {
  const all = [registration(27015, 'cstrike'), registration(27016, 'tf')];
  const running = await startMasterServer({
    listen: { host: '127.0.0.1', port: 0 },
    askBack: null,
    store: { all: async () => all, put: async () => {}, delete: async () => {} },
    allowPrivate: true,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(() => running.close());
  return `127.0.0.1:${running.port}`;
}

describe('list of a master server', () => {
  it('as JSON: the source, whether it is whole, and the servers that a filter fits', async () => {
    const source = await master();
    const filter = '\\gamedir\\cstrike';
    const run = await cli(['list', source, '--filter', filter, '--json', '--allow-private']);
    expect(run).toMatchObject({ code: 0, stderr: '1 server.\n' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      ...{ source, complete: true },
      servers: [{ address: '127.0.0.1', port: 27015 }],
    });
  });

  it('for people: an address a line, the count beside it, no more than the limit', async () => {
    const run = await cli(['list', await master(), '--limit', '1', '--allow-private']);
    expect(run).toEqual({
      ...{ code: 0, stdout: '127.0.0.1:27015\n' },
      stderr: '1 server; not the whole list (limit).\n',
    });
  });

  it('only of a region', async () => {
    const source = await master();
    const asia = await cli(['list', source, '--region', '04', '--json', '--allow-private']);
    expect(JSON.parse(asia.stdout).servers).toEqual([]);
    const europe = await cli(['list', source, '--region', 'europe', '--json', '--allow-private']);
    expect(JSON.parse(europe.stdout).servers).toHaveLength(2);
  });

  it('is not asked on a private address without leave', async () => {
    const run = await cli(['list', await master()]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('--allow-private');
  });
});

describe('list of the web', () => {
  it('with the key and the mirrors of the environment', async () => {
    const web = await startWebLists();
    onTestFinished(() => web.close());
    const environment = { STEAM_API_KEY: 'local-steam-key', STEAM_LISTS_URL: web.url };
    const run = await cli(['list', 'steam', '--filter', '\\appid\\440'], environment);
    expect(run.code).toBe(0);
    expect(run.stdout.split('\n')[0]).toMatch(/^198\.51\.100\.\d+:27015 {2}\d+\/24 {2}pl_upward/);
    expect(run.stderr).toBe('10 servers.\n');
  });

  it('that fails: what happened on stderr, nothing on stdout, exit 1', async () => {
    const web = await startWebLists();
    onTestFinished(() => web.close());
    web.fail('openmp', { kind: 'status', status: 503 });
    const run = await cli(['list', 'openmp', '--json'], { OPENMP_LISTS_URL: web.url });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('shows no escape sequence that a server put into its name', async () => {
    const web = await startWebLists();
    onTestFinished(() => web.close());
    const hn = 'Evil \u001b[2J\u202e\npier';
    web.serve({ openmp: JSON.stringify([{ ip: '203.0.113.1:7777', hn, pc: 1, pm: 2 }]) });
    const run = await cli(['list', 'openmp'], { OPENMP_LISTS_URL: web.url });
    expect(run.stdout).toBe('203.0.113.1:7777  1/2  Evil [2J pier\n');
  });
});

it.each([
  ['no source', ['list'], /list needs one source/],
  ['a source that is none', ['list', 'steem'], /"steem" is no list/],
  ['a region that is none', ['list', 'steam', '--region', 'mars'], /--region mars/],
  ['a limit that is none', ['list', 'steam', '--limit', '0'], /--limit 0/],
  ['no address to listen on', ['master'], /--listen A\.B\.C\.D:PORT/],
  ['a port that is none', ['master', '--listen', '127.0.0.1:99999'], /--listen/],
])('%s: one line says what is wrong, exit 2', async (_, args, words) => {
  const { code, stdout, stderr } = await cli(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(words)]);
});

it('master says so when its port is taken, exit 1', async () => {
  const taken = createSocket('udp4');
  await new Promise<void>((bound) => taken.bind(0, '127.0.0.1', bound));
  onTestFinished(() => void taken.close());
  const run = await cli(['master', '--listen', `127.0.0.1:${taken.address().port}`]);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain('is another program using it');
});
