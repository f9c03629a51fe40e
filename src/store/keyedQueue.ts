/** One after the other for each key, side by side for different keys. */
export type KeyedQueue = {
  /** Runs `work` when everything taken before for this key has ended, well or badly. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** The same for several keys at once: runs when it is the turn of all of them. */
  takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is waiting or running, what was added meanwhile included. */
  idle(): Promise<void>;
};

/** Makes an empty set of queues. A failed turn rejects for its own caller only. */
export function createKeyedQueue(): KeyedQueue {
  /** The end of the newest turn of each key; never rejects. */
  const ends = new Map<string, Promise<void>>();

  function takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // All places are taken in one go, so two that want the same keys never wait for each other.
    const mine = Promise.all(keys.map((key) => ends.get(key))).then(work);
    const forget = () => {
      for (const key of keys) {
        if (ends.get(key) === end) {
          ends.delete(key);
        }
      }
    };
    const end: Promise<void> = mine.then(forget, forget);
    for (const key of keys) {
      ends.set(key, end);
    }
    return mine;
  }

  return {
    take: (key, work) => takeAll([key], work),
    takeAll,
    async idle() {
      while (ends.size > 0) {
        await Promise.all(ends.values());
      }
    },
  };
}
