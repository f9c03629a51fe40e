import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Shelf } from './shelf.ts';

/** An answer of a server and when it came (ms); null = it was silent then. */
type SharedSnapshot = { at: number; snapshot: Snapshot | null };

/** What servers answered, for all processes of the bot, each for a short time. */
export type SharedSnapshots = {
  /** The newest of a server; null = there is none. */
  read(key: string): Promise<SharedSnapshot | null>;
  /** Lays one down for `ms`. */
  write(key: string, shared: SharedSnapshot, ms: number): Promise<void>;
  /** As Shelf.lease, for the one who asks. */
  lease(key: string, ms: number): ReturnType<Shelf['lease']>;
};

const keyOf = (key: string): string => `snapshot:${key}`;

/** Those on a shelf. */
export const openSharedSnapshots = (shelf: Shelf): SharedSnapshots => ({
  async read(key) {
    const text = await shelf.read(keyOf(key));
    return text === null ? null : (JSON.parse(text) as SharedSnapshot);
  },
  write: (key, shared, ms) => shelf.lay(keyOf(key), JSON.stringify(shared), ms),
  lease: (key, ms) => shelf.lease(keyOf(key), ms),
});
