import { findMentions, type Listener, type Mentions } from './mentions.ts';
import type { Message } from './message.ts';
import type { MessageForm } from './messageForm.ts';
import { readableText } from './messageParts.ts';
import { PERMISSION } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import { postsOf } from './state.ts';
import type { Place, World } from './world.ts';

/** What a message mentions when its author has the permissions of `place`, and who can see it there. */
export function mentionsOf(
  world: World,
  place: Place,
  message: Message,
  form: MessageForm,
  byDefault: 'everything' | 'users',
): Mentions {
  const { guild, channel } = place;
  const listeners = listenersOf(world, place);
  const mayMentionEveryone = (place.bits & PERMISSION.MENTION_EVERYONE) !== 0n;
  const roles = [...(guild?.roles.values() ?? [])].filter(
    (role) => role.mentionable || mayMentionEveryone,
  );
  const replyTo = message.message_reference?.message_id;
  const repliedPost = postsOf(world.state, channel.id).find((one) => one.message.id === replyTo);
  const mentions = findMentions(readableText(message), {
    allowed: form.allowed_mentions ?? null,
    byDefault,
    roleIds: roles.map((role) => role.id),
    mayMentionEveryone,
    authorId: message.author.id,
    listeners,
    repliedTo: repliedPost?.message.author.id ?? null,
  });
  // Whatever a direct message says, the other one hears of it.
  const others = listeners.map(({ userId }) => userId).filter((id) => id !== message.author.id);
  return guild === null ? { ...mentions, notified: others } : mentions;
}

/** The people who can see the channel. */
function listenersOf(world: World, { guild, channel }: Place): Listener[] {
  if (guild === null) {
    const recipients = channel.recipients ?? [];
    return recipients.map(({ id, bot }) => ({ userId: id, roleIds: [], bot }));
  }
  return [...guild.members.values()]
    .filter(
      (member) => channelPermissions(guild, channel, member, world.now()) & PERMISSION.VIEW_CHANNEL,
    )
    .map(({ user, roles }) => ({ userId: user.id, roleIds: roles, bot: user.bot }));
}
