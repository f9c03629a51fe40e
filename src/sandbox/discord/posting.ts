import { dropFiles, shelfFor } from './fileShelf.ts';
import type { User } from './guild.ts';
import type { Mentions } from './mentions.ts';
import { type Attachment, MESSAGE_FLAG, MESSAGE_TYPE, type Message, type Post } from './message.ts';
import type { MessageForm, UploadedFile } from './messageForm.ts';
import { mergeAttachments, namedIn, renderComponents, renderEmbeds } from './messageParts.ts';
import { mentionsOf } from './postMentions.ts';
import { tellMessage, tellNotified } from './postTelling.ts';
import { postsOf } from './state.ts';
import { messageEvent } from './wire.ts';
import type { Place, World } from './world.ts';

/** How a message comes about, beside its form. */
export type PostingContext = {
  author: User;
  files: readonly UploadedFile[];
  /** False: embeds are left out without a word (api-docs#2601). */
  embedsAllowed: boolean;
  /** What is mentioned when the form says nothing. */
  mentionsByDefault: 'everything' | 'users';
  type?: number;
  /** Answer to an interaction. */
  token?: string;
  visibleTo?: string | null;
  extra?: Partial<Message>;
};

/** Puts a new message into the channel and tells the bot and everybody who watches. */
export function createPost(
  world: World,
  place: Place,
  form: MessageForm,
  context: PostingContext,
): Post {
  const id = world.nextId();
  const replyTo = form.message_reference?.message_id;
  const blank: Message = {
    id,
    channel_id: place.channel.id,
    type: context.type ?? (replyTo === undefined ? MESSAGE_TYPE.default : MESSAGE_TYPE.reply),
    author: context.author,
    content: '',
    timestamp: discordTime(world.now()),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: form.flags ?? 0,
    ...(form.nonce === undefined || form.nonce === null ? {} : { nonce: form.nonce }),
    ...(replyTo === undefined
      ? {}
      : {
          message_reference: {
            type: 0,
            message_id: replyTo,
            channel_id: place.channel.id,
            ...guildIdOf(place),
          },
        }),
    ...context.extra,
  };
  const mentions = mentionsOf(
    world,
    place,
    { ...blank, content: form.content ?? '', components: form.components ?? [] },
    form,
    context.mentionsByDefault,
  );
  const post: Post = {
    ...applyForm(world, { message: blank, inEmbeds: [] }, form, context, mentions),
    visibleTo: context.visibleTo ?? null,
    token: context.token ?? null,
    pinnedAt: null,
    notified: isPrivateAnswer(place, context) ? [] : mentions.notified,
    silent: ((form.flags ?? 0) & MESSAGE_FLAG.SUPPRESS_NOTIFICATIONS) !== 0,
    edits: 0,
  };
  postsOf(world.state, place.channel.id).push(post);
  if (post.visibleTo === null) {
    noteActivity(world, place, id);
    world.outlet.dispatch({
      name: 'MESSAGE_CREATE',
      guildId: place.guild?.id ?? null,
      data: messageEvent(place.guild, post),
    });
  }
  tellMessage(world, post, 'created');
  tellNotified(world, post);
  return post;
}

/** Who asked sees the answer anyway: an ephemeral one, or one in the conversation with the bot, calls nobody. */
function isPrivateAnswer({ guild }: Place, { visibleTo, token }: PostingContext): boolean {
  return Boolean(visibleTo) || (guild === null && token !== undefined);
}

/** Changes what the form names and leaves the rest. Mentions are computed anew and notify nobody. */
export function editPost(
  world: World,
  place: Place,
  post: Post,
  form: MessageForm,
  context: PostingContext,
): void {
  const { message } = post;
  const next = {
    ...message,
    content: form.content === undefined ? message.content : (form.content ?? ''),
    components: form.components ?? message.components,
  };
  const mentions = mentionsOf(world, place, next, form, context.mentionsByDefault);
  const editable = MESSAGE_FLAG.SUPPRESS_EMBEDS | MESSAGE_FLAG.COMPONENTS_V2;
  const flags =
    form.flags === undefined || form.flags === null
      ? message.flags
      : (message.flags & ~MESSAGE_FLAG.SUPPRESS_EMBEDS) | (form.flags & editable);
  const before = { ...post, message: { ...message, flags: flags & ~MESSAGE_FLAG.LOADING } };
  const edited = applyForm(world, before, form, context, mentions);
  post.inEmbeds = edited.inEmbeds;
  post.message = {
    ...edited.message,
    edited_timestamp:
      message.flags & MESSAGE_FLAG.LOADING ? message.edited_timestamp : discordTime(world.now()),
  };
  post.edits += 1;
  if (post.visibleTo === null) {
    world.outlet.dispatch({
      name: 'MESSAGE_UPDATE',
      guildId: place.guild?.id ?? null,
      data: messageEvent(place.guild, post),
    });
  }
  tellMessage(world, post, 'edited');
}

