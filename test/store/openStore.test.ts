import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { KeyvSqlite } from '@keyv/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '#store/openStore.ts';
import { StoreError } from '#store/storeError.ts';
import { noticeOf, personOf, serverOf, watchOf } from './examples.ts';
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

describe('what is kept', () => {
  it('is there after closing and opening again', async () => {
    const before = await open();
    await before.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
    await before.servers.set(serverOf());
    await before.outbox.put(noticeOf());
    await before.meta.set('commands', 'abc');
    await before.close();

    const after = await open();
    expect((await after.guilds.get(GUILD)).watches).toEqual([watchOf()]);
    expect(await after.servers.get(serverOf().key)).toEqual(serverOf());
    expect(await after.outbox.all()).toEqual([noticeOf()]);
    expect(await after.meta.get('commands')).toBe('abc');
  });

  it('finds what a person asked for in every guild, and nothing of anybody else', async () => {
    const store = await open();
    const there = personOf({ guildId: '100000000000000002' });
    const other = personOf({ personId: '4000000000000000070' });
    for (const person of [personOf(), there, other]) {
      await store.people.set(person);
    }
    expect(await store.people.of(personOf().personId)).toEqual([personOf(), there]);
    await store.people.delete(there);
    expect(await store.people.all()).toEqual([personOf(), other]);
  });

  it('is nothing at first: an empty guild, no server, no notice', async () => {
    const store = await open();
    expect(await store.guilds.get(GUILD)).toMatchObject({ guildId: GUILD, watches: [] });
    expect(await store.guilds.ids()).toEqual([]);
    expect(await store.servers.get('a2s/nowhere:1')).toBeNull();
    expect(await store.outbox.all()).toEqual([]);
    expect(await store.meta.get('commands')).toBeNull();
  });

  it('comes back letter for letter, whatever players call themselves', async () => {
    const names = [
      ':base64:QUJD',
      ':colon',
      '::',
      '"quoted"',
      '\u{1F600}',
      "'; DROP TABLE keyv; --",
      '',
    ];
    const roster = { at: 1, map: null, players: names.map((name) => ({ name, seconds: null })) };
    const store = await open();
    await store.servers.set(serverOf({ roster }));
    expect((await store.servers.get(serverOf().key))?.roster).toEqual(roster);
  });

  it('is kept apart by namespace, and listed whole', async () => {
    const store = await open();
    const ids = Array.from({ length: 25 }, (_, n) => `1000000000000000${String(n + 10)}`);
    await Promise.all(ids.map((id) => store.guilds.update(id, (guild) => ({ ...guild }))));
    await store.meta.set(GUILD, 'not a guild');
    await store.guilds.delete(ids[3] ?? '');
    expect(await store.guilds.ids()).toEqual(ids.filter((_, n) => n !== 3));
  });

  it('lists waiting notices in the order of their making', async () => {
    const store = await open();
    const [late, early, middle] = [
      noticeOf({ id: '1', createdAt: 30 }),
      noticeOf({ id: '2', createdAt: 10 }),
      noticeOf({ id: '3', createdAt: 20 }),
    ];
    await Promise.all([late, early, middle].map((notice) => store.outbox.put(notice)));
    expect(await store.outbox.all()).toEqual([early, middle, late]);
  });

  it('is written ahead and waits for locks', async () => {
    await open();
    expect(await sql('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });
});

describe('changes of one guild', () => {
  it('are made one after the other: none is lost', async () => {
    const store = await open();
    const ids = Array.from({ length: 20 }, (_, n) => `watch${n}`);
    await Promise.all(
      ids.map((id) =>
        store.guilds.update(GUILD, (guild) => ({
          ...guild,
          watches: [...guild.watches, watchOf({ id })],
        })),
      ),
    );
    expect((await store.guilds.get(GUILD)).watches.map((watch) => watch.id)).toEqual(ids);
  });

  it('that fail leave the document as it was, and the next one goes on', async () => {
    const store = await open();
    await store.guilds.update(GUILD, (guild) => ({ ...guild, language: 'ru' }));
    const refused = store.guilds.update(GUILD, () => {
      throw new StoreError('misfit', 'no');
    });
    const next = store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
    expect(await kindOf(refused)).toBe('misfit');
    expect(await next).toMatchObject({ language: 'ru', watches: [{ id: 'watch1' }] });
  });

  it('that are refused take no other one with them', async () => {
    const store = await open();
    const add = (id: string) =>
      store.guilds.update(GUILD, (guild) => ({
        ...guild,
        watches: [...guild.watches, watchOf({ id })],
      }));
    const results = await Promise.all(['first', 'NOT AN ID', 'third'].map(add).map(kindOf));
    expect(results).toEqual(['it worked', 'misfit', 'it worked']);
    const { watches } = await store.guilds.get(GUILD);
    expect(watches.map(({ id }) => id)).toEqual(['first', 'third']);
  });

  it('that come before a deletion are gone with it, those after it stay', async () => {
    const store = await open();
    const speak = (language: 'en' | 'ru') =>
      store.guilds.update(GUILD, (guild) => ({ ...guild, language }));
    const watch = () => store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
    await Promise.all([speak('ru'), watch(), store.guilds.delete(GUILD), speak('en')]);
    expect(await store.guilds.get(GUILD)).toMatchObject({ language: 'en', watches: [] });
  });

  it('make a new document: the one that was read stays as it was', async () => {
    const store = await open();
    await store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [watchOf()] }));
    const before = await store.guilds.get(GUILD);
    expect(() => before.watches.push(watchOf({ id: 'sneaky' }))).toThrow(TypeError);
    await store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [] }));
    expect(before.watches).toHaveLength(1);
  });

  it('that change nothing write nothing: a guild that nobody set up stays unknown', async () => {
    const store = await open();
    expect(await store.guilds.update(GUILD, (guild) => guild)).toEqual(
      await store.guilds.get(GUILD),
    );
    expect(await store.guilds.ids()).toEqual([]);
    const [, spoken] = await Promise.all([
      store.guilds.update(GUILD, (guild) => guild),
      store.guilds.update(GUILD, (guild) => ({ ...guild, language: 'ru' })),
    ]);
    expect(spoken.language).toBe('ru');
    expect(await store.guilds.ids()).toEqual([GUILD]);
  });

  it('that would not fit the schema are refused, not written', async () => {
    const store = await open();
    const broken = watchOf({ channelId: 'general' });
    const change = store.guilds.update(GUILD, (guild) => ({ ...guild, watches: [broken] }));
    expect(await kindOf(change)).toBe('misfit');
    expect((await store.guilds.get(GUILD)).watches).toEqual([]);
  });
});

