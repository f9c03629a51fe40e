import type { Logger } from 'pino';
import type { Language } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import type { SendNotice, SendOutcome } from './statusView.ts';
import { afterTelling, withWatch } from './watchChange.ts';

export type DeliveryParts = {
  store: Store;
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

/** Saves that the people of a watch know of an outage, or of its end. */
export async function saveTold(store: Store, notice: Notice, messageId: string | null) {
  await store.guilds.update(notice.guildId, (guild) =>
    withWatch(guild, notice.watchId, (watch) => afterTelling(watch, notice, messageId)),
  );
}

/**
 * Sends a notice and says what remains of it: null when it is done with, else what waits on. That the people were told is
 * saved before the notice goes, so that a crash between the two repeats the same id and never forgets.
 */
export async function deliverNotice(
  parts: DeliveryParts,
  notice: Notice,
  language: Language | null,
): Promise<Notice | null> {
  const { store, log } = parts;
  const outcome = await attempt(parts, notice, language);
  switch (outcome.kind) {
    case 'sent':
      await saveTold(store, notice, outcome.messageId).catch((error: unknown) => {
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
    case 'parked': {
      const { trouble: kind, facts } = outcome;
      const notBefore = parts.now() + UNFORESEEN_PAUSE_MS;
      log.warn({ ...noticeFacts(notice), why: kind, facts }, 'notice can not arrive yet: it waits');
      return { ...notice, failures: notice.failures + 1, notBefore, parked: { kind, facts } };
    }
    case 'later': {
      const { reason } = outcome;
      const notBefore = Math.max(outcome.notBefore, parts.now() + LEAST_PAUSE_MS);
      log.warn({ ...noticeFacts(notice), why: reason, notBefore }, 'notice not sent yet: it waits');
      return { ...notice, failures: notice.failures + 1, notBefore };
    }
  }
}
