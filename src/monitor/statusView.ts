import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Availability, LastSeen } from '#store/serverDocument.ts';

/** All that a status message is drawn from. Pure data: the same view gives the same message. */
export type StatusView = {
  watch: Watch;
  snapshot: Snapshot;
  availability: Availability;
  /** What was last known about the server, shown while it does not answer. */
  lastSeen: LastSeen | null;
  /** When the snapshot was taken (ms); not part of what counts as a change. */
  checkedAt: number;
};

/** What became of writing a status message; the monitor saves it. */
export type PublishOutcome =
  | { kind: 'unchanged' }
  | { kind: 'edited'; hash: string; at: number }
  | { kind: 'posted'; messageId: string; pinned: boolean; hash: string; at: number }
  | { kind: 'later'; notBefore: number }
  | {
      kind: 'trouble';
      trouble: 'channel-gone' | 'guild-gone' | 'permission' | 'refused';
      facts: string[];
    };

/** Writes (or posts anew and pins) the status message of a watch. Never throws for what Discord answers. */
export type PublishStatus = (
  guildId: string,
  view: StatusView,
  signal: AbortSignal,
) => Promise<PublishOutcome>;

/** What became of sending a notice. "dropped" = it can never arrive, with the reason as a fact for the log. */
export type SendOutcome =
  | { kind: 'sent'; messageId: string | null }
  | { kind: 'later'; notBefore: number; reason: string }
  | { kind: 'dropped'; reason: string };
