import type { FoundServer } from '#snapshot/foundServer.ts';
import type { ListFault } from '#snapshot/serverFinder.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Follow, FollowedServer } from '#store/followDocument.ts';
import type { Board, Language, Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { ShownGraph } from '#store/messageState.ts';
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
  /** The server could not be looked at since then, for the bot itself could not see: nothing is known of it now. */
  unseen?: true;
};

/** What is said about the pin of a message that was written. */
export type PinFacts = {
  /** Whether it is pinned now; null or absent = not known. */
  pinned?: boolean | null;
  /** It was pinned by us and was found without its pin. It is pinned again while `message.unpins` was below 2. */
  pinLost?: boolean;
  /** The channel has all the pins Discord allows. */
  pinProblem?: 'full' | null;
};

/** What a message shows since it was written, and when that was (ms); without `graph` there is none in it. */
export type Written = { hash: string; at: number; graph?: ShownGraph };

/** What became of writing a status message; the monitor saves it. */
export type PublishOutcome =
  | { kind: 'unchanged' }
  | ({ kind: 'edited' } & Written & PinFacts)
  | ({ kind: 'posted'; messageId: string; pinned: boolean } & Written &
      Pick<PinFacts, 'pinProblem'>)
  | { kind: 'later'; notBefore: number }
  | ({ kind: 'trouble' } & Trouble);

/** What became of a new watch: of its first message, or that it shares one, or why the guild can not have it. */
export type PostOutcome =
  | PublishOutcome
  | { kind: 'shared' }
  | { kind: 'duplicate' }
  | { kind: 'full' };

/** What became of a new follow; a list that can not be read, or is too long, is not followed. */
export type FollowOutcome =
  | Exclude<PostOutcome, { kind: 'shared' }>
  | { kind: 'unread'; fault: ListFault }
  | { kind: 'too-long'; total: number };

/** Why a message can not be written until somebody does something about it: facts for /watch list. */
export type Trouble = {
  trouble: 'channel-gone' | 'guild-gone' | 'permission' | 'refused';
  facts: string[];
};

/** Writes (or posts anew and pins) the status message of a watch. Never throws for what Discord answers. */
export type PublishStatus = (
  guildId: string,
  view: StatusView,
  signal: AbortSignal,
) => Promise<PublishOutcome>;

/** All that the message of a followed list is drawn from. */
export type FollowView = {
  guildId: string;
  follow: Follow;
  servers: readonly FoundServer[];
  /** More than `servers` when the list is too long. */
  total: number;
  /** Servers that are missing on the list, and since when (ms): not gone yet. */
  missing: readonly FollowedServer[];
  /** When the list was last read (ms); null = never. */
  readAt: number | null;
  /** Why it could not be read after that. */
  fault: ListFault | null;
};

/** Writes (or posts anew and pins) the message of a followed list; otherwise as PublishStatus. */
export type PublishFollow = (view: FollowView, signal: AbortSignal) => Promise<PublishOutcome>;

/** Several servers of one channel in one message, in the order of their watches. */
export type BoardView = { guildId: string; board: Board; views: StatusView[] };

/** Writes (or posts anew and pins) a message that several watches share; otherwise as PublishStatus. */
export type PublishBoard = (view: BoardView, signal: AbortSignal) => Promise<PublishOutcome>;

/**
 * Why a person can not be told: takes no messages of ours, is not in the guild any more, or does not see the channels `hidden`.
 */
export type Unheard = { why: 'closed' | 'left' | 'hidden'; hidden: string[] };

/**
 * What became of sending a notice. "parked" = it waits until somebody does something about it, with the reason for /watch
 * list. "unheard" is for a notice to a person. "dropped" = it can never arrive, with the reason as a fact for the log.
 */
export type SendOutcome =
  | { kind: 'sent'; messageId: string | null }
  | {
      kind: 'later';
      notBefore: number;
      reason: string;
      /** True only where Discord surely did not take it, as with a 429; absent = it may stand in the channel already. */
      refused?: boolean;
    }
  | ({ kind: 'parked' } & Trouble)
  | ({ kind: 'unheard' } & Unheard)
  | { kind: 'dropped'; reason: string };

/** Sends one notice to its channel, or to its person; `language` null = take the guild's own. */
export type SendNotice = (
  notice: Notice,
  language: Language | null,
  signal: AbortSignal,
) => Promise<SendOutcome>;

/**
 * Looks for a notice among the latest own messages of its channel. null = it is surely not there; "unknown" = that can not
 * be said now (no answer, or the history may not be read). Never throws for what Discord answers.
 */
export type LookForNotice = (
  notice: Notice,
  signal: AbortSignal,
) => Promise<{ messageId: string } | null | 'unknown'>;

/** Writes the end of an outage, an "up" or "host-up", into the message that told of its beginning. */
export type EditNotice = (
  notice: Notice,
  downMessageId: string,
  language: Language | null,
  signal: AbortSignal,
) => Promise<SendOutcome>;

/** Gives a channel a name. "later" = come back with the name that is right by then. */
export type RenameChannel = (
  guildId: string,
  channelId: string,
  name: string,
  signal: AbortSignal,
) => Promise<
  { kind: 'renamed' } | { kind: 'later'; notBefore: number } | { kind: 'trouble'; facts: string[] }
>;

/** References of our own sight: the connection to Discord's gateway, and whether a well-known name is found. */
export type CanSee = () => Promise<{ gateway: boolean; dns: boolean }>;

/** All that the monitor does in Discord. */
export type MonitorPorts = {
  publishStatus: PublishStatus;
  publishBoard: PublishBoard;
  publishFollow: PublishFollow;
  sendNotice: SendNotice;
  lookForNotice: LookForNotice;
  editNotice: EditNotice;
  renameChannel: RenameChannel;
};
