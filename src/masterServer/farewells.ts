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
  /** `goneAt` null: it is on the list. */
  const known = new Map<string, { goneAt: number | null; quit: boolean }>();
  const keyOf = (address: string, port: number) => `${address}:${port}`;

  function forgetOld(): void {
    for (const [key, { goneAt }] of known) {
      if (goneAt !== null && now() - goneAt > REMEMBERED_MS) {
        known.delete(key);
      }
    }
  }

  return {
    note(change) {
      const { address, port } = change.registration;
      const isGone = change.kind === 'gone';
      known.set(keyOf(address, port), {
        goneAt: isGone ? now() : null,
        quit: isGone && change.why === 'quit',
      });
      forgetOld();
    },
    of({ address, ports }) {
      const its = ports.flatMap((port) => known.get(keyOf(address, port)) ?? []);
      const said = ({ goneAt, quit }: (typeof its)[number]) =>
        quit && goneAt !== null && now() - goneAt <= RECENT_MS;
      return its.length === 0 ? null : its.some(said) ? 'quit' : 'none';
    },
  };
}