/** Takes a message away; a pinned one is unpinned by that. */
export function deletePost(world: World, place: Place, post: Post): void {
  const posts = postsOf(world.state, place.channel.id);
  posts.splice(posts.indexOf(post), 1);
  dropFiles(world, filesOf(post), []);
  if (post.visibleTo === null) {
    world.outlet.dispatch({
      name: 'MESSAGE_DELETE',
      guildId: place.guild?.id ?? null,
      data: { id: post.message.id, channel_id: place.channel.id, ...guildIdOf(place) },
    });
  }
  tellMessage(world, post, 'deleted');
  if (post.pinnedAt !== null) {
    world.outlet.tell({ kind: 'pins', channelId: place.channel.id });
  }
}

type Shown = Pick<Post, 'message' | 'inEmbeds'>;

/** All files of a message, those in its embeds too. */
const filesOf = ({ message, inEmbeds }: Shown) => [...message.attachments, ...inEmbeds];

/** The message with all its files among the attachments, by which the form of an edit is judged. */
export const withAllFiles = (post: Shown): Message => ({
  ...post.message,
  attachments: filesOf(post),
});

function applyForm(
  world: World,
  before: Shown,
  form: MessageForm,
  context: PostingContext,
  mentions: Mentions,
): Shown {
  const { message } = before;
  const files = mergeAttachments(
    filesOf(before),
    form,
    context.files,
    shelfFor(world, message.channel_id),
  );
  dropFiles(world, filesOf(before), files);
  const embeds =
    form.embeds === undefined ? message.embeds : renderEmbeds(form.embeds ?? [], files);
  const dropped = form.embeds !== undefined && !context.embedsAllowed;
  const hidden = dropped || (message.flags & MESSAGE_FLAG.SUPPRESS_EMBEDS) !== 0;
  const named = form.embeds === undefined ? null : namedIn(form.embeds ?? []);
  const isInEmbed = ({ id, filename }: Attachment): boolean =>
    !hidden && (named?.includes(filename) ?? before.inEmbeds.some((file) => file.id === id));
  return {
    inEmbeds: files.filter(isInEmbed),
    message: {
      ...message,
      content: form.content === undefined ? message.content : (form.content ?? '').trim(),
      attachments: files.filter((file) => !isInEmbed(file)),
      embeds: hidden ? [] : embeds,
      components:
        form.components === undefined
          ? message.components
          : renderComponents(form.components ?? [], files),
      mention_everyone: mentions.everyone,
      mention_roles: mentions.roleIds,
      mentions: mentions.userIds.flatMap((id) => world.state.users.get(id) ?? []),
    },
  };
}

/** A message in a thread wakes it up. */
function noteActivity(world: World, { guild, channel }: Place, messageId: string): void {
  channel.last_message_id = messageId;
  if (channel.thread_metadata === undefined || guild === null) {
    return;
  }
  channel.message_count = (channel.message_count ?? 0) + 1;
  channel.total_message_sent = (channel.total_message_sent ?? 0) + 1;
  if (channel.thread_metadata.archived) {
    channel.thread_metadata.archived = false;
    channel.thread_metadata.archive_timestamp = new Date(world.now()).toISOString();
    world.outlet.dispatch({ name: 'THREAD_UPDATE', guildId: guild.id, data: { ...channel } });
    world.outlet.tell({ kind: 'channels', guildId: guild.id });
  }
}

const guildIdOf = ({ guild }: Place) => (guild === null ? {} : { guild_id: guild.id });

/** Discord writes times with microseconds and a numeric offset. */
function discordTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000+00:00');
}
