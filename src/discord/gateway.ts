import {
  type ChannelType,
  Client,
  Events,
  GatewayIntentBits,
  Options,
  type RateLimitData,
  type REST,
  RESTEvents,
  Status,
} from 'discord.js';
import { type ShardScope, shardOf } from '#store/shardScope.ts';
import { ConnectionError, type ConnectionProblem } from './connectionError.ts';
import { type GatewayEvents, listen } from './gatewayEvents.ts';
import {
  CLOCKS,
  FATAL_CLOSES,
  REFUSED_REQUESTS,
  REQUEST_REPEATS,
  REQUESTS_PER_SECOND,
} from './limits.ts';
import { missingPermissions, type PermissionName, statusNeeds } from './permissions.ts';
import { createSightOf, type SightOf } from './personSight.ts';
import { createRefusalBreaker } from './refusedRequests.ts';

/** The REST calls the bot makes besides interactions; they carry an AbortSignal (J13). */
export type RestClient = Pick<REST, 'get' | 'post' | 'patch' | 'put' | 'delete'>;

type GatewayOptions = GatewayEvents & {
  token: string;
  /** Without the version, such as https://discord.com/api. */
  apiUrl: string;
  /** Called once when the connection is gone for good: the process has to end (J1, J3). */
  onFatal: (reason: string) => void;
  /** Clock in ms. */
  now?: () => number;
  requestsPerSecond?: number;
  /** Is told of every answer of the API; `scope` of a 429 is "user", "global" or "shared". */
  onAnswer?: (answer: { method: string; status: number; scope: string | null }) => void;
  /** The shards of this process and how many all have; null or absent = all, as many as Discord recommends. */
  shards?: ShardScope | null;
};

/** Names of the permissions that `needs` asks for and that are missing; null when the cache does not know the channel. */
export type MissingThere = (
  guildId: string,
  channelId: string,
  needs?: (kind: ChannelType) => PermissionName[],
) => string[] | null;

/** A channel as it is now. */
export type ChannelThere = { kind: ChannelType; name: string };

export type Gateway = {
  rest: RestClient;
  applicationId: string;
  /** The bot's own user id. */
  botId: string;
  /** Guilds that are there now. */
  guildIds: () => string[];
  /** Whether the bot is no member of that guild; it is one also while the guild is out of order, or its shard away. */
  isGone: (guildId: string) => boolean;
  /** Discord's locale of a guild. */
  localeOf: (guildId: string) => string;
  /** Permissions missing there, from the cache: for a status message, or for what is named. */
  missingThere: MissingThere;
  /** What the cache says of a channel; null when it does not know it. */
  channelThere: (guildId: string, channelId: string) => ChannelThere | null;
  sightOf: SightOf;
  /** The name or address of the machine that the connection goes to. */
  host: string;
  /** Whether every shard has its session. */
  isReady: () => boolean;
  /** Whether none is away that had one; at the start, whether the first has one. */
  isWell: () => boolean;
  /** Whether any shard has: then it is not the network that is gone. */
  isReachable: () => boolean;
  /** How long Discord took to answer the last heartbeat, ms; null before the first answer. */
  pingMs: () => number | null;
  close: () => Promise<void>;
};

const AUTHENTICATION_FAILED = 4004;
/** Invalid shard, sharding required. */
const SHARD_CLOSES = [4010, 4011];

/** Messages and channel names; not pins, which are worth waiting for. */
const REQUEUED = /^\/channels\/:id(\/messages(\/:id)?)?$/;

/** Waits that would block a channel's queue are given back to us instead (J7): we requeue the newest content. */
function rejectOnRateLimit(data: RateLimitData): boolean {
  const wait = Math.max(data.retryAfter, data.sublimitTimeout);
  return REQUEUED.test(data.route) && wait > CLOCKS.patience;
}

function createClient(options: GatewayOptions): Client {
  const { apiUrl, requestsPerSecond = REQUESTS_PER_SECOND, shards = null } = options;
  const self = {
    maxSize: 0,
    keepOverLimit: (thing: { id: string; client: Client }) => thing.id === thing.client.user?.id,
  };
  return new Client({
    intents: [GatewayIntentBits.Guilds],
    ...(shards === null
      ? { shards: 'auto' as const }
      : { shards: [...shards.ids], shardCount: shards.count }),
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({
      MessageManager: 0,
      GuildMemberManager: self,
      UserManager: self,
    }),
    rest: {
      api: apiUrl,
      version: '10',
      retries: REQUEST_REPEATS,
      timeout: CLOCKS.request,
      globalRequestsPerSecond: requestsPerSecond,
      invalidRequestWarningInterval: REFUSED_REQUESTS.warn,
      rejectOnRateLimit,
    },
  });
}

