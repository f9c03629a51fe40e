import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, VARIABLES } from '#config.ts';

const linesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig({ environment });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).lines;
  }
  throw new Error('the configuration was taken although it is wrong');
};

describe('the configuration', () => {
  it('is complete without a single variable: local mode', () => {
    const config = readConfig({ environment: {} });
    expect(config).toMatchObject({
      token: null,
      apiUrl: 'https://discord.com/api',
      storeUrl: 'sqlite://data/crowsnest.sqlite',
      pollCron: '* * * * *',
      allowPrivateAddresses: false,
      httpListen: { host: '127.0.0.1', port: 8787 },
      production: false,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes an empty variable for one that is not set, as a compose file leaves it', () => {
    expect(readConfig({ environment: { LOG_LEVEL: '', POLL_CRON: ' ' } }).logLevel).toBe('info');
  });

  it('reads what an operator writes', () => {
    const config = readConfig({
      environment: {
        DISCORD_TOKEN: 'aaa.bbb.ccc',
        HTTP_LISTEN: '[::1]:9000',
        ALLOW_PRIVATE_ADDRESSES: 'Yes',
        POLL_CRON: '*/30 * * * * *',
        HISTORY_DAYS: '7, 60, 800',
        JOIN_URL: 'https://join.example.org/?to={address}',
        DISCORD_API_URL: 'http://127.0.0.1:3000/api/',
      },
    });
    expect(config.token).toBe('aaa.bbb.ccc');
    expect(config.httpListen).toEqual({ host: '::1', port: 9000 });
    expect(config.historyDays).toEqual({ minutes: 7, fives: 60, hours: 800 });
    expect(config.allowPrivateAddresses).toBe(true);
    expect(config.joinUrl).toBe('https://join.example.org/?to={address}');
    expect(config.apiUrl).toBe('http://127.0.0.1:3000/api');
    expect(readConfig({ environment: { HTTP_LISTEN: 'off' } }).httpListen).toBeNull();
  });

  it.each([
    ['LOG_LEVEL', 'loud', 'one of fatal, error'],
    ['POLL_CRON', 'every minute', 'a cron line'],
    ['WATCHES_PER_GUILD', '0', 'from 1 to 1000'],
    ['QUERY_TIMEOUT_MS', '3s', 'a whole number'],
    ['HTTP_LISTEN', '127.0.0.1:70000', 'HOST:PORT'],
    ['ALLOW_PRIVATE_ADDRESSES', 'maybe', 'true or false'],
    ['HISTORY_DAYS', '30,2,400', 'three whole numbers'],
    ['HISTORY_DAYS', '400', 'three whole numbers'],
    ['JOIN_URL', 'http://join.example.org/{address}', 'an https address'],
    ['JOIN_URL', 'https://join.example.org/', '{address} in its path'],
    ['JOIN_URL', 'https://{address}.example.org/', '{address} in its path'],
    ['JOIN_URL', 'https://join.example.org/{address})](x', 'an https address'],
    ['MASTER_LISTEN', '27010', 'HOST:PORT such as 0.0.0.0:27010, or off'],
    ['ASA_LISTS_URL', 'cdn2.arkdedicated.com', 'an http(s) address'],
    ['STORE_URL', 'mongodb://x', 'sqlite://'],
    ['DISCORD_API_URL', 'ftp://discord.com', 'an http(s) address'],
  ])('%s=%s stops the start with one line that says what is allowed', (name, given, allowed) => {
    const lines = linesOf({ [name]: given });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(name);
    expect(lines[0]).toContain(given);
    expect(lines[0]).toContain(allowed);
  });

  it('shows a wrong STORE_URL without its password', () => {
    const [line] = linesOf({ STORE_URL: 'mysql://u:s3cret@host/db?password=s3cret' });
    expect(line).toContain('"mysql://...@host/db?..."');
    expect(line).not.toContain('s3cret');
  });

  it('names every wrong variable at once and never shows a token', () => {
    const lines = linesOf({ DISCORD_TOKEN: 'my secret', LOG_LEVEL: 'loud' });
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('my secret');
  });

  it('is no master server and asks the usual lists until it is told otherwise', () => {
    expect(readConfig({ environment: {} })).toMatchObject({
      masterListen: null,
      steamKey: null,
      listUrls: { steam: null, ark: null, asa: null, openmp: null },
    });
    const environment = {
      MASTER_LISTEN: '0.0.0.0:27010',
      STEAM_API_KEY: '0123456789ABCDEF0123456789ABCDEF',
      ASA_LISTS_URL: 'http://127.0.0.1:9000/',
    };
    expect(readConfig({ environment })).toMatchObject({
      masterListen: { host: '0.0.0.0', port: 27010 },
      steamKey: '0123456789ABCDEF0123456789ABCDEF',
      listUrls: { steam: null, asa: 'http://127.0.0.1:9000' },
    });
  });

  it('never shows a key of Steam that is wrong', () => {
    const lines = linesOf({ STEAM_API_KEY: 'half a key' });
    expect(lines).toEqual([expect.stringContaining('STEAM_API_KEY')]);
    expect(lines.join()).not.toContain('half a key');
  });

  it.each([
    [{}, null],
    [{ SHARDS: 'auto' }, null],
    [
      { SHARDS: '0-3', SHARD_COUNT: '16' },
      { ids: [0, 1, 2, 3], count: 16 },
    ],
    [
      { SHARDS: '9, 4-6', SHARD_COUNT: '10' },
      { ids: [4, 5, 6, 9], count: 10 },
    ],
  ])('%j are the shards %j', (environment, shards) => {
    expect(readConfig({ environment }).shards).toEqual(shards);
  });

  it.each([
    [{ SHARDS: '0-3' }, 'SHARD_COUNT is missing: with SHARDS=0-3 it must be'],
    [{ SHARD_COUNT: '4' }, 'SHARD_COUNT is "4", but SHARDS is auto'],
    [{ SHARDS: '2-4', SHARD_COUNT: '4' }, 'there is no shard 4, with SHARD_COUNT=4'],
    [{ SHARDS: '0-3,2', SHARD_COUNT: '4' }, 'SHARDS is "0-3,2": it must be auto, or the shards'],
    [{ SHARDS: '3-0', SHARD_COUNT: '4' }, 'SHARDS is "3-0": it must be'],
    [{ SHARDS: '0;1', SHARD_COUNT: '4' }, 'SHARDS is "0;1": it must be'],
    [{ SHARDS: '0', SHARD_COUNT: '0' }, 'SHARD_COUNT is "0": it must be a whole number'],
  ])('%j stop the start with one line', (environment, line) => {
    expect(linesOf(environment)).toEqual([expect.stringContaining(line)]);
  });

  it('asks the scheduler whether it takes the cron line', () => {
    const environment = { POLL_CRON: '99 * * * *' };
    expect(() => readConfig({ environment, isCron: () => false })).toThrow(/POLL_CRON is "99/);
  });

  it('needs a token in production', () => {
    expect(linesOf({ NODE_ENV: 'production' })[0]).toContain('DISCORD_TOKEN is missing');
  });
});

describe('what an operator reads about it', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const example = parseEnv(read('.env.example').replaceAll(/^#(?=[A-Z_]+=)/gm, ''));

  it('.env.example has each variable, with the default that it has', () => {
    expect(Object.keys(example).sort()).toEqual([...VARIABLES].sort());
    expect(readConfig({ environment: example }).joinUrl).toBe(example.JOIN_URL);
    const defaults = Object.entries(example).filter(
      ([name]) => name !== 'JOIN_URL' && !name.endsWith('_LISTS_URL'),
    );
    expect(readConfig({ environment: Object.fromEntries(defaults) })).toEqual(
      readConfig({ environment: {} }),
    );
  });

  it('README.md has each variable in its table', () => {
    const rows =
      read('README.md')
        .match(/^\| `[A-Z_]+`.*$/gm)
        ?.join('\n') ?? '';
    const named = [...rows.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(VARIABLES));
  });
});
