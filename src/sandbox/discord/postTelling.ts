import type { Post } from './message.ts';
import type { World } from './world.ts';

/** Tells those who watch that a message changed. */
export function tellMessage(
  world: World,
  post: Post,
  what: 'created' | 'edited' | 'deleted',
): void {
  world.outlet.tell({
    kind: 'message',
    what,
    channelId: post.message.channel_id,
    messageId: post.message.id,
    visibleTo: post.visibleTo,
  });
}

/** Tells whom a new message notifies; nothing when that is nobody. */
export function tellNotified(world: World, post: Post): void {
  const { message, notified, silent } = post;
  if (notified.length === 0) {
    return;
  }
  world.journal.note(
    `message ${message.id} notifies ${notified.length} people${silent ? ' silently' : ''}: ${notified.join(', ')}`,
  );
  world.outlet.tell({
    kind: 'notified',
    channelId: message.channel_id,
    messageId: message.id,
    userIds: notified,
    roleIds: message.mention_roles,
    everyone: message.mention_everyone,
    silent,
  });
}
