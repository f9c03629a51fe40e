import type { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { collectChanges } from './collectChanges.ts';
import { asStoreError, StoreError } from './storeError.ts';
import { createKeyedQueue } from './keyedQueue.ts';

/** The documents of one namespace. Everything throws StoreError when the database does not do it. */
export type Documents<T> = {
  /** null when there is none, or when it was set aside because it can not be read. */
  get(key: string): Promise<T | null>;
  set(key: string, document: T): Promise<void>;
  /**
   * Reads, changes and writes with nobody between; `change` returning what it got writes nothing. Changes that come while
   * another one is being written are written together, each of them acknowledged after that.
   */
  update(key: string, change: (before: T | null) => T): Promise<T>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
};

/** A row's text that is no document; kept as it is, so that it fails its schema and is set aside whole. */
const unreadable = (text: string) => ({ value: { unreadable: text } });

function readRow(text: string) {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' && row !== null && 'value' in row ? row : unreadable(text);
  } catch {
    return unreadable(text);
  }
}

/**
 * Keyv says "error" as an event and goes on, unless told to throw. Its own serializer is left out: it gives ":" at the start
 * of a text a meaning, and texts here come from strangers.
 */
export const openNamespace = (adapter: KeyvSqlite, namespace: string): Keyv =>
  new Keyv({
    store: adapter,
    namespace,
    throwOnErrors: true,
    emitErrors: false,
    serialize: (row) => JSON.stringify(row),
    deserialize: readRow as <V>(text: string) => { value?: V },
  });

/** The same document, made safe to be shared: whoever changes it in place is told so by an error. */
function frozen<V>(value: V): V {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) {
      frozen(part);
    }
  }
  return value;
}

/**
 * Opens the documents of one namespace. What can not be read goes to `aside`, under NAMESPACE:KEY@TIME, for a person to
 * look at; `now` gives that time.
 */
export function openDocuments<T>(options: {
  adapter: KeyvSqlite;
  file: string;
  namespace: string;
  aside: Keyv;
  schema: z.ZodType<T>;
  /** Keeps documents in memory once read: for those that are read all the time and that only this process writes. */
  remember: boolean;
  log: Logger;
  now: () => number;
}): Documents<T> {
  const { adapter, file, namespace, aside, schema, log } = options;
  const memory = options.remember ? new Map<string, T>() : null;
  const keyv = openNamespace(adapter, namespace);
  const turns = createKeyedQueue();

  const inTurn = <R>(key: string, doing: string, work: () => Promise<R>): Promise<R> =>
    turns.take(key, work).catch((error: unknown) => {
      throw asStoreError(error, `${doing} ${namespace} ${key} in`, file);
    });

  const setAside = async (key: string, value: unknown, why: string): Promise<void> => {
    const place = `${namespace}:${key}@${options.now()}`;
    await aside.set(place, value);
    await keyv.delete(key);
    log.error(
      { event: 'document-set-aside', namespace, key, keptAs: `${aside.namespace}:${place}`, why },
      'a stored document can not be read: it is kept under another key and the rest goes on',
    );
  };

  const read = async (key: string): Promise<T | null> => {
    const known = memory?.get(key);
    if (known !== undefined) {
      return known;
    }
    const value: unknown = await keyv.get(key);
    if (value === undefined) {
      return null;
    }
    const checked = schema.safeParse(value);
    if (!checked.success) {
      await setAside(key, value, z.prettifyError(checked.error));
      return null;
    }
    memory?.set(key, frozen(checked.data));
    return checked.data;
  };

  const write = async (key: string, document: T): Promise<void> => {
    const checked = schema.safeParse(document);
    if (!checked.success) {
      const why = z.prettifyError(checked.error);
      throw new StoreError('misfit', `${namespace} ${key} was not written: ${why}`);
    }
    await keyv.set(key, document);
    memory?.set(key, frozen(document));
  };

  const changes = collectChanges<T>({
    inTurn: (key, work) => inTurn(key, 'can not write', work),
    read,
    write,
  });

  return {
    get: (key) => inTurn(key, 'can not read', () => read(key)),
    set: (key, document) => {
      changes.close(key);
      return inTurn(key, 'can not write', () => write(key, document));
    },
    update: changes.add,
    delete: (key) => {
      changes.close(key);
      return inTurn(key, 'can not delete', async () => {
        await keyv.delete(key);
        memory?.delete(key);
      });
    },
    keys: () =>
      inTurn('', 'can not list', async () => {
        const keys: string[] = [];
        // Keyv's own iterator takes the namespace of whoever opened the shared connection last.
        for await (const [key] of adapter.iterator(namespace)) {
          keys.push(String(key).slice(namespace.length + 1));
        }
        return keys.sort();
      }),
  };
}
