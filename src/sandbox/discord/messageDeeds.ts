import { createFinder, PeopleError } from './finding.ts';
import { isThread } from './guild.ts';
import { MESSAGE_FLAG, type Post } from './message.ts';
import { PERMISSION } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import { pinPost, setPinned } from './pinRoutes.ts';
import { createPost, deletePost } from './posting.ts';
import type { Place, World } from './world.ts';

/** What people do with messages; channels by name or id. */
export type MessageDeeds = {
  /** Writes a message. Throws PeopleError when this person may not write there. */
  say: (who: { as: string; in: string; text: string }) => Post;
  deleteMessage: (channel: string, messageId: string) => void;
  /** The guild's owner pins it. */
  pin: (channel: string, messageId: string) => void;
  unpin: (channel: string, messageId: string) => void;
  /** Publishes a message of an announcement channel to its followers. */
  publish: (channel: string, messageId: string) => void;
};

/** The deeds on messages; each tells the bot as Discord would. */
export function createMessageDeeds(world: World): MessageDeeds {
  const finder = createFinder(world.state);
  const find = (name: string, messageId: string): { place: Place; post: Post } => {
    const found = finder.channel(name);
    return { place: { ...found, bits: 0n }, post: finder.post(found.channel.id, messageId) };
  };
  return {
    say: ({ as, in: name, text }) => {
      const { guild, channel } = finder.channel(name);
      const member = finder.member(guild, as);
      const bits = channelPermissions(guild, channel, member, world.now());
      const writing = isThread(channel) ? 'SEND_MESSAGES_IN_THREADS' : 'SEND_MESSAGES';
      if (!(bits & PERMISSION[writing])) {
        throw new PeopleError(`${as} may not write in #${channel.name}`);
      }
      const context = {
        author: member.user,
        files: [],
        embedsAllowed: true,
        mentionsByDefault: 'everything',
      } as const;
      return createPost(world, { guild, channel, bits }, { content: text }, context);
    },
    deleteMessage: (name, messageId) => {
      const { place, post } = find(name, messageId);
      deletePost(world, place, post);
    },
    pin: (name, messageId) => {
      const { place, post } = find(name, messageId);
      pinPost(world, place, post, finder.member(place.guild, place.guild.ownerId).user);
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
