import { type APIEmbed, type APIMessage, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { REFRESH_AFTER_MS } from '#monitor/statusPlan.ts';
import type { PublishOutcome, StatusView } from '#monitor/statusView.ts';
import { type DiscordFailure, discordFailure } from './discordFailure.ts';
import type { RestClient } from './gateway.ts';
import { CLOCKS } from './limits.ts';
import { growingPause } from './pauses.ts';
import { PIN_NEEDS } from './permissions.ts';
import { NO_MENTIONS, pinQuietly, postEmbed, statusNonce } from './postStatus.ts';

/** One status message to be written. */
export type StatusJob = {
  guildId: string;
  view: StatusView;
  embed: APIEmbed;
  /** What is written when Discord refuses `embed`: without a word of strangers. */
  bare: APIEmbed;
  hash: string;
  signal: AbortSignal;
  /** The message to edit; null = post one. */
  messageId: string | null;
  /** Failures in a row before this one. */
  failures: number;
};

type Way = StatusJob & {
  /** True when a first try already failed and this is the other way: there is no third. */
  second: boolean;
  /** True when a repeated nonce gave a message that is gone: the next one needs another. */
  again: boolean;
};

export type WriterParts = {
  rest: RestClient;
  /** The bot's own user id; null before the gateway is ready. */
  botId: () => string | null;
  /** Permissions missing for a status message there, by name; null when the cache does not know. */
  missingThere: (guildId: string, channelId: string) => string[] | null;
  now: () => number;
  random?: () => number;
  log: Logger;
};

/**
 * Makes the function that writes one status message and says what became of it: each of Discord's refusals has its own
 * consequence (spec discord section 8, column "status message"). `onRefused` hears of content that must never be sent again.
 */
export function createStatusWriter(
  parts: WriterParts,
  onRefused: (job: StatusJob) => void,
): (job: StatusJob) => Promise<PublishOutcome> {
  const { rest, now, log, random = Math.random } = parts;
  const later = (ms: number): PublishOutcome => ({ kind: 'later', notBefore: now() + ms });

  const edit = async (way: Way, messageId: string): Promise<PublishOutcome> => {
    const body = { embeds: [way.embed], allowed_mentions: { ...NO_MENTIONS } };
    const route = Routes.channelMessage(way.view.watch.channelId, messageId);
    const shown = (await rest.patch(route, { body, signal: way.signal })) as APIMessage;
    // Without the permission an edit is answered with 200 and loses its embeds (section 5, rule 2).
    return shown.embeds.length < body.embeds.length
      ? trouble('permission', ['EmbedLinks'])
      : { kind: 'edited', hash: way.hash, at: now() };
  };

  const post = async (way: Way): Promise<PublishOutcome> => {
    const { watch } = way.view;
    const missing = parts.missingThere(way.guildId, watch.channelId) ?? [];
    if (missing.some((name) => !PIN_NEEDS.some((need) => need === name))) {
      return trouble('permission', missing);
    }
    const nonce = statusNonce(way.guildId, watch, way.again);
    const message = await postEmbed(rest, watch.channelId, way.embed, nonce, way.signal);
    const pinned = await pinQuietly(parts, watch.channelId, message.id, way.signal);
    return { kind: 'posted', messageId: message.id, pinned, hash: way.hash, at: now() };
  };

  const write = async (way: Way): Promise<PublishOutcome> => {
    try {
      return await (way.messageId === null ? post(way) : edit(way, way.messageId));
    } catch (error) {
      return await afterFailure(discordFailure(error), way);
    }
  };

  const otherWay = async (way: Way, change: Partial<Way>): Promise<PublishOutcome> =>
    way.second ? later(REFRESH_AFTER_MS) : write({ ...way, ...change, second: true });

  /** The edit itself follows with the next call: not within two seconds (section 9). */
  const unarchive = async (way: Way): Promise<PublishOutcome> => {
    const route = Routes.channel(way.view.watch.channelId);
    try {
      await rest.patch(route, { body: { archived: false }, signal: way.signal });
      return later(CLOCKS.settle);
    } catch (error) {
      const failure = discordFailure(error);
      return failure.kind === 'archived' ? later(REFRESH_AFTER_MS) : afterFailure(failure, way);
    }
  };

  const refused = async (failure: DiscordFailure, way: Way): Promise<PublishOutcome> => {
    const fields = failure.kind === 'bad-form' ? failure.fields : [];
    log.error({ ...names(way), code: failure.code, fields }, 'Discord refused a status message');
    onRefused(way);
    return way.embed === way.bare || way.second
      ? trouble('refused', [String(failure.code)])
      : otherWay(way, { embed: way.bare });
  };

  const forbidden = (code: number, { guildId, view }: Way): PublishOutcome => {
    const missing = parts.missingThere(guildId, view.watch.channelId) ?? [];
    return trouble('permission', missing.length > 0 ? missing : [String(code)]);
  };

  const afterFailure = async (failure: DiscordFailure, way: Way): Promise<PublishOutcome> => {
    log.debug({ ...names(way), failure }, 'a status message was not written');
    switch (failure.kind) {
      case 'message-gone':
        return otherWay(way, { messageId: null, again: way.messageId === null });
      case 'not-ours':
        return otherWay(way, { messageId: null });
      case 'archived':
        return unarchive(way);
      case 'channel-gone':
      case 'guild-gone':
        return trouble(failure.kind, [String(failure.code)]);
      case 'forbidden':
        return forbidden(failure.code, way);
      case 'wrong-place':
        return trouble('refused', [String(failure.code)]);
      case 'bad-form':
      case 'filtered':
        return refused(failure, way);
      case 'rate-limited':
        return later(failure.retryAfterMs);
      default:
        return later(growingPause(way.failures, random));
    }
  };

  return (job) => write({ ...job, second: false, again: false });
}

type Trouble = Extract<PublishOutcome, { kind: 'trouble' }>;

const trouble = (kind: Trouble['trouble'], facts: string[]): Trouble => ({
  kind: 'trouble',
  trouble: kind,
  facts,
});

const names = ({ guildId, view }: StatusJob) => ({
  guild: guildId,
  watch: view.watch.id,
  channel: view.watch.channelId,
});
