import type { Channel, Guild, Member, Role, User } from './guild.ts';
import type { Post } from './message.ts';
import { postsOf, type State } from './state.ts';

/** A person, a channel or a message was asked for that is not there, or that this person cannot use. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError';
}

/** Names where people would use names: "pip", "#status", "Watchmen"; ids work as well. */
export type Finder = {
  guild: (nameOrId?: string) => Guild;
  user: (nameOrId: string) => User;
  channel: (nameOrId: string) => { guild: Guild; channel: Channel };
  member: (guild: Guild, nameOrId: string) => Member;
  role: (guild: Guild, nameOrId: string) => Role;
  post: (channelId: string, messageId: string) => Post;
};

/** Looks things up in the state. Each throws PeopleError naming what is missing. */
export function createFinder(state: State): Finder {
  const guild = (nameOrId?: string) =>
    found(
      [...state.guilds.values()].find(
        (one) => nameOrId === undefined || one.id === nameOrId || one.name === nameOrId,
      ),
      `guild ${nameOrId ?? ''}`,
    );
  return {
    guild,
    user: (nameOrId) =>
      found(
        [...state.users.values()].find(
          ({ id, username }) => id === nameOrId || username === nameOrId,
        ),
        `user ${nameOrId}`,
      ),
    channel: (nameOrId) => {
      const name = nameOrId.replace(/^#/, '');
      const places = [...state.guilds.values()].flatMap((one) =>
        [...one.channels.values()].map((channel) => ({ guild: one, channel })),
      );
      const place =
        places.find(({ channel }) => channel.id === nameOrId) ??
        places.find(({ channel }) => channel.name === name);
      return found(place, `channel ${nameOrId}`);
    },
    member: (inGuild, nameOrId) =>
      found(
        [...inGuild.members.values()].find(
          ({ user }) => user.id === nameOrId || user.username === nameOrId,
        ),
        `member ${nameOrId} of ${inGuild.name}`,
      ),
    role: (inGuild, nameOrId) =>
      found(
        [...inGuild.roles.values()].find((role) => role.id === nameOrId || role.name === nameOrId),
        `role ${nameOrId} of ${inGuild.name}`,
      ),
    post: (channelId, messageId) =>
      found(
        postsOf(state, channelId).find(({ message }) => message.id === messageId),
        `message ${messageId}`,
      ),
  };
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) {
    throw new PeopleError(`there is no ${what}`);
  }
  return value;
}
