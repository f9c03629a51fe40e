import { afterEach, describe, expect, it } from 'vitest';
import { type FakeAnswers, type FakeServer, startFakeServer } from '#test/snapshot/a2sServer.ts';
import { type Run, typed } from './typed.ts';

const cli = (...args: string[]): Promise<Run> => typed(args);

const open: FakeServer[] = [];
afterEach(() => {
  for (const fake of open.splice(0)) {
    fake.close();
  }
});

async function server(answers: FakeAnswers): Promise<string> {
  const fake = await startFakeServer(answers);
  open.push(fake);
  return `127.0.0.1:${fake.port}`;
}

describe('status of a server that is up', () => {
  it('as JSON: one Snapshot on stdout, nothing else', async () => {
    const place = await server({
      info: { name: 'Dust2 24/7', players: 2 },
      players: ['Ann', 'Bob'],
      rules: { mp_timelimit: '30' },
    });
    const run = await cli('status', place, '--json', '--allow-private');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      state: 'online',
      reason: null,
      target: { host: '127.0.0.1', address: '127.0.0.1', game: null },
      protocol: 'source',
      name: 'Dust2 24/7',
      players: { online: 2, max: 16, bots: 0, connecting: null },
      roster: { state: 'complete', players: [{ name: 'Ann' }, { name: 'Bob' }] },
      rules: { state: 'complete', values: { mp_timelimit: '30' } },
      gamePort: 27015,
      problems: [],
    });
  });

  it('for people: the facts, and no escape sequence a server could send', async () => {
    const place = await server({
      info: { name: 'Evil \u001b[2J\u202eserver', players: 2 },
      players: ['Ann', ''],
      rules: { motd: 'x\u001b[31mred\nline' },
    });
    const status = await cli('status', place, '--allow-private');
    expect(status.code).toBe(0);
    expect(status.stdout).toMatch(/^Evil \[2J server\n/);
    expect(status.stdout).toContain('2/16 players');
    const rules = await cli('rules', place, '--allow-private');
    expect(rules.stdout).toContain('motd = x [31mred line');
    expect(`${status.stdout}${rules.stdout}`).not.toContain('\u001b');
  });

  it('players: the list with times, nameless ones counted', async () => {
    const place = await server({ info: { players: 3 }, players: ['Ann', '', ''] });
    const { stdout } = await cli('players', place, '--allow-private');
    expect(stdout).toContain('Ann  (score 0, 1 min)');
    expect(stdout).toContain('unnamed ×2');
  });

  it('ping: the round trip, and only info is asked', async () => {
    const place = await server({});
    const { stdout } = await cli('ping', place, '--allow-private');
    expect(stdout).toMatch(/^Test server: [\d.]+ ms\n$/);
    expect(open[0]?.heard).toEqual(['info']);
  });

  it('--parts asks for those parts only', async () => {
    const place = await server({});
    await cli('status', place, '--parts', 'info,rules', '--allow-private');
    expect(open[0]?.heard).toEqual(['info', 'rules']);
  });

  it('--encoding reads names in a code page', async () => {
    // "Город" in Windows-1251 (spec a2s case 117).
    const infoBytes = Buffer.from(
      'ffffffff4911c3eef0eee40064655f64757374320063737472696b65004353000a0005200064770001312e312e322e3700808769',
      'hex',
    );
    const place = await server({ infoBytes });
    const name = async (...more: string[]) => {
      const run = await cli('status', place, '--allow-private', ...more);
      return run.stdout.split('\n')[0];
    };
    expect(await name('--encoding', 'windows-1251')).toBe('Город');
    expect(await name('--encoding', 'windows-1252')).toBe('Ãîðîä');
    expect(await name()).toBe('Город');
  });
});

describe('a server that gives no answer is an answer: exit 0, with its own line', () => {
  it('never answers: within the deadline', async () => {
    const place = await server({ info: null });
    const since = performance.now();
    const run = await cli('status', place, '--allow-private', '--timeout', '700');
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/is offline \(timeout\): .+/);
    expect(performance.now() - since).toBeLessThan(2_500);
  });

  it('nobody listens there', async () => {
    const fake = await startFakeServer();
    fake.close();
    const run = await cli(
      'status',
      `127.0.0.1:${fake.port}`,
      '--allow-private',
      '--timeout',
      '700',
    );
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('is offline (refused)');
  });

  it('a private address: refused, saying how to allow it', async () => {
    const run = await cli('status', '127.0.0.1:27015', '--json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ state: 'offline', reason: 'address-refused' });
    expect(run.stderr).toContain('--allow-private');
  });

  it('a name that does not resolve', async () => {
    const since = performance.now();
    const run = await cli('status', 'no-such-host.invalid:27015', '--timeout', '1000', '--json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      state: 'offline',
      reason: 'dns',
      target: { host: 'no-such-host.invalid', address: null, port: 27015 },
    });
    expect(run.stderr).toContain('no-such-host.invalid');
    expect(performance.now() - since).toBeLessThan(2_500);
  });
});

describe('a wrong command line: exit 2, one line that says which part', () => {
  it.each([
    [['status', 'hello world'], /"hello world" is not a host name/],
    [['status', '203.0.113.5:0'], /port 0/],
    [['status', '203.0.113.5:70000'], /70000/],
    [['status', '203.0.113.5:abc'], /"abc" is not a port/],
    [['status', '203.0.113.5'], /needs a port or a game/],
    [['status', '169.254.1.2:27015'], /FakeIP/],
    [['status', '203.0.113.5:27015', '--game', 'nope'], /"nope"/],
    [['status', '203.0.113.5:27015', '--encoding', 'klingon'], /"klingon" is not a code page/],
    [['status', '203.0.113.5:27015', '--timeout', 'soon'], /--timeout soon/],
    [['status', '203.0.113.5:27015', '--timeout', '0'], /--timeout 0/],
    [['status', '203.0.113.5:27015', '--parts', 'info,mods'], /--parts info,mods/],
    [['status', '203.0.113.5:27015', '--jsno'], /--jsno/],
    [['status', '203.0.113.5:27015', 'extra'], /"extra"/],
    [['status'], /needs a server/],
    [[], /no command given: use status, players, rules, ping/],
    [['stats', '203.0.113.5:27015'], /"stats" is not a command: use status, .*, rcon/],
    [['rcon', '203.0.113.5:7777'], /needs a server and a command/],
    [['rcon', '203.0.113.5:7777', 'players'], /--password-file/],
    [['rcon', '203.0.113.5', 'x', '--password-file', '/no/such/file'], /cannot be read/],
    [['rcon', '203.0.113.5', 'x', '--json'], /rcon has no --json: it takes --password-file, /],
    [['rcon', '203.0.113.5', 'x', '--timeout', '9'], /rcon has no --timeout/],
    [['rcon', '203.0.113.5', 'x', '--parts=info'], /rcon has no --parts/],
    [['status', '203.0.113.5:27015', '--filter', 'x'], /status has no --filter: it takes --game, /],
    [['list', '127.0.0.1:27010', '--game', 'rust'], /list has no --game/],
    [['master', '--json'], /master has no --json/],
  ])('%j', async (args, line) => {
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(line)]);
  });

  it('--help tells the usage and is no mistake', async () => {
    const run = await cli('--help');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('HOST[:PORT]');
  });
});
