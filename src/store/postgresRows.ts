import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { endOf, type Row, type Rows } from './rows.ts';
import { leaseKey, type Shelf, whileItLasts } from './shelf.ts';

/** Connections of one process. Documents are small, and a server shares about a hundred among all processes. */
const CONNECTIONS = 4;
const CONNECT_WITHIN_MS = 5000;
/** A server that takes longer for a statement is not there. */
const ANSWER_WITHIN_MS = 15_000;

const TABLE = 'crowsnest';
const SHELF = 'crowsnest_shelf';
/** A key has the name of a host in it, and a key of the index may have no more than 2700 bytes. */
const LONGEST_KEY = 1000;
/** Any number of ours: processes that start together make the table one after the other. */
const MAKING_LOCK = 7_264_901;

/**
 * Makes what is missing and nothing else: IF NOT EXISTS wants the right to make also where there is nothing to be made, and a
 * careful operator gives the bot only a schema or a table. Keys are sorted by their bytes, as in the other databases and whatever
 * language the server sorts by: a prefix is found by the index only so.
 */
const making = (schema: string): string => `
  SELECT pg_advisory_xact_lock(${MAKING_LOCK});
  DO $$ BEGIN
    IF to_regnamespace('${schema}') IS NULL THEN
      CREATE SCHEMA ${schema};
    END IF;
    IF to_regclass('${schema}.${TABLE}') IS NULL THEN
      CREATE TABLE ${schema}.${TABLE} (
        key VARCHAR(${LONGEST_KEY}) COLLATE "C" PRIMARY KEY, value TEXT
      );
    END IF;
    IF to_regclass('${schema}.${SHELF}') IS NULL THEN
      CREATE UNLOGGED TABLE ${schema}.${SHELF} (
        key VARCHAR(${LONGEST_KEY}) PRIMARY KEY, value TEXT, until TIMESTAMPTZ NOT NULL
      );
    END IF;
  END $$;
  DELETE FROM ${schema}.${SHELF} WHERE until < now()`;

/**
 * Keyv's adapter has one pool for the whole process: whoever closes one store would close all, and a connection that is lost
 * while nobody uses it would end the process. So it gets a pool of its own.
 */
function adapterOf(pool: Pool, schema: string): KeyvPostgres {
  class PooledPostgres extends KeyvPostgres {
    override async connect() {
      return async (sql: string, values?: unknown[]) => (await pool.query(sql, values)).rows;
    }
  }
  const adapter = new PooledPostgres({ schema, table: TABLE, keySize: LONGEST_KEY });
  // Each query rejects with the same error.
  adapter.on('error', () => {});
  return adapter;
}

/** A table that a crash of the server may empty: nobody misses it. */
function shelfOf(pool: Pool, table: string): Shelf {
  const until = "now() + $3 * interval '1 millisecond'";
  return {
    async read(key) {
      const sql = `SELECT value FROM ${table} WHERE key = $1 AND until > now()`;
      const { rows } = await pool.query<{ value: string }>(sql, [key]);
      return rows[0]?.value ?? null;
    },
    async lay(key, text, ms) {
      const sql = `INSERT INTO ${table} VALUES ($1, $2, ${until})
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, until = EXCLUDED.until`;
      await pool.query(sql, [key, text, ms]);
    },
    async lease(name, ms) {
      const key = leaseKey(name);
      const sql = `INSERT INTO ${table} AS old VALUES ($1, $2, ${until})
        ON CONFLICT (key) DO UPDATE SET until = EXCLUDED.until WHERE old.until < now()`;
      const { rowCount } = await pool.query(sql, [key, '', ms]);
      const giveBack = () => pool.query(`DELETE FROM ${table} WHERE key = $1`, [key]);
      return rowCount === 0 ? null : whileItLasts(ms, giveBack);
    },
  };
}

/**
 * Opens (or makes) the table in `schema` (letters, digits and _) of the database that `url` names. `onLost` is told when a
 * connection is lost that nobody waits for. Throws what the server or the network throws.
 */
export async function openPostgresRows(
  { url, schema }: { url: string; schema: string },
  onLost: (error: Error) => void,
): Promise<Rows> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    application_name: 'crowsnest',
  });
  pool.on('error', onLost);
  try {
    await pool.query(making(schema));
  } catch (error) {
    await pool.end();
    throw error;
  }
  const adapter = adapterOf(pool, schema);
  const table = `${schema}.${TABLE}`;
  return {
    get: (key) => adapter.get(key),
    many: (keys): Promise<Row[]> =>
      adapter.query(`SELECT key, value FROM ${table} WHERE key = ANY($1)`, [keys]),
    set: ({ key, value }) => adapter.set(key, value),
    setAll: (rows) => adapter.setMany([...rows]),
    async deleteAll(keys) {
      await adapter.query(`DELETE FROM ${table} WHERE key = ANY($1)`, [keys]);
    },
    async keys({ prefix, after = '', most = null }) {
      const found: Row[] = await adapter.query(
        `SELECT key FROM ${table} WHERE key >= $1 AND key > $2 AND ($3 = '' OR key < $3) ORDER BY key LIMIT $4`,
        [prefix, after, prefix === '' ? '' : endOf(prefix), most],
      );
      return found.map(({ key }) => key);
    },
    shelf: shelfOf(pool, `${schema}.${SHELF}`),
    close: () => pool.end(),
  };
}
