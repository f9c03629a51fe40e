import { findMentions, type Mentions } from './mentions.ts';
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
  const see = (bits: bigint) => (bits & PERMISSION.VIEW_CHANNEL) !== 0n;
  const listeners = [...guild.members.values()].filter((member) =>
    see(channelPermissions(guild, channel, member, world.now())),
  );
  const mayMentionEveryone = (place.bits & PERMISSION.MENTION_EVERYONE) !== 0n;
  const roles = [...guild.roles.values()].filter((role) => role.mentionable || mayMentionEveryone);
  const replyTo = message.message_reference?.message_id;
  const repliedPost = postsOf(world.state, channel.id).find((one) => one.message.id === replyTo);
  return findMentions(readableText(message), {
    allowed: form.allowed_mentions ?? null,
    byDefault,
    roleIds: roles.map((role) => role.id),
    mayMentionEveryone,
    authorId: message.author.id,
    listeners: listeners.map(({ user, roles: roleIds }) => ({
      userId: user.id,
      roleIds,
      bot: user.bot,
    })),
    repliedTo: repliedPost?.message.author.id ?? null,
  });
}
