import { collectList } from '#query/listRow.ts';
import type { ServerLists } from '#query/serverLists.ts';
import type { Snapshot } from './snapshot.ts';

/** The list of official ARK servers, as far as it is known, beside what servers claim (spec ark section 5). */
export type OfficialArk = {
  /**
   * The Snapshot, with `ark.listed` told when the server claims to be official and the list is there. The first such claim has the
   * list fetched; nobody waits for it.
   */
  check(snapshot: Snapshot): Snapshot;
  /** Resolves when no list is being fetched. */
  settled(): Promise<void>;
};

const SOURCE = { kind: 'ark-official' } as const;
const FRESH_MS = 6 * 3_600_000;
/** Before a list that could not be read is asked for again. */
const PAUSE_MS = 10 * 60_000;

/** Keeps the addresses of the list for some hours; a list that can not be read leaves what was known. */
export function createOfficialArk(parts: {
  lists: Pick<ServerLists, 'list'>;
  now: () => number;
  onFailure: (error: unknown) => void;
}): OfficialArk {
  const { lists, now, onFailure } = parts;
  let known: ReadonlySet<string> | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;

  async function fetchList(): Promise<void> {
    nextAt = now() + PAUSE_MS;
    try {
      const { rows } = await collectList(lists.list(SOURCE));
      known = new Set(rows.map(({ address }) => address));
      nextAt = now() + FRESH_MS;
    } catch (error) {
      onFailure(error);
    } finally {
      fetching = null;
    }
  }

  return {
    check(snapshot) {
      const { ark, target } = snapshot;
      if (ark === null || ark.official !== true || target.address === null) {
        return snapshot;
      }
      if (now() >= nextAt) {
        fetching ??= fetchList();
      }
      const listed = known?.has(target.address) ?? null;
      return { ...snapshot, ark: { ...ark, listed } };
    },
    settled: async () => {
      await fetching;
    },
  };
}
