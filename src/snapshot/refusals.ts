import { createRecent } from './recent.ts';
import type { OfflineReason, Snapshot } from './snapshot.ts';

/** Servers that refuse to talk, and when polling may ask them again. People's own questions always go out. */
export type Refusals = {
  /** What to give a poll in place of asking: the last refusal; null = ask. */
  held(key: string): Snapshot | null;
  /** Notes what a question came to; an answer, or silence, ends the rest. One that was never sent changes nothing. */
  note(key: string, snapshot: Snapshot): void;
};

type Manners = { refusals: number; firstMs: number; longestMs: number };

const MINUTE_MS = 60_000;
/**
 * From so many refusals in a row on, the rest doubles from the first to the longest. Who banned us or answers with challenges
 * only does not want to be asked; where the port is closed somebody may start the server any minute.
 */
const RESTS: Readonly<Partial<Record<OfflineReason, Manners>>> = {
  banned: { refusals: 2, firstMs: 5 * MINUTE_MS, longestMs: 60 * MINUTE_MS },
  'challenge-loop': { refusals: 3, firstMs: 2 * MINUTE_MS, longestMs: 15 * MINUTE_MS },
  refused: { refusals: 10, firstMs: 2 * MINUTE_MS, longestMs: 5 * MINUTE_MS },
};

/** A poll comes a little early or late: a rest that ends within this time is over. */
const SLACK_MS = 5_000;

/** Remembers the last refusals of up to `limit` servers. `now` in ms. */
export function createRefusals(limit: number, now: () => number): Refusals {
  const known = createRecent<{ snapshot: Snapshot | null; count: number; askAgainAt: number }>(
    limit,
  );

  return {
    held(key) {
      const last = known.get(key);
      return last !== undefined && now() < last.askAgainAt - SLACK_MS ? last.snapshot : null;
    },
    note(key, snapshot) {
      if (snapshot.reason === 'aborted' || snapshot.reason === 'not-asked') {
        return;
      }
      const before = known.get(key);
      const manners = snapshot.reason === null ? undefined : RESTS[snapshot.reason];
      if (manners === undefined) {
        if (before !== undefined) {
          known.set(key, { snapshot: null, count: 0, askAgainAt: 0 });
        }
        return;
      }
      const isSame = before?.snapshot?.reason === snapshot.reason;
      const count = isSame ? before.count + 1 : 1;
      const doublings = count - manners.refusals;
      const rest =
        doublings < 0 ? 0 : Math.min(manners.longestMs, manners.firstMs * 2 ** doublings);
      known.set(key, { snapshot, count, askAgainAt: now() + rest });
    },
  };
}
