import { createHash } from 'node:crypto';
import {
  type APIEmbed,
  type APIMessage,
  MessageType,
  type RESTPostAPIChannelMessageJSONBody,
  Routes,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Watch } from '#store/guildDocument.ts';
import type { RestClient } from './gateway.ts';
import { LIMITS } from './limits.ts';

/** Mentions nobody; in the body of every message we write, because an edit without it parses everything. */
export const NO_MENTIONS = { parse: [] };

const RECENT = 5;

/**
 * Discord gives the first message back when one is posted twice with a nonce (a crash before it was saved). It names the
 * message that is replaced, so a new one after a deletion has a nonce of its own; `again` makes one more.
 */
export function statusNonce(guildId: string, watch: Watch, again: boolean): string {
  const name = [guildId, watch.id, watch.createdAt, watch.message?.id ?? '', again ? '2' : ''];
  const digest = createHash('sha256').update(name.join('/')).digest('base64url');
  return digest.slice(0, LIMITS.nonce - 1);
}

/** Posts the embed. Throws what the REST client throws. */
export async function postEmbed(
  rest: RestClient,
  channelId: string,
  embed: APIEmbed,
  nonce: string,
  signal: AbortSignal,
): Promise<APIMessage> {
  const body: RESTPostAPIChannelMessageJSONBody = {
    embeds: [embed],
    nonce,
    enforce_nonce: true,
    allowed_mentions: { ...NO_MENTIONS },
  };
  return (await rest.post(Routes.channelMessages(channelId), { body, signal })) as APIMessage;
}

/**
 * Pins the message and takes away the line "... pinned a message" that Discord writes about it. False when it could not be
 * pinned: the status is worth having all the same.
 */
export async function pinQuietly(
  parts: { rest: RestClient; log: Logger; botId: () => string | null },
  channelId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { rest, log } = parts;
  const where = { channel: channelId, message: messageId };
  try {
    await rest.put(Routes.channelMessagesPin(channelId, messageId), { signal });
  } catch (error) {
    log.warn({ ...where, err: error }, 'a status message could not be pinned');
    return false;
  }
  try {
    await removePinLine(parts, channelId, messageId, signal);
  } catch (error) {
    log.debug({ ...where, err: error }, 'the line about the pin stays');
  }
  return true;
}

/** The line has no event and no id in the answer: it is looked for among the latest messages (spec discord section 5). */
async function removePinLine(
  { rest, botId }: { rest: RestClient; botId: () => string | null },
  channelId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({ limit: String(RECENT) });
  const route = Routes.channelMessages(channelId);
  const latest = (await rest.get(route, { query, signal })) as APIMessage[];
  const line = latest.find(
    (message) =>
      message.type === MessageType.ChannelPinnedMessage &&
      message.author.id === botId() &&
      message.message_reference?.message_id === messageId,
  );
  if (line !== undefined) {
    await rest.delete(Routes.channelMessage(channelId, line.id), { signal });
  }
}
