import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { connectSqlite } from './sqliteRows.ts';
import { asStoreError, StoreError } from './storeError.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Asks an SQLite file and lets go of it. */
async function ask(path: string, sql: string, ...values: unknown[]): Promise<unknown> {
  const adapter = connectSqlite(path);
  try {
    return await adapter.query(sql, ...values);
  } finally {
    await adapter.disconnect();
  }
}

async function checkWhole(path: string): Promise<void> {
  const said = JSON.stringify(await ask(path, 'PRAGMA integrity_check'));
  if (said !== '[{"integrity_check":"ok"}]') {
    throw new StoreError('damaged', `the copy is not whole: ${said}`);
  }
}

/** Has the disk keep what the kernel has of a file; VACUUM INTO leaves that out (sqlite.org/lang_vacuum.html). */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Copies the SQLite file of a store, also while a bot writes to it: SQLite reads what was written up to one moment. `target`
 * appears whole or not at all. Throws StoreError: `empty` when there is no such file, `other-data` when `target` is there.
 */
export async function backupFile(path: string, target: string): Promise<void> {
  if (!(await isThere(path))) {
    throw new StoreError('empty', `there is no file ${path}: is it the right store?`);
  }
  if (await isThere(target)) {
    throw new StoreError('other-data', `${target} is there already: choose another name`);
  }
  const unfinished = `${target}.part`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await rm(unfinished, { force: true });
    await ask(path, 'VACUUM INTO ?', unfinished);
    await checkWhole(unfinished);
    await flush(unfinished);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw asStoreError(error, `can not copy ${path} to`, target);
  }
}
