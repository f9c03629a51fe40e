/** One after the other for each key, side by side for different keys. */
export type KeyedQueue = {
  /** Runs `work` when everything taken before for this key has ended, well or badly. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is waiting or running, what was added meanwhile included. */
  idle(): Promise<void>;
};

/** Makes an empty set of queues. A failed turn rejects for its own caller only. */
export function createKeyedQueue(): KeyedQueue {
  /** The end of the newest turn of each key; never rejects. */
  const ends = new Map<string, Promise<void>>();
  return {
    take<T>(key: string, work: () => Promise<T>): Promise<T> {
      const mine = (ends.get(key) ?? Promise.resolve()).then(work);
      const forget = () => {
        if (ends.get(key) === end) {
          ends.delete(key);
        }
      };
      const end: Promise<void> = mine.then(forget, forget);
      ends.set(key, end);
      return mine;
    },
    async idle() {
      while (ends.size > 0) {
        await Promise.all(ends.values());
      }
    },
  };
}
