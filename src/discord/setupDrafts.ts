import { steadyClock } from '#monitor/steadyClock.ts';
import type { FoundServer } from '#snapshot/foundServer.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import { newId } from './newWatch.ts';

/** A set-up that somebody is in the middle of; nothing of it is stored. `Outcome` is what people are shown in the end. */
export type SetupDraft<Outcome> = {
  page: 'server' | 'plan' | 'guild';
  /** Servers that registered here, to choose from. */
  offers: readonly FoundServer[];
  /** What is to be watched, as typed and as understood; null = not chosen yet. */
  typed: { address: string; game: string };
  target: Target | null;
  /** What it answered; null = nothing yet. */
  snapshot: Snapshot | null;
  /** Where the status goes; null = a channel that is made for it. */
  channelId: string | null;
  /** Where notices go; null = where the status goes. */
  noticeChannelId: string | null;
  /** Whom to ping; null = nobody. */
  roleId: string | null;
  /** What comes of it, once it was begun: pressing twice begins once. */
  outcome: Promise<Outcome> | null;
};

/** The drafts, each by the id that its buttons and menus carry. */
export type SetupDrafts<Outcome> = {
  open(draft: SetupDraft<Outcome>): string;
  /** Null when it is over, was left alone for too long, or is of another life of the bot. */
  get(id: string): SetupDraft<Outcome> | null;
  /** Changes a draft and gives it as it is then; null when it is over. */
  change(id: string, change: Partial<SetupDraft<Outcome>>): SetupDraft<Outcome> | null;
};

const KEPT = { most: 1000, forMs: 3_600_000 };

/** An empty memory for drafts. Forgets those that nobody has touched for an hour, and the oldest of too many. */
export function createSetupDrafts<Outcome>(options: { now: () => number }): SetupDrafts<Outcome> {
  const now = steadyClock(options.now);
  /** The one that was touched last comes last. */
  const drafts = new Map<string, { draft: SetupDraft<Outcome>; at: number }>();

  const put = (id: string, draft: SetupDraft<Outcome>): SetupDraft<Outcome> => {
    drafts.delete(id);
    drafts.set(id, { draft, at: now() });
    for (const [old, { at }] of drafts) {
      if (drafts.size <= KEPT.most && now() - at <= KEPT.forMs) {
        break;
      }
      drafts.delete(old);
    }
    return draft;
  };

  const get = (id: string): SetupDraft<Outcome> | null => {
    const kept = drafts.get(id);
    return kept === undefined || now() - kept.at > KEPT.forMs ? null : kept.draft;
  };

  return {
    open(draft) {
      const id = newId();
      put(id, draft);
      return id;
    },
    get,
    change(id, change) {
      const before = get(id);
      return before === null ? null : put(id, { ...before, ...change });
    },
  };
}
