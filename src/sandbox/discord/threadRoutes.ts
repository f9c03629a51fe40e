import {
  CreateForumThreadRequestSchema,
  CreateTextThreadWithMessageRequestSchema,
  CreateTextThreadWithoutMessageRequestSchema,
} from 'discord-api-spec/zod';
import { ApiError } from './apiError.ts';
import type { Answer, Call, Handlers } from './call.ts';
import { tellChannel } from './channelRoutes.ts';
import { formError, refuseForm } from './formErrors.ts';
import { asThread, newChannel } from './founding.ts';
import { CHANNEL_TYPE, type Channel, isThread } from './guild.ts';
import { demandParts } from './messageRoutes.ts';
import { MESSAGE_KEYS_BESIDE_SCHEMA, readMessageForm } from './messageRules.ts';
import { createPost } from './posting.ts';
import { checkSchema, isRecord } from './schemaRules.ts';
import { botPlace, demand, needGuild, needPost, type Place } from './world.ts';

const MOST_TAGS = 5;
const TAG_REQUIRED = 1 << 4;

/** Threads and forum posts (spec discord section 9). */
export const threadRoutes: Handlers = {
  'POST /channels/:channel/threads': (call, channelId) => {
    const place = botPlace(call.world, channelId);
    needGuild(place);
    const { type } = place.channel;
    return type === CHANNEL_TYPE.forum || type === CHANNEL_TYPE.media
      ? postInForum(call, place)
      : startThread(call, place);
  },
  'POST /channels/:channel/messages/:message/threads': (call, channelId, messageId) => {
    const place = botPlace(call.world, channelId);
    needGuild(place);
    demand(call.world, place, ['CREATE_PUBLIC_THREADS']);
    const post = needPost(call.world, channelId, messageId);
    const form = readThreadForm(call, CreateTextThreadWithMessageRequestSchema);
    const type =
      place.channel.type === CHANNEL_TYPE.announcement
        ? CHANNEL_TYPE.announcementThread
        : CHANNEL_TYPE.publicThread;
    return { status: 201, body: openThread(call, place, form, { id: post.message.id, type }) };
  },
};

type ThreadForm = {
  name: string;
  type?: number | null;
  auto_archive_duration?: number | null;
  applied_tags?: string[] | null;
  message?: unknown;
};

function readThreadForm(call: Call, schema: Parameters<typeof checkSchema>[0]): ThreadForm {
  const body = isRecord(call.body) ? call.body : {};
  const besideSchema = [
    'type',
    'invitable',
    ...MESSAGE_KEYS_BESIDE_SCHEMA.map((key) => `message.${key}`),
  ];
  checkSchema(schema, body, besideSchema);
  return body as ThreadForm;
}

function startThread(call: Call, place: Place): Answer {
  const { channel } = place;
  if (
    isThread(channel) ||
    channel.type === CHANNEL_TYPE.voice ||
    channel.type === CHANNEL_TYPE.category
  ) {
    throw new ApiError('wrongChannelType');
  }
  const form = readThreadForm(call, CreateTextThreadWithoutMessageRequestSchema);
  const type = form.type ?? CHANNEL_TYPE.privateThread;
  demand(call.world, place, [
    type === CHANNEL_TYPE.privateThread ? 'CREATE_PRIVATE_THREADS' : 'CREATE_PUBLIC_THREADS',
  ]);
  const thread = openThread(call, place, form, { id: call.world.nextId(), type });
  return { status: 201, body: thread };
}

function postInForum(call: Call, place: Place): Answer {
  const { world } = call;
  demand(world, place, ['SEND_MESSAGES']);
  const form = readThreadForm(call, CreateForumThreadRequestSchema);
  checkTags(place.channel, form.applied_tags ?? []);
  const message = readMessageForm(form.message, {
    schema: null,
    path: ['message'],
    files: call.files,
    before: null,
  });
  const embedsAllowed = demandParts(world, place, message, call.files.length);
  const thread = openThread(call, place, form, {
    id: world.nextId(),
    type: CHANNEL_TYPE.publicThread,
  });
  const post = createPost(world, { ...place, channel: thread }, message, {
    author: world.state.bot,
    files: call.files,
    embedsAllowed,
    mentionsByDefault: 'everything',
    extra: { id: thread.id },
  });
  return { status: 201, body: { ...thread, message: post.message } };
}

function checkTags(forum: Channel, tags: readonly string[]): void {
  const known = forum.available_tags ?? [];
  refuseForm([
    ...(tags.length > MOST_TAGS ? [formError.maxLength(['applied_tags'], MOST_TAGS)] : []),
    ...tags.flatMap((id, index) =>
      known.some((tag) => tag.id === id)
        ? []
        : [
            formError.choices(
              ['applied_tags', index],
              known.map((tag) => tag.id),
            ),
          ],
    ),
  ]);
  if (forum.flags & TAG_REQUIRED && tags.length === 0) {
    throw new ApiError('tagRequired');
  }
}

function openThread(
  call: Call,
  place: Place,
  form: ThreadForm,
  as: { id: string; type: number },
): Channel {
  const { world } = call;
  const guild = needGuild(place);
  const blank = newChannel({ ...as, guildId: guild.id, name: form.name.trim() });
  const thread = asThread(
    { ...blank, parent_id: place.channel.id },
    {
      ownerId: world.state.bot.id,
      at: world.now(),
      autoArchiveMinutes: form.auto_archive_duration ?? 4320,
    },
  );
  thread.applied_tags = form.applied_tags ?? [];
  guild.channels.set(thread.id, thread);
  tellChannel(world, thread, 'THREAD_CREATE');
  return thread;
}
