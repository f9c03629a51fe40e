import type { Logger } from 'pino';
import { addressKey, addressOfKey, type ServerAddress } from '#codec/master/address.ts';
import type { Registration, RegistrationStore } from './registration.ts';

/** Writes what has changed, now and then. */
export type KeptRegistrations = {
  changed(server: ServerAddress): void;
  /** Writes what changed since the last time; what could not be written is kept for the next. Never rejects. */
  write(): Promise<void>;
};

/** Writes the registrations in `current` to the store, and deletes those that are no longer there. */
export function keepRegistrations(
  store: RegistrationStore,
  current: (server: ServerAddress) => Registration | undefined,
  log: Logger,
): KeptRegistrations {
  let dirty = new Set<number>();
  let writing: Promise<void> = Promise.resolve();

  async function writeAll(keys: ReadonlySet<number>): Promise<void> {
    let failed = 0;
    for (const key of keys) {
      const server = addressOfKey(key);
      const registration = current(server);
      try {
        await (registration === undefined ? store.delete(server) : store.put(registration));
      } catch (error) {
        failed += 1;
        dirty.add(key);
        if (failed === 1) {
          log.warn(
            { event: 'registrations-not-written', err: error },
            'registrations are kept in memory and written later',
          );
        }
      }
    }
  }

  return {
    changed(server) {
      dirty.add(addressKey(server));
    },
    write() {
      const keys = dirty;
      dirty = new Set();
      writing = writing.then(() => writeAll(keys));
      return writing;
    },
  };
}
