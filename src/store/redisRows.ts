import KeyvRedis, { createClient, defaultReconnectStrategy } from '@keyv/redis';
import { redisRisks } from './redisRisks.ts';
import { endOf, type Rows } from './rows.ts';
import { leaseKey, type Shelf, whileItLasts } from './shelf.ts';

const CONNECT_WITHIN_MS = 5000;
/** A server that is silent for so long although it is asked every few seconds is not there. */
const SILENT_MS = 15_000;
const PING_EVERY_MS = 5000;

/** The sorted set of all keys, beside them. */
const LIST = 'keys';
/** Before what lies on the shelf. */
const SHELF = 'shelf';

/** A first connection that fails is an error to be told; later ones are made again until one holds. */
function clientOf(url: string) {
  let wasReady = false;
  const client = createClient({
    url,
    // What cannot be done now is an error now: nobody waits for a server to come back.
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) => wasReady && defaultReconnectStrategy(tries),
    },
  });
  client.on('ready', () => {
    wasReady = true;
  });
  return client;
}

function shelfOf(client: ReturnType<typeof clientOf>, keyOf: (key: string) => string): Shelf {
  return {
    read: (key) => client.get(keyOf(key)),
    async lay(key, text, ms) {
      await client.set(keyOf(key), text, { expiration: { type: 'PX', value: ms } });
    },
    async lease(name, ms) {
      const key = keyOf(leaseKey(name));
      const expiration = { type: 'PX', value: ms } as const;
      const got = await client.set(key, '', { condition: 'NX', expiration });
      return got === null ? null : whileItLasts(ms, () => client.unlink(key));
    },
  };
}

/**
 * Opens the rows PREFIX:NAMESPACE:KEY of the Redis that `url` names. Keyv's adapter finds keys that begin alike only by going
 * through all keys of the server, and in no order; so a sorted set lists them, changed in one transaction with its rows.
 * `onLost` is told when the connection is lost, `onRisk` how this
 * server may lose data. Throws what the server or the network throws.
 */
export async function openRedisRows(
  { url, prefix }: { url: string; prefix: string },
  { onLost, onRisk }: { onLost: (error: Error) => void; onRisk: (words: string) => void },
): Promise<Rows> {
  const client = clientOf(url);
  const adapter = new KeyvRedis<string>(client, {
    namespace: prefix,
    keyPrefixSeparator: ':',
    throwOnErrors: true,
  });
  // Each command that fails rejects by itself.
  adapter.on('error', () => {});
  await client.connect();
  // Not every server tells that to everybody.
  const info = await client.info().catch(() => '');
  for (const words of redisRisks(info)) {
    onRisk(words);
  }
  let isLost = false;
  client.on('error', (error) => {
    // Each try to connect again fails the same way.
    if (!isLost) {
      isLost = true;
      onLost(error);
    }
  });
  client.on('ready', () => {
    isLost = false;
  });

  const rowKey = (key: string): string => adapter.createKeyPrefix(key, prefix);
  const list = rowKey(LIST);

  const setAll: Rows['setAll'] = async (rows) => {
    const transaction = client.multi();
    for (const { key, value } of rows) {
      transaction.set(rowKey(key), value).zAdd(list, { score: 0, value: key });
    }
    await transaction.exec();
  };

  return {
    get: (key) => adapter.get<string>(key),
    async many(keys) {
      const values = await adapter.getMany<string>([...keys]);
      return keys.flatMap((key, n) => {
        const value = values[n];
        return typeof value === 'string' ? [{ key, value }] : [];
      });
    },
    set: (row) => setAll([row]),
    setAll,
    async deleteAll(keys) {
      if (keys.length > 0) {
        await client
          .multi()
          .unlink(keys.map(rowKey))
          .zRem(list, [...keys])
          .exec();
      }
    },
    keys({ prefix: begin, after, most }) {
      const from = after === undefined || after < begin ? `[${begin}` : `(${after}`;
      return client.zRange(
        list,
        begin === '' && after === undefined ? '-' : from,
        begin === '' ? '+' : `(${endOf(begin)}`,
        {
          BY: 'LEX',
          ...(most === undefined ? {} : { LIMIT: { offset: 0, count: most } }),
        },
      );
    },
    shelf: shelfOf(client, (key) => rowKey(`${SHELF}:${key}`)),
    close: () => client.close(),
  };
}
