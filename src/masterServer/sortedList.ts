/** Things in the order of their numbers, each number once. */
export type SortedList<T> = {
  put(key: number, value: T): void;
  delete(key: number): void;
  /** The place of the first whose number is `key` or more. */
  placeOf(key: number): number;
  keyAt(place: number): number | undefined;
  valueAt(place: number): T | undefined;
  readonly size: number;
};

/** Kept sorted at each change: reading is frequent, and moving a hundred thousand places takes microseconds. */
export function createSortedList<T>(): SortedList<T> {
  const keys: number[] = [];
  const values: T[] = [];

  function placeOf(key: number): number {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] ?? 0) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  return {
    placeOf,
    put(key, value) {
      const place = placeOf(key);
      const known = keys[place] === key ? 1 : 0;
      keys.splice(place, known, key);
      values.splice(place, known, value);
    },
    delete(key) {
      const place = placeOf(key);
      if (keys[place] === key) {
        keys.splice(place, 1);
        values.splice(place, 1);
      }
    },
    keyAt: (place) => keys[place],
    valueAt: (place) => values[place],
    get size() {
      return keys.length;
    },
  };
}
