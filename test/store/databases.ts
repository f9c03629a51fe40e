import { createConnection } from 'node:net';
import { Pool } from 'pg';
import { pino } from 'pino';
import { openRows } from '#store/openRows.ts';
import { keyPages, type Row, type Rows } from '#store/rows.ts';
import { storePlace } from '#store/storeUrl.ts';
import { storeFolder } from './storeFolder.ts';

/** Where a developer's machine and continuous integration have their servers. */
export const SERVERS = {
  redis: { host: '127.0.0.1', port: 6379 },
  postgres: { host: '127.0.0.1', port: 5432 },
} as const;

/** An empty store of its own for one test. */
export type TestDatabase = {
  url: string;
  /** Does something with its rows, past the store, as a person with a database tool would. */
  byHand<R>(work: (rows: Rows) => Promise<R>): Promise<R>;
  /** All rows but the note of who wrote them, sorted by key. */
  all(): Promise<Row[]>;
  dispose(): Promise<void>;
};

export const DATABASES = ['sqlite', 'redis', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

const answers = ({ host, port }: { host: string; port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port });
    const end = (there: boolean) => {
      socket.destroy();
      resolve(there);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

/** Why tests with that database can not be run here; null = they can. */
export async function whyNoDatabase(kind: DatabaseKind): Promise<string | null> {
  if (kind === 'sqlite' || (await answers(SERVERS[kind]))) {
    return null;
  }
  return `no ${kind} on ${SERVERS[kind].host}:${SERVERS[kind].port}: its tests are left out`;
}

/** Does something with the rows of a store, past it. */
export async function withRows<R>(url: string, work: (rows: Rows) => Promise<R>): Promise<R> {
  const rows = await openRows(storePlace(url), pino({ level: 'silent' }));
  try {
    return await work(rows);
  } finally {
    await rows.close();
  }
}

async function allRows(rows: Rows): Promise<Row[]> {
  const all: Row[] = [];
  for await (const keys of keyPages(rows)) {
    all.push(...(await rows.many(keys)));
  }
  return all.sort((a, b) => (a.key < b.key ? -1 : 1));
}

const emptied = (url: string): Promise<void> =>
  withRows(url, async (rows) => {
    for await (const keys of keyPages(rows)) {
      await rows.deleteAll(keys);
    }
  });

/** Does something with the PostgreSQL server of the tests. */
export async function onPostgres<R>(work: (pool: Pool) => Promise<R>): Promise<R> {
  const pool = new Pool({ ...SERVERS.postgres, user: 'postgres', database: 'postgres', max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Names never meet, also those of test runs side by side. */
export const freshName = (): string => `test_${crypto.randomUUID().replaceAll('-', '_')}`;

/** `port`: where its server is reached, when not at its own. */
export async function openDatabase(kind: DatabaseKind, port?: number): Promise<TestDatabase> {
  const made = await makers[kind](port);
  return {
    ...made,
    byHand: (work) => withRows(made.url, work),
    all: () =>
      withRows(made.url, async (rows) =>
        (await allRows(rows)).filter(({ key }) => key !== 'meta:versions'),
      ),
  };
}

const makers = {
  async sqlite() {
    const { file, dispose } = await storeFolder();
    return { url: `sqlite://${file}`, dispose };
  },
  async redis(port: number = SERVERS.redis.port) {
    const name = freshName();
    const at = (its: number) => `redis://127.0.0.1:${its}/0?prefix=${name}`;
    return { url: at(port), dispose: () => emptied(at(SERVERS.redis.port)) };
  },
  async postgres(port: number = SERVERS.postgres.port) {
    const name = freshName();
    const dispose = () => onPostgres((pool) => pool.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`));
    const url = `postgres://postgres:secret-word@127.0.0.1:${port}/postgres?schema=${name}`;
    return { url, dispose: async () => void (await dispose()) };
  },
} satisfies Record<
  DatabaseKind,
  (port?: number) => Promise<{ url: string; dispose(): Promise<void> }>
>;
