import type { Logger } from 'pino';
import type { Language } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { After } from '#clock/after.ts';
import { noticeFacts } from './deliverNotice.ts';
import type { EditNotice } from './statusView.ts';

/** So often the end of an outage is written into its first message before it is left as it is. */
const TRIES = 5;

/** Writes the end of outages into the messages that told of their beginning; nobody waits for that. */
export type ToldEditor = {
  edit(notice: Notice, messageId: string, language: Language | null): void;
  /** Begins nothing more. */
  close(): void;
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
};

/** Makes the editor; a try that has to wait is made again, a few times. */
export function createToldEditor(parts: {
  editNotice: EditNotice;
  now: () => number;
  after: After;
  log: Logger;
  signal: AbortSignal;
}): ToldEditor {
  const { editNotice, now, after, log, signal } = parts;
  const running = new Set<Promise<void>>();
  const timers = new Set<() => void>();
  let closed = false;

  type Edit = { notice: Notice; messageId: string; language: Language | null };

  async function attempt({ notice, messageId, language }: Edit, tries: number): Promise<void> {
    const outcome = await editNotice(notice, messageId, language, signal);
    if (outcome.kind === 'later' && tries < TRIES && !closed) {
      const cancel = after(outcome.notBefore - now(), () => {
        timers.delete(cancel);
        begin({ notice, messageId, language }, tries + 1);
      });
      timers.add(cancel);
    } else if (outcome.kind !== 'sent') {
      const facts = { ...noticeFacts(notice), messageId, outcome: outcome.kind };
      log.info(facts, 'the message about an outage does not tell its end');
    }
  }

  function begin(edit: Edit, tries: number): void {
    const run = attempt(edit, tries).catch((error: unknown) => {
      if (!signal.aborted) {
        log.error({ ...noticeFacts(edit.notice), err: error }, 'editing a notice failed');
      }
    });
    running.add(run);
    void run.finally(() => running.delete(run));
  }

  return {
    edit: (notice, messageId, language) => begin({ notice, messageId, language }, 1),
    close() {
      closed = true;
      for (const cancel of timers) {
        cancel();
      }
    },
    idle: async () => void (await Promise.all(running)),
  };
}
