import { createHash } from 'node:crypto';
import {
  type APIEmbed,
  type APIMessage,
  MessageType,
  type RESTPostAPIChannelMessageJSONBody,
  Routes,
} from 'discord.js';
import type { Logger } from 'pino';
import type { ComponentRow } from './command.ts';
import { discordFailure } from './discordFailure.ts';
import type { RestClient } from './gateway.ts';
import { LIMITS } from './limits.ts';
import { type GraphToShow, graphParts, withGraph } from './shownGraph.ts';

/** Mentions nobody; in the body of every message we write, because an edit without it parses everything. */
export const NO_MENTIONS = { parse: [] };

const RECENT = 5;
/** The channel has all the pins that Discord allows. */
const PINS_FULL = 30003;

/**
 * Discord gives the first message back when one is posted twice with a nonce (a crash before it was saved). `name` says what
 * the message is for and which one it replaces, so a new one after a deletion has a nonce of its own.
 */
export function statusNonce(name: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(name.join('/')).digest('base64url');
  return digest.slice(0, LIMITS.nonce - 1);
}

/** What a status message shows. */
export type StatusContent = {
  embeds: APIEmbed[];
  components: ComponentRow[];
  graph?: GraphToShow | null;
};

/** Posts it. Throws what the REST client throws. */
export async function postContent(
  rest: RestClient,
  channelId: string,
  content: StatusContent,
  nonce: string,
  signal: AbortSignal,
): Promise<APIMessage> {
  const { body: shown, ...files } = requestOf(content);
  const body: RESTPostAPIChannelMessageJSONBody = { ...shown, nonce, enforce_nonce: true };
  const route = Routes.channelMessages(channelId);
  return (await rest.post(route, { body, ...files, signal })) as APIMessage;
}

/** What a request carries to show it. Of what was attached before, nothing stays but what it names. */
export function requestOf({ embeds, components, graph = null }: StatusContent) {
  const { attachments, ...files } = graphParts(graph);
  const mentions = { allowed_mentions: { ...NO_MENTIONS } };
  const body = { embeds: withGraph(embeds, graph), components, attachments, ...mentions };
  return { body, ...files };
}

/** What became of pinning: "full" = the channel has all the pins it may have, "failed" = it was not possible just now. */
export type Pinning = 'pinned' | 'full' | 'failed';

/**
 * Pins the message and takes away the line "... pinned a message" that Discord writes about it. The status is worth having
 * without its pin, so nothing is thrown for what Discord answers.
 */
export async function pinQuietly(
  parts: { rest: RestClient; log: Logger; botId: () => string | null },
  channelId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<Pinning> {
  const { rest, log } = parts;
  const where = { channel: channelId, message: messageId };
  try {
    await rest.put(Routes.channelMessagesPin(channelId, messageId), { signal });
  } catch (error) {
    const failure = discordFailure(error);
    log.warn({ ...where, failure }, 'a status message could not be pinned');
    return failure.code === PINS_FULL ? 'full' : 'failed';
  }
  try {
    await removePinLine(parts, channelId, messageId, signal);
  } catch (error) {
    log.debug({ ...where, err: error }, 'the line about the pin stays');
  }
  return 'pinned';
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