describe('a document that can not be read', () => {
  const damaged = ['{"value":{"version":9}}', '{"value":', 'null', '7', '{}', '{"value":null}'];

  it.each(damaged)('is set aside and reported, the rest goes on: %s', async (row) => {
    const listening = listeningLog();
    const first = await open();
    await first.servers.set(serverOf({ key: 'good' }));
    await first.servers.set(serverOf({ key: 'bad' }));
    await first.close();
    await sql('UPDATE keyv SET value = ? WHERE key = ?', row, 'servers:bad');

    const store = await open(listening);
    expect(await store.servers.get('bad')).toBeNull();
    expect(await store.servers.get('good')).toEqual(serverOf({ key: 'good' }));
    await store.servers.set(serverOf({ key: 'bad' }));
    expect(await store.servers.get('bad')).toEqual(serverOf({ key: 'bad' }));

    const kept = await sql("SELECT * FROM keyv WHERE key LIKE 'unreadable:%'");
    expect(kept).toHaveLength(1);
    expect(kept[0]?.key).toBe('unreadable:servers:bad@5');
    expect(listening.events()).toEqual(['document-set-aside']);
  });

  it('is kept with its text, so that a person can mend it', async () => {
    const first = await open();
    await first.close();
    await sql('INSERT INTO keyv VALUES (?, ?)', `guilds:${GUILD}`, 'half a docu');
    const store = await open();
    await store.guilds.update(GUILD, (guild) => ({ ...guild, language: 'en' }));
    const [kept] = await sql("SELECT value FROM keyv WHERE key LIKE 'unreadable:%'");
    expect(kept?.value).toContain('half a docu');
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
    expect(await kindOf(openStore('redis://localhost', { log }))).toBe('bad-url');
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

describe('closing', () => {
  it('waits for what is being written and takes nothing more', async () => {
    const store = await open();
    const writes = Array.from({ length: 50 }, (_, n) => store.meta.set(`n${n}`, String(n)));
    await store.close();
    await Promise.all(writes);
    expect(await kindOf(store.meta.set('late', 'x'))).toBe('closed');
    expect(await kindOf(store.close())).toBe('it worked');

    const again = await open();
    expect(await again.meta.get('n49')).toBe('49');
    expect(await again.meta.get('late')).toBeNull();
  });

  it('leaves one file, so that it can be copied as a backup', async () => {
    const store = await open();
    await store.meta.set('commands', 'abc');
    await store.close();
    await expect(stat(`${place.file}-wal`)).rejects.toThrow(/ENOENT/);
  });

  it('forgets a store in memory', async () => {
    const { log } = listeningLog();
    const store = await openStore('sqlite://:memory:', { log });
    await store.meta.set('a', 'b');
    expect(await store.meta.get('a')).toBe('b');
    await store.close();
  });
});
