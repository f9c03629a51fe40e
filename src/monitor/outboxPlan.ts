import type { Notice } from '#store/noticeDocument.ts';
import { knownEnd } from './availability.ts';
import { type Merge, mergeOf } from './mergeNotices.ts';
import { expiryOf, noticeId } from './noticesFor.ts';
import { partsOf, type Wisher } from './watchChange.ts';

/** What is known when a channel's turn comes. */
export type OutboxFacts = {
  now: number;
  /** The watch of a notice, or the followed list; undefined = it was removed. */
  watchOf: (notice: Notice) => Wisher | undefined;
  /** Whether a person still waits to hear this; true for what goes to a channel. */
  isWanted: (notice: Pick<Notice, 'id'>) => boolean;
};

/** Why a notice is not sent any more; for the log. */
type DropReason =
  | 'not-wanted'
  | 'expired'
  | 'never-told'
  | 'over-before-told'
  | 'watch-gone'
  | 'paused'
  | 'superseded'
  | 'came-and-went';

/** What to do next with a channel's waiting notices. */
export type OutboxStep =
  | { do: 'rest' }
  | { do: 'wait'; until: number }
  | { do: 'send'; notice: Notice }
  /** It may stand in the channel, and Discord does not know its nonce any more. */
  | { do: 'look'; notice: Notice }
  | { do: 'drop'; notices: Notice[]; why: DropReason }
  /** The outage is over and it is not known whether people were told: "back up" alone tells all of it. */
  | { do: 'replace'; notice: Notice; by: Notice }
  /** One notice in place of several. */
  | ({ do: 'merge' } & Merge)
  /** The notices that this one covers in its place: not all of them are true any more, or wanted here. */
  | { do: 'split'; notice: Notice }
  /** Its people want it in another channel now. */
  | { do: 'redirect'; notice: Notice; channelId: string };

/**
 * Discord remembers a nonce for "a few minutes" (discord section 5, rule 7), how many is not known: after so many ms the notice
 * is looked for.
 */
const NONCE_WINDOW_MS = 120_000;
/** An outage that was over before it could be told is worth a word when it lasted so long (ms). */
const WORTH_TELLING_MS = 300_000;

const sameWatch = (a: Notice, b: Notice): boolean =>
  a.guildId === b.guildId && a.watchId === b.watchId;

/** The "up" that ends the outage of this "down", if it waits too. */
function endOf(down: Notice, queue: readonly Notice[]): Notice | undefined {
  return queue.find(
    (other) =>
      other.news.kind === 'up' &&
      down.news.kind === 'down' &&
      other.news.since === down.news.since &&
      sameWatch(other, down),
  );
}

/** What remains to be said of an outage that is over and was not told; null = nothing. */
function afterwards(down: Notice, end: Notice, restarts: boolean): Notice | null {
  if (down.news.kind !== 'down' || end.news.kind !== 'up') {
    return null;
  }
  const { name, address, since, restarted } = end.news;
  const until = knownEnd(end.news);
  const { reason } = down.news;
  const server = { name, address };
  const wasKept = down.worthAfter > until;
  if (restarted ? !restarts : wasKept || until - since < WORTH_TELLING_MS) {
    return null;
  }
  const news = restarted
    ? { kind: 'restart' as const, ...server, since }
    : { kind: 'outage' as const, ...server, since, until, reason };
  return {
    ...end,
    id: noticeId(since, news.kind, `${down.guildId}/${down.watchId}`),
    roleId: null,
    news,
    expiresAt: expiryOf(news.kind, end.createdAt),
    heldUntil: restarted ? 0 : Math.min(end.heldUntil, down.heldUntil),
  };
}

/** An outage that ended while it waited to be told. */
function overStep(down: Notice, end: Notice, watch: Wisher): OutboxStep {
  if (down.triedAt !== null) {
    return { do: 'replace', notice: down, by: end };
  }
  const into = afterwards(down, end, watch.restarts);
  return into === null
    ? { do: 'drop', notices: [down, end], why: 'over-before-told' }
    : { do: 'merge', notices: [down, end], into };
}

/** Whether a waiting notice tells of the outage that this "up" ends. */
const isTelling = (queue: readonly Notice[], up: Notice): boolean =>
  queue.some(({ guildId, covers }) =>
    covers.some(
      ({ news, watchId }) =>
        news.kind === 'down' &&
        up.news.kind === 'up' &&
        news.since === up.news.since &&
        watchId === up.watchId &&
        guildId === up.guildId,
    ),
  );

