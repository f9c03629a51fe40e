import type { Rows } from './rows.ts';
import type { Shelf } from './shelf.ts';

/** One question to the database: which, about which namespace ("" = all), how long it took (ms), and whether it failed. */
type StoreOperation = {
  name: Exclude<keyof Rows, 'close' | 'shelf'> | keyof Shelf | 'release';
  namespace: string;
  ms: number;
  failed: boolean;
};

/** Is told of every question to the database when it has ended. */
export type ObserveStore = (operation: StoreOperation) => void;

type Timed = <R>(
  name: StoreOperation['name'],
  namespace: string,
  work: () => Promise<R>,
) => Promise<R>;

const SHELF = 'shelf';

const namespaceOf = (key = ''): string => key.slice(0, Math.max(0, key.indexOf(':')));

const observedShelf = (shelf: Shelf, timed: Timed): Shelf => ({
  read: (key) => timed('read', SHELF, () => shelf.read(key)),
  lay: (key, text, ms) => timed('lay', SHELF, () => shelf.lay(key, text, ms)),
  async lease(name, ms) {
    const release = await timed('lease', SHELF, () => shelf.lease(name, ms));
    return release && (() => timed('release', SHELF, release));
  },
});

/** The same rows, each question of which is told to `observe`; `clock` gives ms of any beginning. */
export function observedRows(rows: Rows, observe: ObserveStore, clock: () => number): Rows {
  const timed: Timed = async (name, namespace, work) => {
    const begun = clock();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      observe({ name, namespace, ms: clock() - begun, failed });
    }
  };
  const about = <R>(
    name: StoreOperation['name'],
    key: string | undefined,
    work: () => Promise<R>,
  ) => timed(name, namespaceOf(key), work);
  return {
    get: (key) => about('get', key, () => rows.get(key)),
    many: (keys) => about('many', keys[0], () => rows.many(keys)),
    set: (row) => about('set', row.key, () => rows.set(row)),
    setAll: (written) => about('setAll', written[0]?.key, () => rows.setAll(written)),
    deleteAll: (keys) => about('deleteAll', keys[0], () => rows.deleteAll(keys)),
    keys: (range) => about('keys', range.prefix, () => rows.keys(range)),
    shelf: rows.shelf && observedShelf(rows.shelf, timed),
    close: rows.close,
  };
}
