import { planStatus } from '#monitor/statusPlan.ts';
import type { PublishStatus, StatusView } from '#monitor/statusView.ts';
import type { Language, Texts } from '#text/texts.ts';
import { CLOCKS } from './limits.ts';
import { bareStatusEmbed, statusEmbed, statusHash } from './statusEmbed.ts';
import { createStatusWriter, type StatusJob, type WriterParts } from './writeStatus.ts';

export type PublisherParts = WriterParts & {
  texts: Texts;
  /** Language that a guild reads. */
  languageOf: (guildId: string) => Language;
};

/**
 * Makes the function that keeps status messages current: one write of a message at a time (J9), only when its content changed
 * or the ten minutes are over; a deleted one is posted and pinned anew, once a call (spec discord sections 5 and 8).
 */
export function createPublishStatus(parts: PublisherParts): PublishStatus {
  const { now, texts, languageOf } = parts;
  const inFlight = new Set<string>();
  /** Failures in a row, by watch. */
  const failures = new Map<string, number>();
  /** Hash of the content Discord refused, by watch: the same is never sent again. */
  const refused = new Map<string, string>();
  const write = createStatusWriter(parts, (job) => refused.set(keyOf(job), job.hash));

  const jobFor = (guildId: string, view: StatusView, signal: AbortSignal): StatusJob => {
    const t = texts.in(languageOf(guildId));
    const key = keyOf({ guildId, view });
    const hash = statusHash(view, t);
    const bare = bareStatusEmbed(view, t);
    return {
      guildId,
      view,
      embed: refused.get(key) === hash ? bare : statusEmbed(view, t),
      bare,
      hash,
      signal,
      messageId: view.watch.message?.id ?? null,
      failures: failures.get(key) ?? 0,
    };
  };

  return async (guildId, view, signal) => {
    const job = jobFor(guildId, view, signal);
    const key = keyOf(job);
    const plan = planStatus(view.watch, job.hash, now());
    if (plan.do === 'leave') {
      return { kind: 'unchanged' };
    }
    if (plan.do === 'wait') {
      return { kind: 'later', notBefore: plan.until };
    }
    if (inFlight.has(key)) {
      return { kind: 'later', notBefore: now() + CLOCKS.settle };
    }
    inFlight.add(key);
    try {
      const outcome = await write(job);
      if (outcome.kind === 'later') {
        failures.set(key, job.failures + 1);
      } else {
        failures.delete(key);
      }
      return outcome;
    } finally {
      inFlight.delete(key);
    }
  };
}

const keyOf = ({ guildId, view }: Pick<StatusJob, 'guildId' | 'view'>) =>
  `${guildId}/${view.watch.id}`;