/** Whether something that this one message would tell is over by now. */
const isOutdated = ({ guildId, covers }: Notice, queue: readonly Notice[]): boolean =>
  covers.some(
    ({ news, watchId }) =>
      news.kind === 'down' &&
      queue.some(
        (other) =>
          other.news.kind === 'up' &&
          other.news.since === news.since &&
          other.watchId === watchId &&
          other.guildId === guildId,
      ),
  );

/** What of a person's notice is settled without sending it: nothing is told that is not asked for any more. */
function settlePersonal(notice: Notice, { now, isWanted }: OutboxFacts): OutboxStep | null {
  if (notice.expiresAt <= now) {
    return { do: 'drop', notices: [notice], why: 'expired' };
  }
  const parts = partsOf(notice);
  const wanted = parts.filter(isWanted);
  if (wanted.length === parts.length) {
    return null;
  }
  return wanted.length > 0 && notice.triedAt === null
    ? { do: 'split', notice }
    : { do: 'drop', notices: [notice], why: 'not-wanted' };
}

/** People want it elsewhere since it was made, or not at all; null = here, or it may stand here already. */
function unwantedHere(notice: Notice, { watchOf }: OutboxFacts): OutboxStep | null {
  const isMerged = notice.covers.length > 0;
  const watches = partsOf(notice).map((part) => watchOf({ ...part, covers: [] }));
  const isPaused = watches.some((watch) => watch !== undefined && watch.paused !== null);
  if (isPaused && !isMerged) {
    return { do: 'drop', notices: [notice], why: 'paused' };
  }
  const channelIds = watches.map((watch) => watch?.noticeChannelId ?? notice.channelId);
  const channelId = channelIds.find((id) => id !== notice.channelId);
  if (notice.triedAt !== null || (channelId === undefined && !isPaused)) {
    return null;
  }
  return isMerged || channelId === undefined
    ? { do: 'split', notice }
    : { do: 'redirect', notice, channelId };
}

/** What of one waiting notice is settled without sending it; null = it is still to be sent. */
function settle(notice: Notice, queue: readonly Notice[], facts: OutboxFacts): OutboxStep | null {
  if (notice.person !== null) {
    return settlePersonal(notice, facts);
  }
  const drop = (why: DropReason): OutboxStep => ({ do: 'drop', notices: [notice], why });
  const watch = facts.watchOf(notice);
  const { news } = notice;
  if (watch === undefined) {
    return drop('watch-gone');
  }
  const unwanted = unwantedHere(notice, facts);
  if (unwanted !== null) {
    return unwanted;
  }
  const end = news.kind === 'down' ? endOf(notice, queue) : undefined;
  if (end !== undefined) {
    return overStep(notice, end, watch);
  }
  if (notice.expiresAt <= facts.now) {
    return drop('expired');
  }
  if (notice.triedAt === null && isOutdated(notice, queue)) {
    return { do: 'split', notice };
  }
  if (news.kind === 'up' && news.since !== watch.told?.since && !isTelling(queue, notice)) {
    return drop('never-told');
  }
  if (news.kind === 'roster' && news.joined.length + news.left.length === 0) {
    return drop('came-and-went');
  }
  const overtaken =
    (news.kind === 'down' || news.kind === 'up') &&
    notice.triedAt === null &&
    queue.some((other) => other.news.kind === 'flapping' && sameWatch(other, notice));
  return overtaken ? drop('superseded') : null;
}

/**
 * The next step for one channel: its notices leave in the order of their making, except those kept back, and what belongs
 * together leaves as one. "Back up" is said only to who was told of the outage. When both still wait, nobody was disturbed: a
 * long outage is told afterwards, a short one never. Pure.
 */
export function nextStep(queue: readonly Notice[], facts: OutboxFacts): OutboxStep {
  for (const notice of queue) {
    const step = settle(notice, queue, facts);
    if (step !== null) {
      return step;
    }
  }
  const ready = queue.filter(({ heldUntil }) => heldUntil <= facts.now);
  const [first] = ready;
  if (first === undefined) {
    return queue.length === 0
      ? { do: 'rest' }
      : { do: 'wait', until: Math.min(...queue.map(({ heldUntil }) => heldUntil)) };
  }
  // One that was never tried waits for nothing, whatever the clock says that was set back meanwhile.
  const isFresh = first.triedAt === null && first.failures === 0;
  if (first.notBefore > facts.now && !isFresh) {
    return { do: 'wait', until: first.notBefore };
  }
  const merge = mergeOf(ready);
  if (merge !== null) {
    return { do: 'merge', ...merge };
  }
  const isOld = first.triedAt !== null && facts.now - first.triedAt >= NONCE_WINDOW_MS;
  return { do: isOld ? 'look' : 'send', notice: first };
}
