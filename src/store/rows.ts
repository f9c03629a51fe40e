import type { KeyvSqlite } from '@keyv/sqlite';

/** A row as Keyv writes it: the key with its namespace, and the serialized document. */
export type Row = { key: string; value: string };

/** The table that @keyv/sqlite makes. */
const TABLE = 'keyv';

/** The first text after all that begin with `prefix`, in the order of the table's index. */
const endOf = (prefix: string): string =>
  `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;

/** What Keyv has no statements for: many rows at once, and those whose keys begin alike, found by the index. */
export function openRows(adapter: KeyvSqlite) {
  const ask = async (sql: string, ...values: unknown[]) =>
    (await adapter.query(sql, ...values)) as Row[];
  return {
    /** The rows of these keys that there are, in no order. */
    many: (keys: readonly string[]): Promise<Row[]> =>
      ask(
        `SELECT key, value FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`,
        JSON.stringify(keys),
      ),
    /** Writes all or none of them. */
    async setAll(rows: readonly Row[]): Promise<void> {
      const given = JSON.stringify(rows.map(({ key, value }) => [key, value]));
      await ask(
        `INSERT INTO ${TABLE} (key, value) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true ` +
          'ON CONFLICT(key) DO UPDATE SET value = excluded.value',
        given,
      );
    },
    /** Keys that begin with `prefix`, sorted; `most` = only the first ones. */
    async keys(prefix: string, most = -1): Promise<string[]> {
      const found = await ask(
        `SELECT key FROM ${TABLE} WHERE key >= ? AND key < ? ORDER BY key LIMIT ?`,
        prefix,
        endOf(prefix),
        most,
      );
      return found.map(({ key }) => key);
    },
    async deleteFrom(prefix: string): Promise<void> {
      await ask(`DELETE FROM ${TABLE} WHERE key >= ? AND key < ?`, prefix, endOf(prefix));
    },
  };
}
