import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { endOf, type Row, type Rows } from './rows.ts';

/** How long a statement waits for a lock that another connection holds (a backup, for example). */
const BUSY_TIMEOUT_MS = 5000;

/**
 * WAL with synchronous=NORMAL: each acknowledged write is in the kernel's page cache, so killing this process (SIGKILL, out of
 * memory, a crash) loses nothing. A power cut may undo the last seconds but never damages the file. FULL would buy those
 * seconds with a flush for every document of every round, which a host with a thousand servers feels on a slow disk.
 */
const PRAGMAS = ['journal_mode=WAL', 'synchronous=NORMAL'];

/** Version of the file's layout (one table, rows NAMESPACE:KEY). Writing it at every start also proves the file writable. */
const LAYOUT_VERSION = 1;

/** The table that @keyv/sqlite makes. */
const TABLE = 'keyv';

/** The file as Keyv's adapter opens it, with nothing written to it. */
export function connectSqlite(path: string): KeyvSqlite {
  const adapter = new KeyvSqlite({
    uri: `sqlite://${path}`,
    busyTimeout: BUSY_TIMEOUT_MS,
  });
  // The first query rejects with the same error; without a listener the emitter would throw it a second time.
  adapter.on('error', () => {});
  return adapter;
}

async function connect(path: string): Promise<KeyvSqlite> {
  if (path !== ':memory:') {
    await mkdir(dirname(path), { recursive: true });
  }
  const adapter = connectSqlite(path);
  for (const pragma of [...PRAGMAS, `user_version=${LAYOUT_VERSION}`]) {
    await adapter.query(`PRAGMA ${pragma}`);
  }
  return adapter;
}

/** Opens (or makes) the database file and its folder. Throws what SQLite or the file system throws. */
export async function openSqliteRows(path: string): Promise<Rows> {
  const adapter = await connect(path);
  const ask = async (sql: string, ...values: unknown[]) =>
    (await adapter.query(sql, ...values)) as Row[];
  return {
    get: (key) => adapter.get<string>(key),
    many: (keys) =>
      ask(
        `SELECT key, value FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`,
        JSON.stringify(keys),
      ),
    set: ({ key, value }) => adapter.set(key, value),
    async setAll(rows) {
      const given = JSON.stringify(rows.map(({ key, value }) => [key, value]));
      await ask(
        `INSERT INTO ${TABLE} (key, value) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true ` +
          'ON CONFLICT(key) DO UPDATE SET value = excluded.value',
        given,
      );
    },
    async deleteAll(keys) {
      await ask(
        `DELETE FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`,
        JSON.stringify(keys),
      );
    },
    async keys({ prefix, after = '', most = -1 }) {
      const [end, values] =
        prefix === '' ? ['', [prefix, after]] : ['AND key < ?', [prefix, after, endOf(prefix)]];
      const found = await ask(
        `SELECT key FROM ${TABLE} WHERE key >= ? AND key > ? ${end} ORDER BY key LIMIT ?`,
        ...values,
        most,
      );
      return found.map(({ key }) => key);
    },
    shelf: null,
    close: () => adapter.disconnect(),
  };
}
