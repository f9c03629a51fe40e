import { type APIEmbed, type APIMessage, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { planStatus, REFRESH_AFTER_MS } from '#monitor/statusPlan.ts';
import type { PublishOutcome, PublishStatus, StatusView } from '#monitor/statusView.ts';
import type { Language, Texts } from '#text/texts.ts';
import { type DiscordFailure, discordFailure } from './discordFailure.ts';
import type { RestClient } from './gateway.ts';
import { CLOCKS } from './limits.ts';
import { growingPause } from './pauses.ts';
import { NO_MENTIONS, pinQuietly, postEmbed, statusNonce } from './postStatus.ts';
import { bareStatusEmbed, statusEmbed, statusHash } from './statusEmbed.ts';

export type PublisherParts = {
  rest: RestClient;
  texts: Texts;
  /** Language that a guild reads. */
  languageOf: (guildId: string) => Language;
  /** The bot's own user id; null before the gateway is ready. */
  botId: () => string | null;
  /** Permissions missing for a status message there, by name; null when the cache does not know. */
  missingThere: (guildId: string, channelId: string) => string[] | null;
  now: () => number;
  random?: () => number;
  log: Logger;
};

type Job = {
  guildId: string;
  view: StatusView;
  embed: APIEmbed;
  hash: string;
  signal: AbortSignal;
  /** The message to edit; null = post one. */
  messageId: string | null;
  /** True when a first try already failed and this is the other way: there is no third. */
  second: boolean;
  again: boolean;
};

/**
 * Makes the function that writes status messages: one edit of a message at a time, only when its content changed or the
 * heartbeat is due; a deleted one is posted and pinned anew, once a call (spec discord sections 5 and 8).
 */
export function createPublishStatus(parts: PublisherParts): PublishStatus {
  const { now, log, random = Math.random } = parts;
  const inFlight = new Set<string>();
  const failures = new Map<string, number>();
  /** Content Discord refused, by watch: the same is never sent again. */
  const refused = new Map<string, string>();

  const later = (ms: number): PublishOutcome => ({ kind: 'later', notBefore: now() + ms });
  const trouble = (
    kind: Extract<PublishOutcome, { kind: 'trouble' }>['trouble'],
    facts: string[],
  ): PublishOutcome => ({ kind: 'trouble', trouble: kind, facts });

  const edit = async (job: Job, messageId: string): Promise<PublishOutcome> => {
    const { channelId } = job.view.watch;
    const body = { embeds: [job.embed], allowed_mentions: { ...NO_MENTIONS } };
    const route = Routes.channelMessage(channelId, messageId);
    const shown = (await parts.rest.patch(route, { body, signal: job.signal })) as APIMessage;
    return shown.embeds.length < body.embeds.length
      ? trouble('permission', ['EmbedLinks'])
      : { kind: 'edited', hash: job.hash, at: now() };
  };

  const post = async (job: Job): Promise<PublishOutcome> => {
    const { watch } = job.view;
    const missing = parts.missingThere(job.guildId, watch.channelId) ?? [];
    const toPost = missing.filter((name) => name !== 'PinMessages');
    if (toPost.length > 0) {
      return trouble('permission', missing);
    }
    const nonce = statusNonce(job.guildId, watch, job.again);
    const message = await postEmbed(parts.rest, watch.channelId, job.embed, nonce, job.signal);
    const pinned = await pinQuietly(parts, watch.channelId, message.id, job.signal);
    return { kind: 'posted', messageId: message.id, pinned, hash: job.hash, at: now() };
  };

  const write = async (job: Job): Promise<PublishOutcome> => {
    try {
      return await (job.messageId === null ? post(job) : edit(job, job.messageId));
    } catch (error) {
      return await afterFailure(discordFailure(error), job);
    }
  };

  const otherWay = (job: Job, change: Partial<Job>): Promise<PublishOutcome> | PublishOutcome =>
    job.second ? later(REFRESH_AFTER_MS) : write({ ...job, ...change, second: true });

  const unarchive = async (job: Job): Promise<PublishOutcome> => {
    try {
      const route = Routes.channel(job.view.watch.channelId);
      await parts.rest.patch(route, { body: { archived: false }, signal: job.signal });
      return later(CLOCKS.settle);
    } catch (error) {
      const failure = discordFailure(error);
      return failure.kind === 'archived' ? later(REFRESH_AFTER_MS) : afterFailure(failure, job);
    }
  };

  const sendBare = (failure: DiscordFailure, job: Job) => {
    refused.set(watchKey(job), job.hash);
    const fields = failure.kind === 'bad-form' ? failure.fields : [];
    log.error({ ...names(job), code: failure.code, fields }, 'Discord refused a status message');
    return job.second
      ? trouble('refused', [String(failure.code)])
      : otherWay(job, { embed: bareStatusEmbed(job.view, textsOf(job.guildId)) });
  };

  const afterFailure = async (failure: DiscordFailure, job: Job): Promise<PublishOutcome> => {
    log.debug({ ...names(job), failure }, 'a status message was not written');
    switch (failure.kind) {
      case 'message-gone':
        return otherWay(job, { messageId: null, again: job.messageId === null });
      case 'not-ours':
        return otherWay(job, { messageId: null });
      case 'archived':
        return unarchive(job);
      case 'channel-gone':
      case 'guild-gone':
        return trouble(failure.kind, [String(failure.code)]);
      case 'forbidden':
        return trouble('permission', forbiddenFacts(failure.code, job));
      case 'wrong-place':
        return trouble('refused', [String(failure.code)]);
      case 'bad-form':
      case 'filtered':
        return sendBare(failure, job);
      case 'rate-limited':
        return later(failure.retryAfterMs);
      default:
        return later(growingPause(countFailure(watchKey(job)), random));
    }
  };

  const forbiddenFacts = (code: number, job: Job): string[] => {
    const missing = parts.missingThere(job.guildId, job.view.watch.channelId) ?? [];
    return missing.length > 0 ? missing : [String(code)];
  };

  const countFailure = (key: string): number => {
    const before = failures.get(key) ?? 0;
    failures.set(key, before + 1);
    return before;
  };

  const textsOf = (guildId: string) => parts.texts.in(parts.languageOf(guildId));

  const jobFor = (guildId: string, view: StatusView, signal: AbortSignal): Job => {
    const t = textsOf(guildId);
    const hash = statusHash(view, t);
    const bare = refused.get(`${guildId}/${view.watch.id}`) === hash;
    const embed = bare ? bareStatusEmbed(view, t) : statusEmbed(view, t);
    const messageId = view.watch.message?.id ?? null;
    return { guildId, view, embed, hash, signal, messageId, second: bare, again: false };
  };

  return async (guildId, view, signal) => {
    const job = jobFor(guildId, view, signal);
    const key = watchKey(job);
    const plan = planStatus(view.watch, job.hash, now());
    if (plan.do === 'leave') {
      return { kind: 'unchanged' };
    }
    if (plan.do === 'wait') {
      return { kind: 'later', notBefore: plan.until };
    }
    if (inFlight.has(key)) {
      return later(CLOCKS.settle);
    }
    inFlight.add(key);
    try {
      const outcome = await write(job);
      if (outcome.kind === 'edited' || outcome.kind === 'posted') {
        failures.delete(key);
      }
      return outcome;
    } finally {
      inFlight.delete(key);
    }
  };
}

const watchKey = (job: Job) => `${job.guildId}/${job.view.watch.id}`;
const names = (job: Job) => ({
  guild: job.guildId,
  watch: job.view.watch.id,
  channel: job.view.watch.channelId,
});
