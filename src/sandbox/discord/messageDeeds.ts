import { askerOf } from './asker.ts';
import { createFinder, PeopleError } from './finding.ts';
import { isThread } from './guild.ts';
import { MESSAGE_FLAG, type Post } from './message.ts';
import { PERMISSION } from './permissionBits.ts';
import { pinPost, setPinned } from './pinRoutes.ts';
import { createPost, deletePost } from './posting.ts';
import { findChannel } from './state.ts';
import type { Place, World } from './world.ts';

/** What people do with messages; channels by name or id, "@NAME" for a direct conversation. */
export type MessageDeeds = {
  /** Writes a message. Throws PeopleError when this person may not write there. */
  say: (who: { as: string; in: string; text: string }) => Post;
  deleteMessage: (channel: string, messageId: string) => void;
  /** The guild's owner pins it, or the person who is there with the bot. */
  pin: (channel: string, messageId: string) => void;
  unpin: (channel: string, messageId: string) => void;
  /** Publishes a message of an announcement channel to its followers. */
  publish: (channel: string, messageId: string) => void;
};

/** The deeds on messages; each tells the bot as Discord would. */
export function createMessageDeeds(world: World): MessageDeeds {
  const finder = createFinder(world.state);
  const find = (name: string, messageId: string): { place: Place; post: Post } => {
    const found = findChannel(world.state, name) ?? finder.channel(name);
    return { place: { ...found, bits: 0n }, post: finder.post(found.channel.id, messageId) };
  };
  return {
    say: (who) => {
      const { guild, channel, user, bits } = askerOf(world, finder, who);
      const writing = isThread(channel) ? 'SEND_MESSAGES_IN_THREADS' : 'SEND_MESSAGES';
      if (!(bits & PERMISSION[writing])) {
        throw new PeopleError(`${who.as} may not write in #${channel.name}`);
      }
      const context = {
        author: user,
        files: [],
        embedsAllowed: true,
        mentionsByDefault: 'everything',
      } as const;
      return createPost(world, { guild, channel, bits }, { content: who.text }, context);
    },
    deleteMessage: (name, messageId) => {
      const { place, post } = find(name, messageId);
      deletePost(world, place, post);
    },
    pin: (name, messageId) => {
      const { place, post } = find(name, messageId);
      const { guild, channel } = place;
      const by = guild === null ? channel.recipients?.[0] : finder.user(guild.ownerId);
      pinPost(world, place, post, by ?? world.state.bot);
    },
    unpin: (name, messageId) => {
      const { place, post } = find(name, messageId);
      setPinned(world, place, post, false);
    },
    publish: (name, messageId) => {
      const { post } = find(name, messageId);
      post.message = {
        ...post.message,
        flags: post.message.flags | MESSAGE_FLAG.CROSSPOSTED,
      };
    },
  };
}
