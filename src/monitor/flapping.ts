import type { Availability, Flapping } from '#store/serverDocument.ts';

/** Changes within this time count together (ms). */
const WINDOW_MS = 3_600_000;
/** So many are too many: three outages and the two returns between them. */
const TOO_MANY = 5;
/** Without a change for so long it is steady again (ms). */
const STEADY_MS = 900_000;

/** A server that never changed. */
export const STEADY: Flapping = { changes: [], since: null };

type Seen = {
  /** Whether it went down or came back just now. */
  changed: boolean;
  availability: Availability;
  at: number;
};

/**
 * Too many changes in an hour are flapping: it "begins" once, and "ends" when the server was up or down for a quarter of an
 * hour. Gives the same object when nothing has changed. Pure.
 */
export function stepFlapping(
  before: Flapping,
  { changed, availability: { state }, at }: Seen,
): { after: Flapping; event: 'begins' | 'ends' | null } {
  const recent = before.changes.filter((change) => at - change < WINDOW_MS);
  const changes = changed ? [...recent, at] : recent;
  const after =
    changes.length === before.changes.length && !changed ? before : { ...before, changes };
  if (before.since === null) {
    return changed && changes.length >= TOO_MANY
      ? { after: { changes, since: at }, event: 'begins' }
      : { after, event: null };
  }
  const decided = state === 'up' || state === 'down';
  const last = changes.at(-1) ?? before.since;
  return decided && at - last >= STEADY_MS
    ? { after: STEADY, event: 'ends' }
    : { after, event: null };
}
