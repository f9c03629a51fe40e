import { ApiError, type ApiErrorKind } from './apiError.ts';
import type { Faults } from './faults.ts';
import type { Channel, Guild } from './guild.ts';
import type { Journal } from './journal.ts';
import type { Post } from './message.ts';
import type { Outlet } from './outlet.ts';
import { DIRECT_BITS, isWithBot } from './directs.ts';
import { bitsOf, namesOf, PERMISSION, type PermissionName } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import { findChannel, postsOf, type State } from './state.ts';

/** How this Discord wants the bot to be divided. */
export type Sharding = {
  /** What GET /gateway/bot recommends. */
  recommended: number;
  /** So many identifies in 5 s, one for each rest of a shard's number divided by it. */
  maxConcurrency: number;
  /** A shard with more guilds is refused. */
  guildsPerShard: number;
};

/** What everything that acts on this Discord gets: the state, the clock, and the ways out. */
export type World = {
  state: State;
  now: () => number;
  nextId: () => string;
  outlet: Outlet;
  journal: Journal;
  faults: Faults;
  /** How long a nonce is remembered, ms. */
  nonceWindowMs: number;
  sharding: Sharding;
  /** Address of this server, e.g. "http://127.0.0.1:40123". */
  origin: () => string;
};

/** A channel with its guild (null for a direct conversation) and what the bot may do there. */
export type Place = { guild: Guild | null; channel: Channel; bits: bigint };

/** The channel as the bot sees it. Throws 10003 when it is not there, 50001 when the bot may not view it. */
export function botPlace(world: World, channelId: string): Place {
  const found = findChannel(world.state, channelId);
  if (found === null) {
    throw new ApiError('unknownChannel');
  }
  const place = { ...found, bits: botBits(world, found) };
  if (!(place.bits & PERMISSION.VIEW_CHANNEL)) {
    throw new ApiError('missingAccess');
  }
  return place;
}

/** What the bot may do there; nothing where it is not. */
export function botBits({ state, now }: World, { guild, channel }: Omit<Place, 'bits'>): bigint {
  if (guild === null) {
    return isWithBot(channel) ? DIRECT_BITS : 0n;
  }
  const member = guild.members.get(state.bot.id);
  return member === undefined ? 0n : channelPermissions(guild, channel, member, now());
}

/** The guild of a place. Throws 50024 in a direct conversation: what needs a guild is not done there. */
export function needGuild({ guild }: Place): Guild {
  if (guild === null) {
    throw new ApiError('wrongChannelType');
  }
  return guild;
}

/** Throws `kind` (50013 unless said otherwise) and notes what was missing, when a permission is not there. */
export function demand(
  world: World,
  place: Place,
  names: readonly PermissionName[],
  kind: ApiErrorKind = 'missingPermissions',
): void {
  const missing = namesOf(bitsOf(names) & ~place.bits);
  if (missing.length > 0) {
    world.journal.note(`the bot lacks ${missing.join(', ')} in #${place.channel.name}`);
    throw new ApiError(kind);
  }
}

/** A message of the channel that is not ephemeral, or null. */
export function findPost(world: World, channelId: string, messageId: string): Post | null {
  const post = postsOf(world.state, channelId).find(({ message }) => message.id === messageId);
  return post === undefined || post.visibleTo !== null ? null : post;
}

/** A message of the channel. Throws 10008 when it is gone or ephemeral (spec sandbox 4.7). */
export function needPost(world: World, channelId: string, messageId: string): Post {
  const post = findPost(world, channelId, messageId);
  if (post === null) {
    throw new ApiError('unknownMessage');
  }
  return post;
}
