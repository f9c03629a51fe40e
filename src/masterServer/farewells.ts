import type { TableChange } from './serverTable.ts';

/** How a server that registered here went: it said so before ("quit"), or it did not. Null: it never registered, or too long ago. */
type Farewell = 'quit' | 'none' | null;

/** Remembers who said goodbye to our master server, for an hour. */
export type Farewells = {
  note(change: TableChange): void;
  /** What a server that is silent now did before, by its address and any of its ports. */
  of(server: { address: string; ports: readonly number[] }): Farewell;
};

const REMEMBERED_MS = 60 * 60_000;
/** An older goodbye belongs to an older outage. */
const RECENT_MS = 10 * 60_000;

export function createFarewells(now: () => number): Farewells {
  const listed = new Set<string>();
  /** Those that went, the first one first. */
  const gone = new Map<string, { at: number; quit: boolean }>();
  const keyOf = (address: string, port: number) => `${address}:${port}`;

  function forgetOld(): void {
    for (const [key, { at }] of gone) {
      if (now() - at <= REMEMBERED_MS) {
        return;
      }
      gone.delete(key);
    }
  }

  return {
    note(change) {
      const key = keyOf(change.registration.address, change.registration.port);
      gone.delete(key);
      if (change.kind === 'listed') {
        listed.add(key);
      } else {
        listed.delete(key);
        gone.set(key, { at: now(), quit: change.why === 'quit' });
      }
      forgetOld();
    },
    of({ address, ports }) {
      const keys = ports.map((port) => keyOf(address, port));
      const hasQuit = (key: string): boolean => {
        const its = gone.get(key);
        return its?.quit === true && now() - its.at <= RECENT_MS;
      };
      if (keys.some(hasQuit)) {
        return 'quit';
      }
      return keys.some((key) => listed.has(key) || gone.has(key)) ? 'none' : null;
    },
  };
}
