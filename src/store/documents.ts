import type { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { collectChanges } from './collectChanges.ts';
import { createKeyedQueue } from './keyedQueue.ts';
import { openRows } from './rows.ts';
import { asStoreError, StoreError } from './storeError.ts';

/** The documents of one namespace. Everything throws StoreError when the database does not do it. */
export type Documents<T> = {
  /** null when there is none, or when it was set aside because it can not be read. */
  get(key: string): Promise<T | null>;
  set(key: string, document: T): Promise<void>;
  /**
   * Reads, changes and writes with nobody between; `change` returning what it got, or null, writes nothing. Changes that come
   * while another one is being written are written together, each of them acknowledged after that. Gives the document after it,
   * null when there is none.
   */
  update(key: string, change: (before: T | null) => T | null): Promise<T | null>;
  /** What is read from now on; written with the next `set` of its key, or by saveKept(). Only where documents are remembered. */
  keep(key: string, document: T): void;
  /** Writes what was only kept, all at once. */
  saveKept(): Promise<void>;
  /** Those of many keys, null for each that is not there or was set aside. */
  many(keys: readonly string[]): Promise<(T | null)[]>;
  /** Writes many, all or none. */
  setAll(documents: ReadonlyMap<string, T>): Promise<void>;
  delete(key: string): Promise<void>;
  /** Deletes all whose keys begin with `prefix`. Not for documents that are remembered. */
  deleteFrom(prefix: string): Promise<void>;
  /** Keys that begin with `prefix`, sorted; `most` = only the first ones. */
  keys(prefix?: string, most?: number): Promise<string[]>;
};

/** Documents read or written by one statement. */
const AT_ONCE = 500;

const portions = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / AT_ONCE) }, (_, n) =>
    keys.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

/** A row's text that is no document; kept as it is, so that it fails its schema and is set aside whole. */
const unreadable = (text: string) => ({ value: { unreadable: text } });

const writeRow = (row: { value?: unknown }): string => JSON.stringify(row);

function readRow(text: string): object {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' && row !== null && 'value' in row ? row : unreadable(text);
  } catch {
    return unreadable(text);
  }
}

const valueIn = (row: object | undefined): unknown =>
  row !== undefined && 'value' in row ? row.value : undefined;

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
    serialize: writeRow,
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
  /** Keys whose documents in memory are newer than what is written. */
  const kept = new Set<string>();
  const keyv = openNamespace(adapter, namespace);
  const rows = openRows(adapter);
  const turns = createKeyedQueue();
  const rowKey = (key: string): string => `${namespace}:${key}`;

  const inTurn = <R>(keys: readonly string[], doing: string, work: () => Promise<R>): Promise<R> =>
    turns.takeAll(keys, work).catch((error: unknown) => {
      const which = keys.length === 1 ? keys[0] : `${keys.length} documents`;
      throw asStoreError(error, `${doing} ${namespace} ${which} in`, file);
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

  const read = async (key: string): Promise<T | null> =>
    memory?.get(key) ?? checkedValue(key, await keyv.get(key));

  const checkedValue = async (key: string, value: unknown): Promise<T | null> => {
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

  const mustFit = (key: string, document: T): void => {
    const checked = schema.safeParse(document);
    if (!checked.success) {
      const why = z.prettifyError(checked.error);
      throw new StoreError('misfit', `${namespace} ${key} was not written: ${why}`);
    }
  };

  const remember = (key: string, document: T): void => {
    memory?.set(key, frozen(document));
    kept.delete(key);
  };

  const write = async (key: string, document: T): Promise<void> => {
    mustFit(key, document);
    await keyv.set(key, document);
    remember(key, document);
  };

  const setAll = (documents: ReadonlyMap<string, T>): Promise<void> =>
    inTurn([...documents.keys()], 'can not write', async () => {
      const written = [...documents].map(([key, value]) => {
        mustFit(key, value);
        return { key: rowKey(key), value: writeRow({ value }) };
      });
      await rows.setAll(written);
      for (const [key, document] of documents) {
        remember(key, document);
      }
    });

  const changes = collectChanges<T>({
    inTurn: (key, work) => inTurn([key], 'can not write', work),
    read,
    write,
  });

  const some = (keys: readonly string[]): Promise<(T | null)[]> =>
    inTurn(keys, 'can not read', async () => {
      const found = await rows.many(keys.map(rowKey));
      const values = new Map(found.map(({ key, value }) => [key, readRow(value)]));
      return Promise.all(
        keys.map((key) => memory?.get(key) ?? checkedValue(key, valueIn(values.get(rowKey(key))))),
      );
    });

  return {
    get: (key) => inTurn([key], 'can not read', () => read(key)),
    set: (key, document) => {
      changes.close(key);
      return inTurn([key], 'can not write', () => write(key, document));
    },
    update: changes.add,
    keep(key, document) {
      remember(key, document);
      kept.add(key);
    },
    async saveKept() {
      for (const keys of portions([...kept])) {
        const documents = keys.flatMap((key) => {
          const document = memory?.get(key);
          return document === undefined ? [] : [[key, document] as const];
        });
        await setAll(new Map(documents));
      }
    },
    async many(keys) {
      const found: (T | null)[] = [];
      for (const portion of portions(keys)) {
        found.push(...(await some(portion)));
      }
      return found;
    },
    setAll,
    delete: (key) => {
      changes.close(key);
      return inTurn([key], 'can not delete', async () => {
        await keyv.delete(key);
        memory?.delete(key);
        kept.delete(key);
      });
    },
    deleteFrom: (prefix) =>
      inTurn([prefix], 'can not delete', () => rows.deleteFrom(rowKey(prefix))),
    keys: (prefix = '', most) =>
      inTurn([prefix], 'can not list', async () => {
        const found = await rows.keys(rowKey(prefix), most);
        return found.map((key) => key.slice(namespace.length + 1));
      }),
  };
}
