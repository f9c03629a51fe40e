import type { Logger } from 'pino';
import type { Rows } from './rows.ts';
import { openSqliteRows } from './sqliteRows.ts';
import { asStoreError } from './storeError.ts';
import type { StorePlace } from './storeUrl.ts';

/**
 * The rows of that database, made when they are not there. Throws StoreError. The clients of Redis and PostgreSQL are loaded by who has
 * one: a seventh of the time that a start takes.
 */
export async function openRows(place: StorePlace, log: Logger): Promise<Rows> {
  // Only its words: what else hangs on such an error knows the password.
  const onLost = ({ message }: Error): void =>
    log.warn({ event: 'store-lost', why: message }, 'the database was lost: it is tried again');
  const onRisk = (words: string): void => log.warn({ event: 'store-risk' }, words);
  try {
    switch (place.kind) {
      case 'sqlite':
        return await openSqliteRows(place.path);
      case 'redis': {
        const { openRedisRows } = await import('./redisRows.ts');
        return await openRedisRows(place, { onLost, onRisk });
      }
      case 'postgres': {
        const { openPostgresRows } = await import('./postgresRows.ts');
        return await openPostgresRows(place, onLost);
      }
    }
  } catch (error) {
    throw asStoreError(error, 'can not open the store', place.shown);
  }
}
