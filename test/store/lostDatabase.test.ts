import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '#store/openStore.ts';
import { StoreError } from '#store/storeError.ts';
import { storePlace } from '#store/storeUrl.ts';
import { freshName, onPostgres, openDatabase, SERVERS, whyNoDatabase } from './databases.ts';
import { listeningLog } from './storeFolder.ts';
import { openWire } from './wire.ts';

const errorOf = (work: Promise<unknown>): Promise<StoreError | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(StoreError);
      return error as StoreError;
    },
  );

describe.each(['redis', 'postgres'] as const)('a database in %s that goes away', (kind) => {
  it('is told to whoever asks at that time, and is there again when it is back', async (context) => {
    const missing = await whyNoDatabase(kind);
    if (missing !== null) {
      context.skip(missing);
    }
    const wire = await openWire(SERVERS[kind]);
    const database = await openDatabase(kind, wire.port);
    onTestFinished(database.dispose);
    const listening = listeningLog();
    const store = await openStore(database.url, { log: listening.log });
    onTestFinished(() => store.close());
    await store.meta.set('commands', 'abc');

    await wire.cut();
    await expect.poll(listening.events).toContain('store-lost');
    const error = await errorOf(store.meta.get('commands'));
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/can not read meta commands in .*127\.0\.0\.1.*STORE_URL/),
    });
    expect((await errorOf(store.meta.set('commands', 'lost')))?.kind).toBe('unreachable');

    await wire.mend();
    await expect
      .poll(() => store.meta.get('commands').catch(() => null), { timeout: 10_000 })
      .toBe('abc');
    await store.meta.set('commands', 'new');
    expect(await store.meta.get('commands')).toBe('new');
    expect(JSON.stringify(listening.lines)).not.toContain('secret-word');
  });
});

describe('a database that is not there', () => {
  const opening = async (url: string) => {
    const listening = listeningLog();
    const error = await errorOf(openStore(url, { log: listening.log }));
    // As the program logs a start that fails.
    listening.log.fatal({ err: error?.cause }, error?.message);
    const told = `${error?.message} ${JSON.stringify(listening.lines)}`;
    expect(told).not.toMatch(/s3cret|p4rt/);
    return error;
  };

  it.each([
    'redis://somebody:s3cret@127.0.0.1:1/0',
    'postgres://somebody:s3cret@127.0.0.1:1/crowsnest',
    'postgres://somebody:s3cret@nowhere.invalid/crowsnest?password=s3cret',
  ])('is told with what to do: %s', async (url) => {
    expect(await opening(url)).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/see whether the database runs/),
    });
  });

  it('wants another password', async (context) => {
    const missing = await whyNoDatabase('redis');
    if (missing !== null) {
      context.skip(missing);
    }
    const error = await opening(`redis://somebody:s3cret@127.0.0.1:${SERVERS.redis.port}`);
    expect(error?.kind).toBe('refused');
  });

  it('has another name', async (context) => {
    const missing = await whyNoDatabase('postgres');
    if (missing !== null) {
      context.skip(missing);
    }
    const { port } = SERVERS.postgres;
    const error = await opening(`postgres://postgres:s3cret@127.0.0.1:${port}/no_such_database`);
    expect(error?.kind).toBe('no-database');
  });

  it('speaks no TLS, where that was asked for', async (context) => {
    const missing = await whyNoDatabase('postgres');
    if (missing !== null) {
      context.skip(missing);
    }
    const { port } = SERVERS.postgres;
    const error = await opening(
      `postgres://postgres:s3cret@127.0.0.1:${port}/postgres?sslmode=verify-full`,
    );
    expect(error).toMatchObject({
      kind: 'untrusted',
      message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  it.each([
    ['crowsnest.sqlite', /which database/],
    ['sqlite://', /names no file/],
    ['mongodb://u:s3cret@host/x', /begins with mongodb/],
    ['redis://u:s3cret@host/name', /number of a Redis database/],
    ['redis://u:s3cret/p4rt@host', /no address|%40/],
    ['redis://u:12/p4rt@host', /%2F/],
    ['postgres://u:s3cret#p4rt@host/x', /no address|%23/],
    ['postgres://u@host', /names no database/],
    ['postgres://u:s3cret@host/x?schema=a"b', /small letters/],
    ['redis://u:s3cret@host?prefix=a*', /small letters/],
  ])('has a wrong address: %s', async (url, words) => {
    const error = await opening(url);
    expect(error).toMatchObject({ kind: 'bad-url', message: expect.stringMatching(words) });
  });

  it('is shown without its password', () => {
    const url = 'postgres://u:s3cret@db.example.org:5433/crowsnest?sslmode=require&schema=bot';
    expect(storePlace(url)).toMatchObject({
      schema: 'bot',
      shown: 'postgres://db.example.org:5433/crowsnest (schema bot)',
    });
  });
});

describe('a PostgreSQL whose operator is careful', () => {
  it('serves a bot that owns a schema, and one that has tables and nothing more', async (context) => {
    const missing = await whyNoDatabase('postgres');
    if (missing !== null) {
      context.skip(missing);
    }
    const name = freshName();
    const asOperator = (...lines: string[]) =>
      onPostgres(async (pool) => void (await pool.query(lines.join(';'))));
    await asOperator(`CREATE ROLE ${name} LOGIN`, `CREATE SCHEMA ${name} AUTHORIZATION ${name}`);
    onTestFinished(() => asOperator(`DROP SCHEMA ${name} CASCADE`, `DROP ROLE ${name}`));
    const { host, port } = SERVERS.postgres;
    const url = `postgres://${name}@${host}:${port}/postgres?schema=${name}`;
    const openAndWrite = async (text: string) => {
      const store = await openStore(url, { log: listeningLog().log });
      await store.meta.set('commands', text);
      expect(await store.meta.get('commands')).toBe(text);
      await store.close();
    };

    await openAndWrite('made by the bot');
    await asOperator(
      `ALTER SCHEMA ${name} OWNER TO postgres`,
      `GRANT USAGE ON SCHEMA ${name} TO ${name}`,
    );
    await openAndWrite('found by the bot');
  });
});
