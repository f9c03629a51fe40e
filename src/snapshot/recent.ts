/** What is known of the servers asked lately. */
export type Recent<T> = {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
};

/** A memory of the `most` keys used last, so that strangers' look-ups cannot fill it for ever. */
export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  function set(key: string, value: T): void {
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) {
      kept.delete(oldest);
    }
  }
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) {
        set(key, value);
      }
      return value;
    },
    set,
  };
}
