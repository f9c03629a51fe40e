import type { Logger } from 'pino';
import { buildMaster, listedIn } from './buildMaster.ts';
import type { Master } from './master.ts';
import type { Registration, RegistrationStore } from './registration.ts';

/** The master server writes twice a minute: what is read more often is the same (ms). */
const READ_EVERY_MS = 30_000;

/**
 * Lists the servers that registered with the master server of another process, as that has stored them: the same as it lists itself,
 * half a minute later.
 */
export function createRegisteredCopy(options: {
  store: Pick<RegistrationStore, 'all'>;
  allowPrivate: boolean;
  now: () => number;
  log: Logger;
}): (filter: string, most: number) => Promise<Registration[]> {
  const { store, now } = options;
  let read: { at: number; master: Promise<Master> } | null = null;
  /** Those that the one that listens has asked; it only lists them, what is over the other one takes out. */
  const readOnly: RegistrationStore = {
    all: async () => (await store.all()).filter(({ answeredAt }) => answeredAt !== null),
    put: async () => {},
    delete: async () => {},
  };

  const current = (): Promise<Master> => {
    if (read === null || Math.abs(now() - read.at) >= READ_EVERY_MS) {
      const built = buildMaster({ ...options, asksBack: false, store: readOnly }, now);
      read = { at: now(), master: built.then(({ master }) => master) };
      read.master.catch(() => {
        read = null;
      });
    }
    return read.master;
  };

  return async (filter, most) => {
    const master = await current();
    master.expire(now());
    return listedIn(master, filter, most);
  };
}
