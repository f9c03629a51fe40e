import type { Logger } from 'pino';
import { z } from 'zod';
import { collectChanges } from './collectChanges.ts';
import { createKeyedQueue } from './keyedQueue.ts';
import { type DocumentKind, readDocument } from './readDocument.ts';
import { AT_ONCE, keyPages, type Rows } from './rows.ts';
import { readRow, writeRow } from './rowText.ts';
import { asStoreError, StoreError } from './storeError.ts';

/** The documents of one namespace. Everything throws StoreError when the database does not do it. */
export type Documents<T> = {
  /** null when there is none, or when it was set aside because it can not be read. */
  get(key: string): Promise<T | null>;
  /** As it is stored now, remembered by nobody; null when there is none that can be read. For what another process writes. */
  glance(key: string): Promise<T | null>;
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
  /** Deletes those of many keys. Not for documents that are remembered. */
  deleteAll(keys: readonly string[]): Promise<void>;
  /** Shows each that can be read to `look`, as it is stored now, and remembers none. */
  visit(look: (document: T) => void): Promise<void>;
  /** Keys that begin with `prefix`, sorted; `most` = only the first ones. */
  keys(prefix?: string, most?: number): Promise<string[]>;
};

/** Where what can not be read is kept, under NAMESPACE:KEY@TIME (or NAMESPACE:KEY/PART@TIME), for a person to look at. */
export const ASIDE = 'unreadable';

const portions = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / AT_ONCE) }, (_, n) =>
    keys.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

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

/** Opens the documents of one namespace. `where` names the store to people; `now` gives the time at which something is set aside. */
export function openDocuments<T>(
  kind: DocumentKind<T> & {
    /** Keeps documents in memory once read: for those that are read all the time and that only this process writes. */
    remember: boolean;
  },
  options: { rows: Rows; where: string; log: Logger; now: () => number },
): Documents<T> {
  const { namespace, schema } = kind;
  const { rows, where, log } = options;
  const memory = kind.remember ? new Map<string, T>() : null;
  /** Keys whose documents in memory are newer than what is written. */
  const kept = new Set<string>();
  const turns = createKeyedQueue();
  const rowKey = (key: string): string => `${namespace}:${key}`;

  const inTurn = <R>(keys: readonly string[], doing: string, work: () => Promise<R>): Promise<R> =>
    turns.takeAll(keys, work).catch((error: unknown) => {
      const which = keys.length === 1 ? keys[0] : `${keys.length} documents`;
      throw asStoreError(error, `${doing} ${namespace} ${which} in`, where);
    });

  const setAside = async (key: string, part: string, value: unknown, why: string) => {
    const keptAs = `${ASIDE}:${namespace}:${key}${part}@${options.now()}`;
    await rows.set({ key: keptAs, value: writeRow({ why, document: value }) });
    log.error(
      { event: 'document-set-aside', namespace, key, part: part || null, keptAs, why },
      'something stored can not be read: it is kept under another key and the rest goes on',
    );
  };

  const read = async (key: string): Promise<T | null> =>
    memory?.get(key) ?? checkedRow(key, await rows.get(rowKey(key)));

  const checkedRow = async (key: string, text: string | undefined): Promise<T | null> => {
    if (text === undefined) {
      return null;
    }
    const stored = readRow(text);
    const checked = readDocument(kind, stored);
    if (!checked.ok) {
      await setAside(key, '', stored, checked.why);
      await rows.deleteAll([rowKey(key)]);
      return null;
    }
    const { document, lost } = checked;
    for (const { place, value, why } of lost) {
      await setAside(key, `/${place}`, value, why);
    }
    if (lost.length > 0) {
      await rows.set({ key: rowKey(key), value: writeRow(document) });
    }
    memory?.set(key, frozen(document));
    return document;
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
    await rows.set({ key: rowKey(key), value: writeRow(document) });
    remember(key, document);
  };

  const setAll = (documents: ReadonlyMap<string, T>): Promise<void> =>
    inTurn([...documents.keys()], 'can not write', async () => {
      const written = [...documents].map(([key, value]) => {
        mustFit(key, value);
        return { key: rowKey(key), value: writeRow(value) };
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
      const texts = new Map(found.map(({ key, value }) => [key, value]));
      return Promise.all(
        keys.map((key) => memory?.get(key) ?? checkedRow(key, texts.get(rowKey(key)))),
      );
    });

  return {
    get: (key) => inTurn([key], 'can not read', () => read(key)),
    glance: (key) =>
      inTurn([key], 'can not read', async () => {
        const text = await rows.get(rowKey(key));
        const found = text === undefined ? null : readDocument(kind, readRow(text));
        return found?.ok === true ? found.document : null;
      }),
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
        await rows.deleteAll([rowKey(key)]);
        memory?.delete(key);
        kept.delete(key);
      });
    },
    deleteFrom: (prefix) =>
      inTurn([prefix], 'can not delete', async () => {
        for await (const keys of keyPages(rows, rowKey(prefix))) {
          await rows.deleteAll(keys);
        }
      }),
    async deleteAll(keys) {
      for (const portion of portions(keys)) {
        await inTurn(portion, 'can not delete', () => rows.deleteAll(portion.map(rowKey)));
      }
    },
    visit: (look) =>
      inTurn([], 'can not read', async () => {
        for await (const keys of keyPages(rows, rowKey(''))) {
          for (const { value } of await rows.many(keys)) {
            const read = readDocument(kind, readRow(value));
            if (read.ok) {
              look(read.document);
            }
          }
        }
      }),
    keys: (prefix = '', most) =>
      inTurn([prefix], 'can not list', async () => {
        const found = await rows.keys({ prefix: rowKey(prefix), most });
        return found.map((key) => key.slice(namespace.length + 1));
      }),
  };
}
