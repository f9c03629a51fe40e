import { ApiError } from './apiError.ts';
import { type Answer, type Call, type Handlers, limitOf, NO_CONTENT, ok } from './call.ts';
import { CHANNEL_TYPE, type User } from './guild.ts';
import { MESSAGE_TYPE, type Post } from './message.ts';
import { demandAwake } from './messageRoutes.ts';
import { PERMISSION } from './permissionBits.ts';
import { createPost } from './posting.ts';
import { tellMessage } from './postTelling.ts';
import { postsOf } from './state.ts';
import { messageEvent } from './wire.ts';
import { botPlace, demand, findPost, needPost, type Place, type World } from './world.ts';

const MOST_PINS = 250;

/** Pins (spec discord section 5, rules 4-6). */
export const pinRoutes: Handlers = {
  'GET /channels/:channel/messages/pins': list,
  'PUT /channels/:channel/messages/pins/:message': pin,
  'DELETE /channels/:channel/messages/pins/:message': unpin,
};

function list(call: Call, channelId: string): Answer {
  const limit = limitOf(call, { most: 50, usual: 50 });
  const place = botPlace(call.world, channelId);
  if (!(place.bits & PERMISSION.READ_MESSAGE_HISTORY)) {
    return ok({ items: [], has_more: false });
  }
  const before = call.query.get('before');
  const pinned = pinsOf(call.world, channelId).filter(
    ({ pinned_at }) => before === null || Date.parse(pinned_at) < Date.parse(before),
  );
  return ok({ items: pinned.slice(0, limit), has_more: pinned.length > limit });
}

/** The pins of a channel, newest first. */
function pinsOf(world: World, channelId: string) {
  return postsOf(world.state, channelId)
    .flatMap((post) =>
      post.pinnedAt === null ? [] : [{ pinned_at: post.pinnedAt, message: post.message }],
    )
    .sort((a, b) => Date.parse(b.pinned_at) - Date.parse(a.pinned_at));
}

function pin(call: Call, channelId: string, messageId: string): Answer {
  const { world } = call;
  const place = botPlace(world, channelId);
  if (place.channel.type === CHANNEL_TYPE.voice) {
    throw new ApiError('wrongChannelType');
  }
  demand(world, place, ['READ_MESSAGE_HISTORY', 'PIN_MESSAGES']);
  const post = findPost(world, channelId, messageId);
  if (post === null) {
    throw new ApiError(isElsewhere(world, messageId) ? 'pinElsewhere' : 'unknownMessage');
  }
  demandAwake(world, place);
  if (post.message.type !== MESSAGE_TYPE.default && post.message.type < MESSAGE_TYPE.reply) {
    throw new ApiError('systemMessage');
  }
  if (post.pinnedAt === null) {
    if (pinsOf(world, channelId).length >= MOST_PINS) {
      throw new ApiError('maximumPins');
    }
    pinPost(world, place, post, world.state.bot);
  }
  return NO_CONTENT;
}

function unpin(call: Call, channelId: string, messageId: string): Answer {
  const { world } = call;
  const place = botPlace(world, channelId);
  demand(world, place, ['READ_MESSAGE_HISTORY', 'PIN_MESSAGES']);
  demandAwake(world, place);
  setPinned(world, place, needPost(world, channelId, messageId), false);
  return NO_CONTENT;
}

/** Pins a message and posts the "pinned a message" line (type 6) that Discord adds. */
export function pinPost(world: World, place: Place, post: Post, by: User): void {
  setPinned(world, place, post, true);
  createPost(
    world,
    place,
    { message_reference: { message_id: post.message.id }, allowed_mentions: { parse: [] } },
    {
      author: by,
      files: [],
      embedsAllowed: true,
      mentionsByDefault: 'users',
      type: MESSAGE_TYPE.pinned,
    },
  );
}

/** Changes whether a message is pinned, and tells. Does nothing when it already is so. */
export function setPinned(world: World, place: Place, post: Post, pinned: boolean): void {
  if (post.message.pinned === pinned) {
    return;
  }
  const at = new Date(world.now()).toISOString();
  post.pinnedAt = pinned ? at : null;
  post.message = { ...post.message, pinned };
  place.channel.last_pin_timestamp = pinned ? at : place.channel.last_pin_timestamp;
  world.outlet.dispatch({
    name: 'CHANNEL_PINS_UPDATE',
    guildId: place.guild?.id ?? null,
    data: {
      ...(place.guild === null ? {} : { guild_id: place.guild.id }),
      channel_id: place.channel.id,
      last_pin_timestamp: place.channel.last_pin_timestamp,
    },
  });
  world.outlet.dispatch({
    name: 'MESSAGE_UPDATE',
    guildId: place.guild?.id ?? null,
    data: messageEvent(place.guild, post),
  });
  tellMessage(world, post, 'edited');
  world.outlet.tell({ kind: 'pins', channelId: place.channel.id });
}

function isElsewhere(world: World, messageId: string): boolean {
  return [...world.state.posts.values()].some((posts) =>
    posts.some(({ message, visibleTo }) => message.id === messageId && visibleTo === null),
  );
}
