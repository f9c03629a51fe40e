import { placeOf } from './asker.ts';
import { createFinder } from './finding.ts';
import type { Channel } from './guild.ts';
import type { Interaction } from './interaction.ts';
import type { Message, Post } from './message.ts';
import { PERMISSION } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import { findChannel, postsOf } from './state.ts';
import type { World } from './world.ts';

/** Ready questions for tests and for the page (spec sandbox section 10). Names or ids everywhere. */
export type Views = {
  /** Messages of a channel, oldest first; with `as`, what this person sees, ephemeral ones and "@NAME" included. */
  messages: (channel: string, as?: string) => Post[];
  /** Pinned messages, newest pin first. */
  pins: (channel: string) => Message[];
  /** Channels and threads that this person sees. */
  channels: (as: string, guild?: string) => Channel[];
  /** Direct conversations of this person. */
  directs: (as: string) => Channel[];
  /** Messages that gave this person a notification, in one guild or in direct conversations. */
  notifications: (as: string, guild?: string) => Post[];
  /** Messages that really pinged a role. */
  rolePings: (role: string, guild?: string) => Post[];
  /** How often a message was edited. */
  edits: (channel: string, messageId: string) => number;
  /** Interactions that still wait for an answer, or never got one. */
  unanswered: () => Interaction[];
};

/** Reads the state; changes nothing. */
export function createViews(world: World): Views {
  const { state } = world;
  const finder = createFinder(state);
  const allPosts = (guildName?: string) =>
    [...finder.guild(guildName).channels.keys()].flatMap((id) => postsOf(state, id));
  const channelNamed = (name: string, as?: string) =>
    as === undefined
      ? (findChannel(state, name) ?? finder.channel(name))
      : placeOf(world, finder, { as, in: name });
  return {
    messages: (name, as) => {
      const { channel } = channelNamed(name, as);
      const userId = as === undefined ? null : finder.user(as).id;
      return postsOf(state, channel.id).filter(
        ({ visibleTo }) => visibleTo === null || visibleTo === userId,
      );
    },
    pins: (name) =>
      postsOf(state, channelNamed(name).channel.id)
        .filter(({ pinnedAt }) => pinnedAt !== null)
        .sort((a, b) => Date.parse(b.pinnedAt ?? '') - Date.parse(a.pinnedAt ?? ''))
        .map(({ message }) => message),
    channels: (as, guildName) => {
      const guild = finder.guild(guildName);
      const member = finder.member(guild, as);
      return [...guild.channels.values()].filter(
        (channel) =>
          channelPermissions(guild, channel, member, world.now()) & PERMISSION.VIEW_CHANNEL,
      );
    },
    directs: (as) => {
      const { id } = finder.user(as);
      return [...state.directs.values()].filter(({ recipients = [] }) =>
        recipients.some((user) => user.id === id),
      );
    },
    notifications: (as, guildName) => {
      const { user } = finder.member(finder.guild(guildName), as);
      const direct = [...state.directs.keys()].flatMap((id) => postsOf(state, id));
      return [...allPosts(guildName), ...direct].filter(({ notified }) =>
        notified.includes(user.id),
      );
    },
    rolePings: (name, guildName) => {
      const { id } = finder.role(finder.guild(guildName), name);
      return allPosts(guildName).filter(
        ({ message, notified }) => message.mention_roles.includes(id) && notified.length > 0,
      );
    },
    edits: (name, messageId) => finder.post(finder.channel(name).channel.id, messageId).edits,
    unanswered: () =>
      [...state.interactions.values()].filter(
        ({ status }) => status === 'waiting' || status === 'deferred' || status === 'failed',
      ),
  };
}
