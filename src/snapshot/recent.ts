/** What is known of the servers asked lately. */
export type Recent<T> = {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
};

/**
 * A memory of the `most` keys used last and of up to as many more, so that strangers' look-ups cannot fill it for ever.
 * Two generations: when the young one is full it becomes the old one, whose unused keys are forgotten by then. That
 * costs nothing at each use, as moving a key to the end of a list would.
 */
export function createRecent<T>(most: number): Recent<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  function set(key: string, value: T): void {
    if (young.size >= most && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const known = young.get(key);
      if (known !== undefined) {
        return known;
      }
      const older = old.get(key);
      if (older !== undefined) {
        set(key, older);
      }
      return older;
    },
    set,
  };
}
