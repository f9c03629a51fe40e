import { type APIEmbed, type APIMessage, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { REFRESH_AFTER_MS } from '#monitor/statusPlan.ts';
import type { PublishOutcome } from '#monitor/statusView.ts';
import type { StatusMessage } from '#store/messageState.ts';
import type { ComponentRow } from './command.ts';
import { type DiscordFailure, discordFailure } from './discordFailure.ts';
import type { MissingThere, RestClient } from './gateway.ts';
import { createKeepPinned } from './keepPinned.ts';
import { CLOCKS } from './limits.ts';
import { growingPause } from './pauses.ts';
import { EDIT_NEEDS, PIN_NEEDS } from './permissions.ts';
import { pinQuietly, postContent, requestOf, statusNonce } from './postStatus.ts';
import { type GraphToShow, graphIn, ofNewMessage, withoutPicture } from './shownGraph.ts';

/** One status message to be written, of one server or of several. */
export type StatusJob = {
  guildId: string;
  channelId: string;
  /** What the message is for, unique in its guild: for the log, the nonce and the memory of failures. */
  name: string;
  embeds: APIEmbed[];
  /** What is written when Discord refuses `embeds`: without a word of strangers. */
  bare: APIEmbed[];
  /** What stands below either. */
  components: ComponentRow[];
  /** The picture in either; null = none. */
  graph: GraphToShow | null;
  hash: string;
  signal: AbortSignal;
  /** The message to edit; null = post one. */
  message: StatusMessage | null;
  /** Failures in a row before this one. */
  failures: number;
};

type Way = StatusJob & {
  /** The message that a new one replaces, named by its nonce. */
  replaced: string;
  /** True when a first try already failed and this is the other way: there is no third. */
  second: boolean;
  /** True when a repeated nonce gave a message that is gone: the next one needs another. */
  again: boolean;
};

export type WriterParts = {
  rest: RestClient;
  /** The bot's own user id; null before the gateway is ready. */
  botId: () => string | null;
  missingThere: MissingThere;
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
  const keepPinned = createKeepPinned(parts);
  const later = (ms: number): PublishOutcome => ({ kind: 'later', notBefore: now() + ms });

  const edit = async (way: Way, before: StatusMessage): Promise<PublishOutcome> => {
    const { guildId, channelId, embeds, graph, hash, signal } = way;
    const missing = parts.missingThere(guildId, channelId, () => [...EDIT_NEEDS]) ?? [];
    if (missing.length > 0) {
      return trouble('permission', missing);
    }
    const route = Routes.channelMessage(channelId, before.id);
    const shown = (await rest.patch(route, { ...requestOf(way), signal })) as APIMessage;
    const at = now();
    // Without the permission an edit is answered with 200 and loses its embeds (section 5, rule 2).
    if (shown.embeds.length < embeds.length) {
      return trouble('permission', ['EmbedLinks']);
    }
    const edited = { guildId, channelId, before, isPinned: shown.pinned, signal };
    return { kind: 'edited', hash, at, ...graphIn(graph, shown), ...(await keepPinned(edited)) };
  };

  const post = async (way: Way): Promise<PublishOutcome> => {
    const { guildId, channelId, embeds, components, hash, signal } = way;
    const graph = ofNewMessage(way.graph);
    const missing = parts.missingThere(guildId, channelId) ?? [];
    if (missing.some((name) => !PIN_NEEDS.some((need) => need === name))) {
      return trouble('permission', missing);
    }
    const nonce = statusNonce([guildId, channelId, way.name, way.replaced, way.again ? '2' : '']);
    const content = { embeds, components, graph };
    const shown = await postContent(rest, channelId, content, nonce, signal);
    const pinning = await pinQuietly(parts, channelId, shown.id, signal);
    const pin = {
      pinned: pinning === 'pinned',
      pinProblem: pinning === 'full' ? pinning : null,
    } as const;
    const written = { hash, at: now(), ...graphIn(graph, shown) };
    return { kind: 'posted', messageId: shown.id, ...pin, ...written };
  };

  const write = async (way: Way): Promise<PublishOutcome> => {
    try {
      return await (way.message === null ? post(way) : edit(way, way.message));
    } catch (error) {
      return await afterFailure(discordFailure(error), way);
    }
  };

  const otherWay = async (way: Way, change: Partial<Way>): Promise<PublishOutcome> =>
    way.second ? later(REFRESH_AFTER_MS) : write({ ...way, ...change, second: true });

  /** The edit itself follows with the next call: not within two seconds (section 9). */
  const unarchive = async (way: Way): Promise<PublishOutcome> => {
    const route = Routes.channel(way.channelId);
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
    if (way.graph !== null && !way.second && fields.some((field) => field.includes('.image'))) {
      return otherWay(way, { graph: null });
    }
    log.error({ ...names(way), code: failure.code, fields }, 'Discord refused a status message');
    onRefused(way);
    return way.embeds === way.bare || way.second
      ? trouble('refused', [String(failure.code)])
      : otherWay(way, { embeds: way.bare, graph: withoutPicture(way.graph) });
  };

  const forbidden = async (code: number, way: Way): Promise<PublishOutcome> => {
    const { guildId, channelId, graph } = way;
    if (graph?.file && !way.second) {
      return otherWay(way, { graph: withoutPicture(graph) });
    }
    const missing = parts.missingThere(guildId, channelId) ?? [];
    return trouble('permission', missing.length > 0 ? missing : [String(code)]);
  };

  const afterFailure = async (failure: DiscordFailure, way: Way): Promise<PublishOutcome> => {
    log.debug({ ...names(way), failure }, 'a status message was not written');
    switch (failure.kind) {
      case 'message-gone':
        return otherWay(way, { message: null, again: way.message === null });
      case 'not-ours':
        return otherWay(way, { message: null });
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

  return (job) => write({ ...job, replaced: job.message?.id ?? '', second: false, again: false });
}

type Trouble = Extract<PublishOutcome, { kind: 'trouble' }>;

const trouble = (kind: Trouble['trouble'], facts: string[]): Trouble => ({
  kind: 'trouble',
  trouble: kind,
  facts,
});

const names = ({ guildId, channelId, name }: StatusJob) => ({
  guild: guildId,
  channel: channelId,
  status: name,
});
