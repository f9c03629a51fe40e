import { type APIMessage, type RESTPostAPIChannelMessageJSONBody, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { SendNotice, SendOutcome } from '#monitor/statusView.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Language, Texts } from '#text/texts.ts';
import { type DiscordFailure, discordFailure } from './discordFailure.ts';
import type { MissingThere, RestClient } from './gateway.ts';
import { bareNotice, noticeMessage } from './noticeMessage.ts';
import { growingPause } from './pauses.ts';
import { noticeNeeds, postNeeds } from './permissions.ts';

type Body = RESTPostAPIChannelMessageJSONBody;

export type NoticeParts = {
  rest: RestClient;
  texts: Texts;
  /** Language of a guild that has not chosen one. */
  languageOf: (guildId: string) => Language;
  missingThere: MissingThere;
  now: () => number;
  random?: () => number;
  log: Logger;
};

/** Ways to write a notice: all of it, without calling anybody, without a word of strangers. */
type NoticeForms = Record<'whole' | 'uncalling' | 'bare', () => Body>;

/** Posts a notice in its channel, its id being the nonce; never throws for what Discord answers. */
type PostNotice = (notice: Notice, forms: NoticeForms, signal: AbortSignal) => Promise<SendOutcome>;

/** Makes the function that posts a notice whole or, when Discord refuses that, once in another form. */
export function createPostNotice(
  { rest, log }: Pick<NoticeParts, 'rest' | 'log'>,
  outcomeOf: (failure: DiscordFailure, notice: Notice) => SendOutcome,
): PostNotice {
  const post = async (notice: Notice, body: Body, signal: AbortSignal): Promise<SendOutcome> => {
    const route = Routes.channelMessages(notice.channelId);
    const message = (await rest.post(route, { body, signal })) as APIMessage;
    if (message.embeds.length < (body.embeds?.length ?? 0)) {
      log.warn({ ...names(notice) }, 'a notice lost its details: the bot lacks Embed Links there');
    }
    return { kind: 'sent', messageId: message.id };
  };

  /** What to send instead; null when nothing else would help. */
  const instead = (failure: DiscordFailure, notice: Notice, forms: NoticeForms): Body | null => {
    switch (failure.kind) {
      case 'mention-gone':
        return forms.uncalling();
      case 'bad-form':
      case 'filtered':
        log.error({ ...names(notice), failure }, 'Discord refused a notice');
        return forms.bare();
      default:
        return null;
    }
  };

  return async (notice, forms, signal) => {
    try {
      return await post(notice, forms.whole(), signal);
    } catch (error) {
      const failure = discordFailure(error);
      const other = instead(failure, notice, forms);
      if (other === null) {
        return outcomeOf(failure, notice);
      }
      try {
        return await post(notice, other, signal);
      } catch (second) {
        return outcomeOf(discordFailure(second), notice);
      }
    }
  };
}

/**
 * Makes the function that sends a notice to a channel (spec discord section 8, column "notice"). What a person has to mend parks
 * it, with the reason.
 */
export function createSendNotice(parts: NoticeParts): SendNotice {
  const post = createPostNotice(parts, createNoticeOutcome(parts));
  return async (notice, language, signal) => {
    const { guildId, channelId } = notice;
    const missing = parts.missingThere(guildId, channelId, postNeeds) ?? [];
    if (missing.length > 0) {
      return { kind: 'parked', trouble: 'permission', facts: missing };
    }
    const t = parts.texts.in(language ?? parts.languageOf(guildId));
    const forms = {
      whole: () => noticeMessage(notice, t),
      uncalling: () => noticeMessage(notice, t, false),
      bare: () => bareNotice(notice, t),
    };
    return post(notice, forms, signal);
  };
}

/** Makes the function that says what becomes of a notice that Discord did not take. */
export function createNoticeOutcome({
  missingThere,
  now,
  random = Math.random,
}: Pick<NoticeParts, 'missingThere' | 'now' | 'random'>): (
  failure: DiscordFailure,
  notice: Notice,
) => SendOutcome {
  const later = (ms: number, reason: string, refused: boolean): SendOutcome => ({
    kind: 'later',
    notBefore: now() + ms,
    reason,
    ...(refused ? { refused } : {}),
  });
  return (failure, notice) => {
    const reason = `${failure.kind} ${failure.code}`;
    const code = [String(failure.code)];
    switch (failure.kind) {
      case 'message-gone':
        // A repeat of a nonce whose message was deleted meanwhile: it did arrive (section 5, rule 7).
        return { kind: 'sent', messageId: null };
      case 'rate-limited':
        return later(failure.retryAfterMs, reason, true);
      case 'unauthorised':
        return later(growingPause(notice.failures, random), reason, true);
      case 'trouble':
      case 'cut-short':
        return later(growingPause(notice.failures, random), reason, false);
      case 'forbidden': {
        const missing = missingThere(notice.guildId, notice.channelId, noticeNeeds) ?? [];
        return {
          kind: 'parked',
          trouble: 'permission',
          facts: missing.length > 0 ? missing : code,
        };
      }
      case 'channel-gone':
      case 'guild-gone':
        return { kind: 'parked', trouble: failure.kind, facts: code };
      case 'archived':
      case 'wrong-place':
        return { kind: 'parked', trouble: 'refused', facts: code };
      default:
        return { kind: 'dropped', reason };
    }
  };
}

const names = (notice: Notice) => ({
  notice: notice.id,
  guild: notice.guildId,
  channel: notice.channelId,
});