/**
 * Connects to Discord with the Guilds intent and hands on what happens there. Resolves when the first shard has its session: the
 * others identify 5 s apart, and guilds follow through `onGuild`. Throws ConnectionError when the login does not succeed.
 */
export async function connectDiscord(options: GatewayOptions): Promise<Gateway> {
  const client = createClient(options);
  const { most } = REFUSED_REQUESTS;
  const { log, now = Date.now } = options;
  const { onAnswer } = options;
  if (onAnswer !== undefined) {
    client.rest.on(RESTEvents.Response, ({ method }, { status, headers }) =>
      onAnswer({ method, status, scope: headers.get('x-ratelimit-scope') }),
    );
  }
  const rest = createRefusalBreaker({ rest: client.rest, most, now, log });
  let open = false;
  let ended = false;
  const fatal = (reason: string): void => {
    if (open && !ended) {
      ended = true;
      options.onFatal(reason);
    }
  };
  listen(client, options, fatal);
  let closedWith: number | null = null;
  client.on(Events.ShardDisconnect, (close) => {
    closedWith = close.code;
  });
  const login = client.login(options.token);
  try {
    await Promise.race([login, firstSession(client)]);
  } catch (error) {
    await client.destroy();
    throw new ConnectionError(loginProblem(error, closedWith), { cause: error });
  }
  login.catch((error: unknown) => {
    log.debug({ err: error }, 'a shard could not log in');
    fatal(new ConnectionError(loginProblem(error, closedWith)).message);
  });
  open = true;
  const { application, user } = client;
  if (application === null || user === null) {
    await client.destroy();
    throw new ConnectionError('failed');
  }
  return {
    rest,
    applicationId: application.id,
    botId: user.id,
    guildIds: () => [...client.guilds.cache.filter((guild) => guild.available).keys()],
    isGone: (guildId) => isServed(client, guildId) && !client.guilds.cache.has(guildId),
    localeOf: (guildId) => client.guilds.cache.get(guildId)?.preferredLocale ?? 'en-US',
    missingThere: (guildId, channelId, needs = statusNeeds) => {
      const { channel, me } = placeIn(client, guildId, channelId);
      return channel && me
        ? missingPermissions(channel.permissionsFor(me), needs(channel.type))
        : null;
    },
    channelThere: (guildId, channelId) => {
      const { channel } = placeIn(client, guildId, channelId);
      return channel ? { kind: channel.type, name: channel.name } : null;
    },
    sightOf: createSightOf(client),
    host: new URL(client.ws.gateway ?? options.apiUrl).hostname,
    isReady: () => isUp(client) && !ended,
    isWell: () => (client.isReady() ? isUp(client) : isReachable(client)) && !ended,
    isReachable: () => isReachable(client) && !ended,
    pingMs: () => (client.ws.ping < 0 ? null : Math.round(client.ws.ping)),
    close: async () => {
      ended = true;
      // Its own goodbye is no outage.
      client.removeAllListeners(Events.ShardReconnecting);
      await client.destroy();
    },
  };
}

/** Whether the shard of a guild has its session, and so has heard of all its guilds. */
const isServed = ({ ws, options }: Client, guildId: string): boolean =>
  ws.shards.get(shardOf(guildId, options.shardCount ?? 1))?.status === Status.Ready;

/** Resolves when a shard has its session and its guilds. */
const firstSession = (client: Client): Promise<void> =>
  new Promise((resolve) => client.once(Events.ShardReady, () => resolve()));

/** Every shard has its session; a client that reconnects still calls itself ready. */
const isUp = (client: Client): boolean =>
  client.isReady() && client.ws.shards.every((shard) => shard.status === Status.Ready);

const isReachable = ({ ws }: Client): boolean =>
  ws.shards.some((shard) => shard.status === Status.Ready);

/** Told by the code of the close, of Discord's answer or of discord.js's own error. */
function loginProblem(error: unknown, closedWith: number | null): ConnectionProblem {
  if (closedWith === AUTHENTICATION_FAILED || codesOf(error).includes('TokenInvalid')) {
    return 'token-refused';
  }
  if (closedWith !== null && SHARD_CLOSES.includes(closedWith)) {
    return 'shards-refused';
  }
  return closedWith !== null && FATAL_CLOSES.includes(closedWith) ? 'intents-refused' : 'failed';
}

const codesOf = (error: unknown): string[] =>
  error instanceof Error && 'code' in error ? [String(error.code)] : [];

/** The channel and the bot's own member there, as far as the cache knows them. */
function placeIn(client: Client, guildId: string, channelId: string) {
  const guild = client.guilds.cache.get(guildId);
  return { channel: guild?.channels.cache.get(channelId), me: guild?.members.me };
}
