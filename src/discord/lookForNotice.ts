import { type APIMessage, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { LookForNotice } from '#monitor/statusView.ts';
import type { Notice } from '#store/noticeDocument.ts';
import { discordFailure } from './discordFailure.ts';
import type { MissingThere, RestClient } from './gateway.ts';
import { DISCORD_EPOCH, LIMITS } from './limits.ts';
import { noticeStamp } from './noticeMessage.ts';
import type { PermissionName } from './permissions.ts';
import { snowflakeTime } from './replayGuard.ts';

const NEEDS: PermissionName[] = ['ViewChannel', 'ReadMessageHistory'];
/** Our clock may be so far ahead of Discord's. */
const CLOCK_SLACK_MS = 60_000;
/** Where more was written since, it can not be said. */
const MOST_PAGES = 5;

/**
 * Makes the function that looks whether a notice stands in its channel already: among the bot's own messages since it was
 * made, by the time stamp of its embed. Discord tells no nonce and no longer remembers it (spec discord section 5).
 */
export function createLookForNotice(parts: {
  rest: RestClient;
  botId: () => string | null;
  missingThere: MissingThere;
  log: Logger;
}): LookForNotice {
  const { rest, botId, missingThere, log } = parts;

  /** Without the permission Discord shows an empty channel, not an error (section 5, rule 5); a direct channel has none. */
  const isReadable = ({ person, guildId, channelId }: Notice): boolean =>
    person !== null || missingThere(guildId, channelId, () => NEEDS)?.length === 0;

  const page = async (channelId: string, before: string | null, signal: AbortSignal) => {
    const query = new URLSearchParams({ limit: String(LIMITS.messagesPerPage) });
    if (before !== null) {
      query.set('before', before);
    }
    return (await rest.get(Routes.channelMessages(channelId), { query, signal })) as APIMessage[];
  };

  const look = async (notice: Notice, signal: AbortSignal): ReturnType<LookForNotice> => {
    const wanted = Date.parse(noticeStamp(notice));
    const oldest = notice.createdAt - CLOCK_SLACK_MS;
    let before: string | null = null;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const messages: APIMessage[] = await page(notice.channelId, before, signal);
      const found = messages.find(
        ({ author, embeds }) =>
          author.id === botId() && Date.parse(embeds[0]?.timestamp ?? '') === wanted,
      );
      if (found !== undefined) {
        return { messageId: found.id };
      }
      before = messages.at(-1)?.id ?? null;
      const reached = before === null ? DISCORD_EPOCH : snowflakeTime(before);
      if (messages.length < LIMITS.messagesPerPage || reached < oldest) {
        return null;
      }
    }
    return 'unknown';
  };

  return async (notice, signal) => {
    if (!isReadable(notice)) {
      return 'unknown';
    }
    try {
      return await look(notice, signal);
    } catch (error) {
      const failure = discordFailure(error);
      log.debug({ notice: notice.id, failure }, 'the channel could not be read for a notice');
      return 'unknown';
    }
  };
}
