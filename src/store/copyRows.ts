import { keyPages, type Row, type Rows } from './rows.ts';
import { StoreError } from './storeError.ts';

/** How many documents were copied, by namespace. */
export type CopyCounts = ReadonlyMap<string, number>;

const textsOf = async (rows: Rows, keys: readonly string[]): Promise<Map<string, string>> =>
  new Map((await rows.many(keys)).map(({ key, value }) => [key, value]));

/** Keys of `one` that are missing in `other`, or have another text there. */
async function differing(one: Rows, other: Rows, keys: readonly string[]): Promise<string[]> {
  const [texts, others] = await Promise.all([textsOf(one, keys), textsOf(other, keys)]);
  return keys.filter((key) => texts.get(key) !== others.get(key));
}

/** Keys of `one` that are missing in `other`, or different there; asked for page by page. */
async function* differences(one: Rows, other: Rows): AsyncGenerator<string[], void> {
  for await (const keys of keyPages(one)) {
    const found = await differing(one, other, keys);
    if (found.length > 0) {
      yield found;
    }
  }
}

async function isEmpty(rows: Rows): Promise<boolean> {
  return (await rows.keys({ prefix: '', most: 1 })).length === 0;
}

async function firstDifference(one: Rows, other: Rows): Promise<string | null> {
  for await (const [key] of differences(one, other)) {
    return key ?? null;
  }
  return null;
}

async function writeAll(from: Rows, to: Rows, onWritten: (count: number) => void): Promise<void> {
  let count = 0;
  for await (const keys of keyPages(from)) {
    const rows: Row[] = await from.many(keys);
    await to.setAll(rows);
    count += rows.length;
    onWritten(count);
  }
}

async function deleteOthers(from: Rows, to: Rows): Promise<void> {
  for await (const keys of keyPages(to)) {
    const there = await textsOf(from, keys);
    await to.deleteAll(keys.filter((key) => !there.has(key)));
  }
}

async function countRows(rows: Rows): Promise<CopyCounts> {
  const counts = new Map<string, number>();
  for await (const keys of keyPages(rows)) {
    for (const key of keys) {
      const namespace = key.split(':', 1)[0] ?? '';
      counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Makes `to` the same as `from`, and reads both again to see that it is. A copy that was cut short is taken up again. Throws
 * StoreError: `empty` when there is nothing to copy, `other-data` when `to` has something else and may not lose it
 * (`overwrite`), `differs` when it is not the same afterwards, as when somebody writes meanwhile. `onWritten` is told now and then
 * how many are written.
 */
export async function copyRows(
  from: Rows,
  to: Rows,
  { overwrite, onWritten }: { overwrite: boolean; onWritten: (count: number) => void },
): Promise<CopyCounts> {
  if (await isEmpty(from)) {
    throw new StoreError('empty', 'there is nothing to copy: is it the right store?');
  }
  const other = overwrite ? null : await firstDifference(to, from);
  if (other !== null) {
    throw new StoreError(
      'other-data',
      `there is something else already, such as ${other}: with --overwrite it is replaced`,
    );
  }
  await writeAll(from, to, onWritten);
  await deleteOthers(from, to);
  const changed = (await firstDifference(from, to)) ?? (await firstDifference(to, from));
  if (changed !== null) {
    throw new StoreError(
      'differs',
      `${changed} is not the same in both: stop the bot and copy again`,
    );
  }
  return countRows(to);
}
