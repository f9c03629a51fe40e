import type { Watch } from '#store/guildDocument.ts';
import type { StatusMessage, WatchTrouble } from '#store/messageState.ts';
import type { PinFacts, PublishOutcome, Trouble, Written } from './statusView.ts';

/** Written again after this time even when nothing changed, so that people see that it is alive. */
export const REFRESH_AFTER_MS = 600_000;

/** Not touched so soon after it was written. */
const SETTLE_MS = 2_000;

const TROUBLE_PAUSES_MS = [300_000, 3_600_000] as const;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/**
 * How long what a person has to mend is left alone after so many failures in a row (0 = the first): 5 min, 1 h, then 6 h (ms;
 * spec discord section 8).
 */
export const troublePause = (failures: number): number =>
  TROUBLE_PAUSES_MS[failures] ?? LONGEST_PAUSE_MS;

/** What to do about a status message now. */
export type StatusPlan =
  | { do: 'post' }
  | { do: 'edit'; messageId: string }
  | { do: 'wait'; until: number }
  | { do: 'leave' };

/** Until when the message must be left alone, whatever is in it: backed off, or just written. null = free. */
export function leftAloneUntil(
  { message, trouble }: Pick<Watch, 'message' | 'trouble'>,
  now: number,
): number | null {
  // What lies further ahead than any pause was written before the clock was set back.
  const ahead = (until: number, longestMs: number) =>
    until > now && until <= now + longestMs ? until : null;
  return trouble === null
    ? message && ahead(message.writtenAt + SETTLE_MS, SETTLE_MS)
    : ahead(trouble.retryAt, LONGEST_PAUSE_MS);
}

/**
 * Whether a status message with the content `hash` is posted, edited or left (DESIGN section 5): edited when the content
 * changed, ten minutes passed, or its picture is due for a new one; tried whatever its content when it could not be written the
 * last time.
 */
export function planStatus(
  watch: Pick<Watch, 'message' | 'trouble'>,
  hash: string,
  now: number,
  isPictureDue = false,
): StatusPlan {
  const { message, trouble } = watch;
  const age = message === null ? 0 : now - message.writtenAt;
  const due = isPictureDue || age >= REFRESH_AFTER_MS || age < 0 || trouble !== null;
  if (message?.hash === hash && !due) {
    return { do: 'leave' };
  }
  const until = leftAloneUntil(watch, now);
  if (until !== null) {
    return { do: 'wait', until };
  }
  return message === null ? { do: 'post' } : { do: 'edit', messageId: message.id };
}

function troubleAfter(
  before: WatchTrouble | null,
  { trouble: kind, facts }: Trouble,
  now: number,
): WatchTrouble {
  const failures = before?.failures ?? 0;
  const retryAt = now + troublePause(failures);
  return { kind, facts, since: before?.since ?? now, retryAt, failures: failures + 1 };
}

/** The message with what was found out about its pin. */
const pinnedAs = (
  { graph: _shown, ...message }: StatusMessage,
  { pinned, pinLost, pinProblem }: PinFacts,
) => ({
  ...message,
  pinned: pinned ?? message.pinned,
  unpins: message.unpins + (pinLost === true ? 1 : 0),
  pinProblem: pinProblem === undefined ? message.pinProblem : pinProblem,
});

const writtenAs = ({ hash, at: writtenAt, graph }: Written) => ({
  hash,
  writtenAt,
  ...(graph === undefined ? {} : { graph }),
});

/** What a message belongs to, after it was written or was not; the same object when nothing has to be saved. Pure. */
export function afterPublishing<S extends Pick<Watch, 'message' | 'trouble'>>(
  before: S,
  outcome: PublishOutcome,
  now: number,
): S {
  const { message } = before;
  switch (outcome.kind) {
    case 'unchanged':
    case 'later':
      return before;
    case 'edited': {
      return message === null
        ? before
        : {
            ...before,
            message: { ...pinnedAs(message, outcome), ...writtenAs(outcome) },
            trouble: null,
          };
    }
    case 'posted': {
      const { messageId: id, pinned, pinProblem = null } = outcome;
      const posted = { id, pinned, unpins: 0, pinProblem, ...writtenAs(outcome) };
      return { ...before, message: posted, trouble: null };
    }
    case 'trouble':
      return { ...before, trouble: troubleAfter(before.trouble, outcome, now) };
  }
}
