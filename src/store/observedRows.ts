import type { Rows } from './rows.ts';

/** One question to the database: which, about which namespace ("" = all), how long it took (ms), and whether it failed. */
type StoreOperation = {
  name: Exclude<keyof Rows, 'close' | 'shelf'>;
  namespace: string;
  ms: number;
  failed: boolean;
};

/** Is told of every question to the database when it has ended. */
export type ObserveStore = (operation: StoreOperation) => void;

const namespaceOf = (key = ''): string => key.slice(0, Math.max(0, key.indexOf(':')));

/** The same rows, each question of which is told to `observe`; `clock` gives ms of any beginning. */
export function observedRows(rows: Rows, observe: ObserveStore, clock: () => number): Rows {
  const timed = async <R>(
    name: StoreOperation['name'],
    key: string | undefined,
    work: () => Promise<R>,
  ): Promise<R> => {
    const begun = clock();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      observe({ name, namespace: namespaceOf(key), ms: clock() - begun, failed });
    }
  };
  return {
    get: (key) => timed('get', key, () => rows.get(key)),
    many: (keys) => timed('many', keys[0], () => rows.many(keys)),
    set: (row) => timed('set', row.key, () => rows.set(row)),
    setAll: (written) => timed('setAll', written[0]?.key, () => rows.setAll(written)),
    deleteAll: (keys) => timed('deleteAll', keys[0], () => rows.deleteAll(keys)),
    keys: (range) => timed('keys', range.prefix, () => rows.keys(range)),
    shelf: rows.shelf,
    close: rows.close,
  };
}
