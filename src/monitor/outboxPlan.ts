import type { Notice } from '#store/noticeDocument.ts';

/** What is known when a channel's turn comes. */
export type OutboxFacts = {
  now: number;
  /** The outage the first notice's watch was told of; null = none. */
  toldSince: number | null;
  /** A send of this one was begun before, also by a process that was killed: it may stand in the channel already. */
  mayHaveArrived: (notice: Notice) => boolean;
};

/** Why a notice is not sent any more; for the log. */
type DropReason = 'expired' | 'never-told' | 'over-before-told' | 'watch-gone';

/** What to do next with a channel's waiting notices. */
export type OutboxStep =
  | { do: 'rest' }
  | { do: 'wait'; until: number }
  | { do: 'send'; notice: Notice }
  | { do: 'drop'; notices: Notice[]; why: DropReason }
  /** The outage is over and it is not known whether people were told: "back up" alone tells all of it. */
  | { do: 'replace'; notice: Notice; by: Notice };

/** The "up" that ends the outage of this "down", if it waits behind it. */
function endOf(down: Notice, queue: readonly Notice[]): Notice | undefined {
  return queue.find(
    ({ guildId, watchId, news }) =>
      news.kind === 'up' &&
      news.since === (down.news.kind === 'down' && down.news.since) &&
      guildId === down.guildId &&
      watchId === down.watchId,
  );
}

/**
 * The next step for one channel: its notices leave in the order of their making. "Back up" is said only to who was told of
 * the outage. When both still wait, nobody was disturbed and nobody will be; only if the "down" may have arrived, "back up"
 * goes alone, for it tells the whole outage. Pure.
 */
export function nextStep(queue: readonly Notice[], facts: OutboxFacts): OutboxStep {
  const [first] = queue;
  if (first === undefined) {
    return { do: 'rest' };
  }
  if (first.expiresAt <= facts.now) {
    return { do: 'drop', notices: [first], why: 'expired' };
  }
  if (first.news.kind === 'up' && first.news.since !== facts.toldSince) {
    return { do: 'drop', notices: [first], why: 'never-told' };
  }
  const end = first.news.kind === 'down' ? endOf(first, queue) : undefined;
  if (end !== undefined) {
    return facts.mayHaveArrived(first)
      ? { do: 'replace', notice: first, by: end }
      : { do: 'drop', notices: [first, end], why: 'over-before-told' };
  }
  return first.notBefore > facts.now
    ? { do: 'wait', until: first.notBefore }
    : { do: 'send', notice: first };
}
