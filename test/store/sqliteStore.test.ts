import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { KeyvSqlite } from '@keyv/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '#store/openStore.ts';
import { StoreError } from '#store/storeError.ts';
import { listeningLog, storeFolder } from './storeFolder.ts';

const GUILD = '100000000000000001';

let place: Awaited<ReturnType<typeof storeFolder>>;
const opened: Store[] = [];
beforeEach(async () => {
  place = await storeFolder();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await place.dispose();
});

async function open(listening = listeningLog()): Promise<Store> {
  const store = await openStore(`sqlite://${place.file}`, { log: listening.log, now: () => 5 });
  opened.push(store);
  return store;
}

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof StoreError ? error.kind : String(error)),
  );

/** Runs one SQL statement on the file, as a person with a database tool would. */
async function sql(statement: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  const database = new KeyvSqlite({ uri: `sqlite://${place.file}` });
  try {
    return await database.query(statement, ...values);
  } finally {
    await database.disconnect();
  }
}

describe('a file', () => {
  it('is written ahead and waits for locks', async () => {
    await open();
    expect(await sql('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });

  it('is left alone after closing, so that it can be copied as a backup', async () => {
    const store = await open();
    await store.meta.set('commands', 'abc');
    await store.close();
    await expect(stat(`${place.file}-wal`)).rejects.toThrow(/ENOENT/);
  });

  it('may be no file: a store in memory is forgotten', async () => {
    const { log } = listeningLog();
    const store = await openStore('sqlite://:memory:', { log });
    await store.meta.set('a', 'b');
    expect(await store.meta.get('a')).toBe('b');
    await store.close();
  });
});

describe('a place that will not do', () => {
  it('is named when the folder can not be made', async () => {
    await writeFile(join(place.folder, 'data'), 'a file where the folder should be');
    expect(await kindOf(open())).toBe('not-writable');
  });

  it('is named when the folder may not be written', async (context) => {
    if (process.getuid?.() === 0) {
      context.skip('the superuser may write everywhere');
    }
    await mkdir(join(place.folder, 'data'), { mode: 0o500 });
    expect(await kindOf(open())).toBe('not-writable');
    await chmod(join(place.folder, 'data'), 0o700);
  });

  it('is named when the path is a folder', async () => {
    await mkdir(place.file, { recursive: true });
    expect(await kindOf(open())).toBe('not-writable');
  });

  it('is named, and left alone, when the file is no database', async () => {
    await mkdir(join(place.folder, 'data'));
    await writeFile(place.file, 'Dear diary, today the server was down again. '.repeat(50));
    expect(await kindOf(open())).toBe('not-a-database');
    expect(await readFile(place.file, 'utf8')).toContain('Dear diary');
  });

  it('is named when it is another kind of store', async () => {
    const { log } = listeningLog();
    expect(await kindOf(openStore('mongodb://localhost', { log }))).toBe('bad-url');
    expect(await kindOf(openStore('data.sqlite', { log }))).toBe('bad-url');
  });

  it('says what to do about it', async () => {
    await writeFile(join(place.folder, 'data'), '');
    await expect(open()).rejects.toThrow(/STORE_URL/);
  });
});

describe('a write that fails', () => {
  it('reaches whoever asked for it', async () => {
    const store = await open();
    await sql('DROP TABLE keyv');
    expect(await kindOf(store.meta.set('commands', 'abc'))).toBe('failed');
    expect(await kindOf(store.outbox.delete('x'))).toBe('failed');
    expect(await kindOf(store.guilds.get(GUILD))).toBe('failed');
  });
});
