import { MessageCreateRequestSchema, MessageEditRequestPartialSchema } from 'discord-api-spec/zod';
import { ApiError } from './apiError.ts';
import { type Answer, type Call, type Handlers, limitOf, NO_CONTENT, ok } from './call.ts';
import { demandReachable } from './directs.ts';
import { CHANNEL_TYPE, isThread } from './guild.ts';
import type { MessageForm } from './messageForm.ts';
import { readMessageForm } from './messageRules.ts';
import { PERMISSION } from './permissionBits.ts';
import { createPost, deletePost, editPost, withAllFiles } from './posting.ts';
import { postsOf } from './state.ts';
import { botPlace, demand, findPost, needPost, type Place, type World } from './world.ts';

/** Messages of channels (spec sandbox section 3). */
export const messageRoutes: Handlers = {
  'GET /channels/:channel/messages': list,
  'POST /channels/:channel/messages': send,
  'GET /channels/:channel/messages/:message': (call, channelId, messageId) => {
    const place = botPlace(call.world, channelId);
    demand(call.world, place, ['READ_MESSAGE_HISTORY']);
    return ok(needPost(call.world, channelId, messageId).message);
  },
  'PATCH /channels/:channel/messages/:message': edit,
  'DELETE /channels/:channel/messages/:message': remove,
};

function list(call: Call, channelId: string): Answer {
  const limit = limitOf(call, { most: 100, usual: 50 });
  const place = botPlace(call.world, channelId);
  if (!(place.bits & PERMISSION.READ_MESSAGE_HISTORY)) {
    return ok([]);
  }
  const messages = postsOf(call.world.state, channelId)
    .filter((post) => post.visibleTo === null)
    .map((post) => post.message);
  const before = call.query.get('before');
  const after = call.query.get('after');
  const around = call.query.get('around');
  if (after !== null) {
    const newer = messages.filter((message) => BigInt(message.id) > BigInt(after));
    return ok(newer.slice(0, limit).reverse());
  }
  const end = around === null ? before : middleEnd(messages, around, limit);
  const older = messages.filter((message) => end === null || BigInt(message.id) < BigInt(end));
  return ok(older.slice(-limit).reverse());
}

/** The id before which the list ends when `around` stands in its middle; null = the newest. */
function middleEnd(messages: readonly { id: string }[], around: string, limit: number) {
  const at = messages.findIndex((message) => BigInt(message.id) >= BigInt(around));
  return at < 0 ? null : (messages[at + Math.floor(limit / 2) + 1]?.id ?? null);
}

function send(call: Call, channelId: string): Answer {
  const { world } = call;
  const place = botPlace(world, channelId);
  demandSending(world, place);
  const form = readMessageForm(call.body, {
    schema: MessageCreateRequestSchema,
    files: call.files,
    before: null,
  });
  const repeated = repeatOf(world, form);
  if (repeated !== null) {
    world.journal.note(`nonce ${form.nonce} again: nothing posted`);
    return ok(needPost(world, repeated.channelId, repeated.messageId).message);
  }
  if (form.message_reference && form.message_reference.fail_if_not_exists !== false) {
    if (findPost(world, channelId, form.message_reference.message_id) === null) {
      throw new ApiError('invalidForm', {
        errors: {
          message_reference: {
            _errors: [{ code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' }],
          },
        },
      });
    }
  }
  const embedsAllowed = demandParts(world, place, form, call.files.length);
  const { message } = createPost(world, place, form, {
    author: world.state.bot,
    files: call.files,
    embedsAllowed,
    mentionsByDefault: 'everything',
  });
  if (form.nonce !== undefined && form.nonce !== null) {
    world.state.nonces.set(String(form.nonce), {
      channelId,
      messageId: message.id,
      at: world.now(),
    });
  }
  return ok(message);
}

/** The message that this nonce already made, when the bot asked for that (discord section 5, rule 7). */
function repeatOf(world: World, form: MessageForm) {
  if (form.enforce_nonce !== true || form.nonce === undefined || form.nonce === null) {
    return null;
  }
  const known = world.state.nonces.get(String(form.nonce));
  return known !== undefined && world.now() - known.at < world.nonceWindowMs ? known : null;
}

/** Throws when nothing can be sent here: 50007 or 50278 to a person, 50008 in a forum, 50013 without the permission, 160005 in a locked thread. */
function demandSending(world: World, place: Place): void {
  const { channel } = place;
  if (place.guild === null) {
    demandReachable(world.state, channel);
    return;
  }
  if (
    ([CHANNEL_TYPE.forum, CHANNEL_TYPE.media, CHANNEL_TYPE.category] as number[]).includes(
      channel.type,
    )
  ) {
    throw new ApiError('notTextChannel');
  }
  demand(world, place, [isThread(channel) ? 'SEND_MESSAGES_IN_THREADS' : 'SEND_MESSAGES']);
  if (channel.thread_metadata?.locked) {
    demand(world, place, ['MANAGE_THREADS'], 'threadLocked');
  }
}

/** Throws 50013 for files, or for nothing but embeds, that may not be sent. Gives whether embeds are shown. */
export function demandParts(
  world: World,
  place: Place,
  form: MessageForm,
  fileCount: number,
): boolean {
  if (fileCount > 0) {
    demand(world, place, ['ATTACH_FILES']);
  }
  const embedsAllowed = (place.bits & PERMISSION.EMBED_LINKS) !== 0n;
  const other = (form.content ?? '') !== '' || fileCount > 0 || (form.components ?? []).length > 0;
  if ((form.embeds ?? []).length > 0 && !embedsAllowed) {
    world.journal.note(`the bot lacks EMBED_LINKS in #${place.channel.name}: embeds are not shown`);
    if (!other) {
      throw new ApiError('missingPermissions');
    }
  }
  return embedsAllowed;
}

function edit(call: Call, channelId: string, messageId: string): Answer {
  const { world } = call;
  const place = botPlace(world, channelId);
  const post = needPost(world, channelId, messageId);
  if (post.message.author.id !== world.state.bot.id) {
    throw new ApiError('notAuthor');
  }
  demandAwake(world, place);
  const form = readMessageForm(call.body, {
    schema: MessageEditRequestPartialSchema,
    files: call.files,
    before: withAllFiles(post),
  });
  if (call.files.length > 0) {
    demand(world, place, ['ATTACH_FILES']);
  }
  const embedsAllowed = (place.bits & PERMISSION.EMBED_LINKS) !== 0n;
  if (!embedsAllowed) {
    world.journal.note(`edit without EMBED_LINKS in #${place.channel.name}: embeds are dropped`);
  }
  editPost(world, place, post, form, {
    author: world.state.bot,
    files: call.files,
    embedsAllowed,
    mentionsByDefault: 'everything',
  });
  return ok(post.message);
}

function remove(call: Call, channelId: string, messageId: string): Answer {
  const { world } = call;
  const place = botPlace(world, channelId);
  const post = needPost(world, channelId, messageId);
  demandAwake(world, place);
  if (post.message.author.id !== world.state.bot.id) {
    demand(world, place, ['MANAGE_MESSAGES']);
  }
  deletePost(world, place, post);
  return NO_CONTENT;
}

/** Throws 50083 in an archived thread, 160005 in a locked one that the bot does not manage. */
export function demandAwake(world: World, place: Place): void {
  const thread = place.channel.thread_metadata;
  if (thread?.archived) {
    throw new ApiError('threadArchived');
  }
  if (thread?.locked) {
    demand(world, place, ['MANAGE_THREADS'], 'threadLocked');
  }
}
