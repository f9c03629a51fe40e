import type { Logger } from 'pino';
import type { Language } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { SendNotice, SendOutcome, Trouble } from './statusView.ts';
import { troublePause } from './statusPlan.ts';
import { withNoticeTrouble, withTold } from './watchChange.ts';
import type { WishBook } from './wishBook.ts';
import { saveFulfilled, saveUnheard } from './wishOutcome.ts';

export type DeliveryParts = {
  store: Store;
  wishes: WishBook;
  sendNotice: SendNotice;
  now: () => number;
  log: Logger;
  signal: AbortSignal;
};

/** Pause after a send that failed in a way its sender did not foresee (ms). */
const UNFORESEEN_PAUSE_MS = 60_000;
/** A notice is not tried again sooner, whatever its sender says (ms). */
const LEAST_PAUSE_MS = 1_000;

/** What a log line says about a notice. */
export const noticeFacts = ({ id, guildId, watchId, channelId, news }: Notice) => ({
  event: 'notice',
  id,
  guildId,
  watchId,
  channelId,
  news: news.kind,
});

async function attempt(
  { sendNotice, now, log, signal }: DeliveryParts,
  notice: Notice,
  language: Language | null,
): Promise<SendOutcome> {
  try {
    return await sendNotice(notice, language, signal);
  } catch (error) {
    if (!signal.aborted) {
      log.error({ ...noticeFacts(notice), err: error }, 'sending a notice failed unexpectedly');
    }
    return { kind: 'later', notBefore: now() + UNFORESEEN_PAUSE_MS, reason: 'unforeseen' };
  }
}

/** Saves that a notice arrived: the people of a watch know of an outage, or of its end; the wish of a person is fulfilled. */
export async function saveTold(
  { store, wishes }: Pick<DeliveryParts, 'store' | 'wishes'>,
  notice: Notice,
  messageId: string | null,
): Promise<void> {
  if (notice.person === null) {
    await store.guilds.update(notice.guildId, (guild) => withTold(guild, notice, messageId));
  } else {
    await saveFulfilled(wishes, notice);
  }
}

/** Keeps a notice until somebody does something about its channel, and says so in the list of watches. */
async function park(
  { store, now, log }: DeliveryParts,
  notice: Notice,
  { trouble: kind, facts }: Trouble,
): Promise<Notice> {
  const [since, failures] = [now(), notice.failures + 1];
  const retryAt = since + troublePause(notice.failures);
  if (notice.parked === null) {
    log.warn({ ...noticeFacts(notice), why: kind, facts }, 'notice parked: it can not arrive now');
  }
  await store.guilds.update(notice.guildId, (guild) =>
    withNoticeTrouble(guild, notice, { kind, facts, since, retryAt, failures }),
  );
  return { ...notice, failures, notBefore: retryAt, triedAt: null, parked: { kind, facts } };
}

/**
 * Sends a notice and says what remains of it: null when it is done with, else what waits on. That people were told is saved
 * after it arrived. The caller has saved before that it is tried (`triedAt`): after a crash between the two the same id is
 * sent again, or looked for, and never forgotten. `first`: no try before this one can have arrived.
 */
export async function deliverNotice(
  parts: DeliveryParts,
  notice: Notice,
  { language, first }: { language: Language | null; first: boolean },
): Promise<Notice | null> {
  const { log } = parts;
  const outcome = await attempt(parts, notice, language);
  switch (outcome.kind) {
    case 'sent':
      await saveTold(parts, notice, outcome.messageId).catch((error: unknown) => {
        log.error(
          { ...noticeFacts(notice), err: error },
          'notice sent, but that could not be saved',
        );
      });
      log.info(noticeFacts(notice), 'notice sent');
      return null;
    case 'dropped':
      log.warn(
        { ...noticeFacts(notice), why: outcome.reason },
        'notice dropped: it can not arrive',
      );
      return null;
    case 'parked':
      return park(parts, notice, outcome);
    case 'unheard':
      log.info({ ...noticeFacts(notice), why: outcome.why }, 'a person can not be told');
      await saveUnheard(parts.wishes, notice, outcome, parts.now());
      return { ...notice, triedAt: first ? null : notice.triedAt };
    case 'later': {
      const { reason, refused = false } = outcome;
      const notBefore = Math.max(outcome.notBefore, parts.now() + LEAST_PAUSE_MS);
      log.warn({ ...noticeFacts(notice), why: reason, notBefore }, 'notice not sent yet: it waits');
      const triedAt = refused && first ? null : notice.triedAt;
      return { ...notice, failures: notice.failures + 1, notBefore, triedAt, parked: null };
    }
  }
}
