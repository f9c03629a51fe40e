import { StoreError } from './storeError.ts';

type Change<T> = {
  change: (before: T | null) => T | null;
  done: PromiseWithResolvers<T | null>;
};

type Document<T> = {
  inTurn: <R>(key: string, work: () => Promise<R>) => Promise<R>;
  read: (key: string) => Promise<T | null>;
  write: (key: string, document: T) => Promise<void>;
};

/** Makes the changes one after the other and writes once; a change that throws is left out, the others go on. */
async function writeTogether<T>(
  key: string,
  changes: readonly Change<T>[],
  { read, write }: Document<T>,
): Promise<void> {
  const before = await read(key);
  let after: T | null = before;
  const made: (() => void)[] = [];
  for (const { change, done } of changes) {
    try {
      const document = change(after) ?? after;
      after = document;
      made.push(() => done.resolve(document));
    } catch (error) {
      done.reject(error);
    }
  }
  if (after !== null && after !== before) {
    await write(key, after);
  }
  for (const acknowledge of made) {
    acknowledge();
  }
}

/**
 * Changes of documents, by key. Those that wait for the same turn are written together: a guild with a thousand watches is
 * one large document, and a round changes many of them at once. Each is acknowledged when it is written.
 */
export function collectChanges<T>(document: Document<T>) {
  const waiting = new Map<string, Change<T>[]>();

  const begin = (key: string, changes: Change<T>[]): Promise<void> =>
    document.inTurn(key, async () => {
      if (waiting.get(key) === changes) {
        waiting.delete(key);
      }
      await writeTogether(key, changes, document);
    });

  /** One that does not fit its schema takes nobody with it: the others are made again without each other. */
  const failed = (key: string, changes: Change<T>[], error: unknown): void => {
    const misfit = error instanceof StoreError && error.kind === 'misfit';
    for (const one of changes) {
      if (misfit && changes.length > 1) {
        begin(key, [one]).catch((again: unknown) => one.done.reject(again));
      } else {
        one.done.reject(error);
      }
    }
  };

  return {
    /** Resolves with the document when what was changed is written; `change` giving null changes nothing. */
    add(key: string, change: Change<T>['change']): Promise<T | null> {
      const one: Change<T> = { change, done: Promise.withResolvers<T | null>() };
      const others = waiting.get(key);
      if (others === undefined) {
        const changes = [one];
        waiting.set(key, changes);
        begin(key, changes).catch((error: unknown) => failed(key, changes, error));
      } else {
        others.push(one);
      }
      return one.done.promise;
    },
    /** Later changes do not join earlier ones: something else is written between. */
    close(key: string): void {
      waiting.delete(key);
    },
  };
}
