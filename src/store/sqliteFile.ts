import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { asStoreError, StoreError } from './storeError.ts';

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

/** The path in sqlite:///absolute, sqlite://relative or sqlite://:memory:. Throws StoreError `bad-url`. */
export function sqlitePath(url: string): string {
  const path = /^sqlite:\/\/(.+)$/.exec(url)?.[1];
  if (path === undefined) {
    const scheme = /^[\w+.-]+(?=:)/.exec(url)?.[0] ?? 'that';
    throw new StoreError(
      'bad-url',
      `STORE_URL begins with ${scheme}, and only sqlite:// is spoken: set it to sqlite:// and the path of a file`,
    );
  }
  return path;
}

async function connect(path: string): Promise<KeyvSqlite> {
  if (path !== ':memory:') {
    await mkdir(dirname(path), { recursive: true });
  }
  const adapter = new KeyvSqlite({
    uri: `sqlite://${path}`,
    busyTimeout: BUSY_TIMEOUT_MS,
  });
  // The first query rejects with the same error; without a listener the emitter would throw it a second time.
  adapter.on('error', () => {});
  // Every namespace listens too: that is no leak.
  adapter.setMaxListeners(0);
  for (const pragma of [...PRAGMAS, `user_version=${LAYOUT_VERSION}`]) {
    await adapter.query(`PRAGMA ${pragma}`);
  }
  return adapter;
}

/** Opens (or makes) the database file and its folder. Throws StoreError when it can not be written or is no database. */
export async function openSqliteFile(path: string): Promise<KeyvSqlite> {
  try {
    return await connect(path);
  } catch (error) {
    throw asStoreError(error, 'can not open the store', path);
  }
}
