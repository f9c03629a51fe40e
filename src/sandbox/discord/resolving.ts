import type { Asker } from './asker.ts';
import { type Finder, PeopleError } from './finding.ts';
import { channelPermissions } from './permissions.ts';
import { channelForInteraction } from './wire.ts';
import { botBits, type World } from './world.ts';

/** What the ids in an interaction mean, as its `resolved` carries it. */
type Resolved = Record<string, Record<string, unknown>>;

/** Turns names (or ids) that a person chose into ids, and remembers what those ids mean. Each throws PeopleError. */
export type Resolver = {
  user: (name: string) => string;
  role: (name: string) => string;
  /** A role, or else a user. */
  mentionable: (name: string) => string;
  /** `types`: the kinds of channel that are offered; empty = all. */
  channel: (name: string, types: readonly number[]) => string;
  /** A file that was uploaded before. */
  attachment: (id: string) => string;
  /** Undefined when nothing was resolved. */
  resolved: () => Resolved | undefined;
};

/** A resolver for what one person chooses in one place: outside of guilds there are only the people of the conversation. */
export function createResolver(world: World, finder: Finder, asker: Asker): Resolver {
  const { guild } = asker;
  const resolved: Resolved = {};
  const put = (kind: string, id: string, value: unknown) => {
    resolved[kind] = { ...resolved[kind], [id]: value };
    return id;
  };
  const needGuild = (what: string) => {
    if (guild === null) {
      throw new PeopleError(`there is no ${what} outside of servers`);
    }
    return guild;
  };
  const user = (name: string) => {
    if (guild === null) {
      const here = [...(asker.channel.recipients ?? []), world.state.bot];
      const found = finder.user(name);
      if (!here.some(({ id }) => id === found.id)) {
        throw new PeopleError(`${name} is not in this conversation`);
      }
      return put('users', found.id, found);
    }
    const { user: found, ...member } = finder.member(guild, name);
    put('members', found.id, { ...member, permissions: '0' });
    return put('users', found.id, found);
  };
  const role = (name: string) => {
    const found = finder.role(needGuild(`role ${name}`), name);
    return put('roles', found.id, found);
  };
  return {
    user,
    role,
    mentionable: (name) => {
      const roles = [...(guild?.roles.values() ?? [])];
      return roles.some((one) => one.id === name || one.name === name) ? role(name) : user(name);
    },
    channel: (name, types) => {
      const home = needGuild(`channel ${name}`);
      const { channel } = finder.channel(name);
      if (types.length > 0 && !types.includes(channel.type)) {
        throw new PeopleError(`#${channel.name} is not offered: wrong kind of channel`);
      }
      const bits =
        asker.member === null ? 0n : channelPermissions(home, channel, asker.member, world.now());
      const appBits = botBits(world, { guild: home, channel });
      return put('channels', channel.id, channelForInteraction(channel, bits, appBits));
    },
    attachment: (id) => {
      const file = world.state.uploads.get(id);
      if (file === undefined) {
        throw new PeopleError(`there is no uploaded file ${id}`);
      }
      return put('attachments', id, { ...file, ephemeral: true });
    },
    resolved: () => (Object.keys(resolved).length === 0 ? undefined : resolved),
  };
}
