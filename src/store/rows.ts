import type { Shelf } from './shelf.ts';

/** A row: its key, NAMESPACE:KEY, and the text of its document. */
export type Row = { key: string; value: string };

/**
 * The rows of a store, whatever database holds them: what Keyv's adapters do, and what they lack (many rows at once, all or
 * none; keys that begin alike). Everything throws what the database throws.
 */
export type Rows = {
  /** The text of one row; undefined when there is none. */
  get(key: string): Promise<string | undefined>;
  /** The rows of these keys that there are, in no order. */
  many(keys: readonly string[]): Promise<Row[]>;
  set(row: Row): Promise<void>;
  /** Writes all or none of them. */
  setAll(rows: readonly Row[]): Promise<void>;
  /** Deletes all or none of them. */
  deleteAll(keys: readonly string[]): Promise<void>;
  /** Keys within a range, sorted by their bytes. */
  keys(range: KeyRange): Promise<string[]>;
  /** Null where the database is that of one process. */
  shelf: Shelf | null;
  close(): Promise<void>;
};

/** Keys that begin with `prefix` ("" = all), only those after `after`, only the first `most` of them. */
type KeyRange = { prefix: string; after?: string | undefined; most?: number | undefined };

/** Rows that are read, written or deleted by one statement. */
export const AT_ONCE = 500;

/** The first text after all that begin with `prefix`, by its bytes. For prefixes that end with a letter of ASCII. */
export const endOf = (prefix: string): string =>
  `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;

/** The keys of a range, so many at a time. */
export async function* keyPages(
  rows: Pick<Rows, 'keys'>,
  prefix = '',
): AsyncGenerator<string[], void> {
  let after: string | undefined;
  for (;;) {
    const keys = await rows.keys({ prefix, after, most: AT_ONCE });
    if (keys.length > 0) {
      yield keys;
    }
    if (keys.length < AT_ONCE) {
      return;
    }
    after = keys.at(-1);
  }
}
