import { describe, expect, it } from 'vitest';
import { readConfig, VARIABLES } from '#config.ts';
import { ownServices, projectFile, readCompose } from './composeFile.ts';

const TOKEN = { DISCORD_TOKEN: 'aaa.bbb.ccc' };
const FILES = ['deploy/compose.yaml', 'deploy/compose.shards.yaml'];

/** What the environment of a service says besides what the image sets. */
const configOf = (environment: Record<string, string>) =>
  readConfig({ environment: { NODE_ENV: 'production', ...environment } });

describe.each(FILES)('%s', (path) => {
  const file = readCompose(path, TOKEN);
  const own = ownServices(file);

  it('sets only variables that there are, to values that they take', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const [name, { environment = {} }] of own) {
      const unknown = Object.keys(environment).filter((key) => !VARIABLES.includes(key));
      expect(unknown, name).toEqual([]);
      for (const value of Object.values(environment)) {
        expect(value, `${name}: YAML takes it for something else than text`).toBeTypeOf('string');
      }
      expect(configOf(environment).token).toBe(TOKEN.DISCORD_TOKEN);
    }
  });

  it('asks for the token instead of starting without one', () => {
    expect(() => readCompose(path, {})).toThrow('DISCORD_TOKEN: write it into a file .env');
  });

  it('gives the bot no more than it needs', () => {
    for (const [, service] of own) {
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: '15s',
      });
      expect(service.ports).toBeUndefined();
    }
  });

  it('is built once, and never asked of strangers', () => {
    expect(own.flatMap(([, { build }]) => build ?? [])).toEqual(['..']);
    expect(own.every(([, one]) => 'build' in one || one.pull_policy === 'never')).toBe(true);
  });

  it('belongs to one project, so that the two files know of each other', () => {
    expect(file.name).toBe('crowsnest');
  });

  it('declares each volume and each service that it names', () => {
    for (const [name, { volumes = [], depends_on = {} }] of Object.entries(file.services)) {
      for (const volume of volumes) {
        expect(Object.keys(file.volumes), name).toContain(volume.split(':')[0]);
      }
      for (const other of Object.keys(depends_on)) {
        expect(Object.keys(file.services), name).toContain(other);
      }
    }
  });
});

it('one machine keeps its data in the volume that the image writes to', () => {
  const { crowsnest } = readCompose('deploy/compose.yaml', TOKEN).services;
  expect(crowsnest?.volumes).toEqual(['crowsnest:/data']);
  expect(projectFile('Dockerfile')).toContain('STORE_URL=sqlite:///data/');
});

describe('three processes', () => {
  const path = 'deploy/compose.shards.yaml';
  const shardsOf = ({ SHARDS = '', SHARD_COUNT = '' }) =>
    configOf({ ...TOKEN, SHARDS, SHARD_COUNT }).shards;

  it('have every shard once, and one store', () => {
    const environments = ownServices(readCompose(path, TOKEN)).map(([, service]) => ({
      ...service.environment,
    }));
    expect(environments).toHaveLength(3);
    const shards = environments.map((environment) => shardsOf(environment));
    const ids = shards.flatMap((one) => one?.ids ?? []);
    expect(ids.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(shards.map((one) => one?.count))).toEqual(new Set([6]));
    expect(new Set(environments.map((one) => one.STORE_URL))).toEqual(
      new Set(['redis://redis:6379/0']),
    );
  });

  it('take another store when they are told to, and wait for the one that runs', () => {
    const STORE_URL = 'postgres://crowsnest:secret@postgres:5432/crowsnest';
    const { services } = readCompose(path, { ...TOKEN, STORE_URL, POSTGRES_PASSWORD: 'secret' });
    expect(services['crowsnest-2']?.environment?.STORE_URL).toBe(STORE_URL);
    expect(services.postgres?.environment).toMatchObject({
      POSTGRES_USER: 'crowsnest',
      POSTGRES_PASSWORD: 'secret',
      POSTGRES_DB: 'crowsnest',
    });
    for (const name of ['redis', 'postgres']) {
      expect(services[name]?.profiles).toEqual([name]);
      expect(services['crowsnest-0']?.depends_on?.[name]?.required).toBe(false);
    }
  });

  it('wait while a Redis reads its file and while a PostgreSQL is only being made', () => {
    const { redis, postgres } = readCompose(path, TOKEN).services;
    expect(redis?.healthcheck?.test).toEqual(['CMD', 'redis-cli', '-e', 'ping']);
    expect(postgres?.healthcheck?.test.join(' ')).toContain('--host 127.0.0.1');
  });
});
