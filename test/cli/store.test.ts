import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runStoreLine } from '#cliStoreRun.ts';
import { copyRows } from '#store/copyRows.ts';
import { openStore } from '#store/openStore.ts';
import {
  type DatabaseKind,
  openDatabase,
  SERVERS,
  type TestDatabase,
  whyNoDatabase,
} from '#test/store/databases.ts';
import { incidentOf, noticeOf, personOf, serverOf, watchOf } from '#test/store/examples.ts';
import { listeningLog } from '#test/store/storeFolder.ts';
import { typedInto } from './typed.ts';

const GUILD = '100000000000000001';

const typed = (args: string[], STORE_URL?: string) =>
  typedInto(runStoreLine, args, STORE_URL === undefined ? {} : { STORE_URL });

async function database(kind: DatabaseKind): Promise<TestDatabase> {
  const opened = await openDatabase(kind);
  onTestFinished(opened.dispose);
  return opened;
}

/** A store in which a bot has worked for a while. */
async function filled(url: string): Promise<void> {
  const { log } = listeningLog();
  const store = await openStore(url, { log });
  await store.guilds.update(GUILD, (guild) => ({
    ...guild,
    watches: [watchOf({ label: 'Ünï \u{1F600} "\u0000"' })],
  }));
  await store.servers.set(serverOf());
  await store.outbox.put(noticeOf());
  await store.people.set(personOf());
  await store.incidents.put(incidentOf());
  const day = { version: 1, step: 1, every: 1, packed: 'AAEC' } as const;
  const servers = Array.from({ length: 1_100 }, (_, n) => [`a2s/host${n}:1`, day] as const);
  await store.history.put('2026-11-30', new Map(servers));
  await store.meta.set('commands', 'abc');
  await store.close();
}

describe('store copy', () => {
  it('moves everything from SQLite to Redis to PostgreSQL and back: it is the same', async (context) => {
    for (const kind of ['redis', 'postgres'] as const) {
      const missing = await whyNoDatabase(kind);
      if (missing !== null) {
        context.skip(missing);
      }
    }
    const way = await Promise.all(
      (['sqlite', 'redis', 'postgres', 'sqlite'] as const).map(database),
    );
    const [first, second, third, last] = way as [
      TestDatabase,
      TestDatabase,
      TestDatabase,
      TestDatabase,
    ];
    await filled(first.url);
    const before = await first.all();
    for (const [from, to] of [
      [first, second],
      [second, third],
      [third, last],
    ] as const) {
      const run = await typed(['copy', from.url, to.url]);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).toContain('history  1100\n');
      expect(run.stdout).toContain('copied and read back: 1107 documents');
      expect(run.stdout).not.toContain('secret-word');
    }
    expect(before).toHaveLength(1_106);
    expect(await last.all()).toEqual(before);
    expect(await second.all()).toEqual(before);
  });

  it('tells how far it is: it may take long', async () => {
    const [from, to] = [await database('sqlite'), await database('sqlite')];
    await filled(from.url);
    const told: number[] = [];
    await from.byHand((source) =>
      to.byHand((target) =>
        copyRows(source, target, { overwrite: false, onWritten: (count) => void told.push(count) }),
      ),
    );
    expect(told).toEqual([500, 1000, 1107]);
  });

  it('can be repeated, and takes up a copy that was cut short', async () => {
    const [from, to] = [await database('sqlite'), await database('sqlite')];
    await filled(from.url);
    const half = (await from.all()).slice(0, 300);
    await to.byHand((rows) => rows.setAll(half));
    expect((await typed(['copy', from.url, to.url])).code).toBe(0);
    const again = await typed(['copy', 'STORE_URL', to.url], from.url);
    expect(again.code).toBe(0);
    expect(await to.all()).toEqual(await from.all());
  });

  it('leaves a store with other data alone, unless it is told to replace it', async () => {
    const [from, to] = [await database('sqlite'), await database('sqlite')];
    await filled(from.url);
    const other = [
      { key: 'guilds:7', value: '{"value":1}' },
      { key: 'meta:commands', value: '{"value":"old"}' },
    ];
    await to.byHand((rows) => rows.setAll(other));
    const refused = await typed(['copy', from.url, to.url]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^crowsnest: .*guilds:7.*--overwrite/);
    expect(await to.all()).toEqual(other);
    expect((await typed(['copy', from.url, to.url, '--overwrite'])).code).toBe(0);
    expect(await to.all()).toEqual(await from.all());
  });

  it('empties no store because its source is empty or somewhere else', async () => {
    const [from, to] = [await database('sqlite'), await database('sqlite')];
    await filled(to.url);
    const before = await to.all();
    expect((await typed(['copy', from.url, to.url, '--overwrite'])).stderr).toMatch(/no file/);
    await from.byHand(async () => {});
    const run = await typed(['copy', from.url, to.url, '--overwrite']);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/nothing to copy/) });
    expect(await to.all()).toEqual(before);
  });

  it('ends with 1 when a database is not there, and shows no password', async () => {
    const from = await database('sqlite');
    await filled(from.url);
    const run = await typed(['copy', from.url, 'postgres://u:secret-word@127.0.0.1:1/x']);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(/ECONNREFUSED/) });
    expect(run.stderr).not.toContain('secret-word');
  });
});

describe('store backup', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crowsnest-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('copies the file while the bot writes to it, up to one moment', async () => {
    const running = await database('sqlite');
    const store = await openStore(running.url, { log: listeningLog().log });
    const target = join(folder, 'backups', 'today.sqlite');
    let stop = false;
    let count = 0;
    const writing = (async () => {
      while (!stop) {
        count += 1;
        await store.meta.set('first', String(count));
        await store.meta.set('second', String(count));
      }
    })();
    const run = await typed(['backup', target], running.url);
    const later = await typed(['backup', target], running.url);
    stop = true;
    await writing;
    await store.close();
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(later).toMatchObject({ code: 2, stderr: expect.stringMatching(/there already/) });
    expect(await readdir(join(folder, 'backups'))).toEqual(['today.sqlite']);
    const copied = await openStore(`sqlite://${target}`, { log: listeningLog().log });
    onTestFinished(() => copied.close());
    const [first, second] = [await copied.meta.get('first'), await copied.meta.get('second')];
    expect(Number(first) - Number(second)).toBeOneOf([0, 1]);
    expect(Number(second)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    [['backup', 'x'], `redis://127.0.0.1:${SERVERS.redis.port}`, /copy STORE_URL sqlite:/],
    [['backup'], undefined, /backup needs one file/],
    [['backup', 'x', '--overwrite'], undefined, /no --overwrite/],
    [['copy', 'sqlite://a'], undefined, /two stores/],
    [['copy', 'mysql://a', 'sqlite://b'], undefined, /FROM begins with mysql/],
    [['copy', 'sqlite://a', 'b'], undefined, /TO does not say which database/],
    [['copy', 'sqlite://a', 'sqlite://a'], undefined, /same store/],
    [['move'], undefined, /"move" is not a command: use copy, backup/],
    [[], undefined, /no command given/],
    [['copy', '--fast'], undefined, /--fast/],
  ])('says what is wrong with %j', async (args, url, words) => {
    expect(await typed(args, url)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(words),
    });
  });

  it('names a store that is not there', async () => {
    const run = await typed(['backup', join(folder, 'x')], `sqlite://${folder}/none.sqlite`);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/no file/) });
    expect(await readdir(folder)).toEqual([]);
  });

  it('explains itself', async () => {
    expect(await typed(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/usage/),
    });
  });
});
