import { createFinder, PeopleError } from './finding.ts';
import { addBot, newChannel } from './founding.ts';
import { CHANNEL_TYPE, type Channel, isThread, type Member, type Role } from './guild.ts';
import type { Post } from './message.ts';
import { MESSAGE_FLAG } from './message.ts';
import { bitsOf, LEAST_INVITE, PERMISSION, type PermissionName } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import { pinPost, setPinned } from './pinRoutes.ts';
import { createPost, deletePost } from './posting.ts';
import { guildCreate } from './wire.ts';
import type { World } from './world.ts';

/** Permissions in one channel for a role or a member, by name; "bot" is the bot itself, "@everyone" everybody. */
export type OverwriteChange = {
  for: string;
  allow?: readonly PermissionName[];
  deny?: readonly PermissionName[];
};

/** What people with the right to do so do to the guild. They are not asked for permissions here. */
export type Deeds = {
  say: (who: { as: string; in: string; text: string }) => Post;
  deleteMessage: (channel: string, messageId: string) => void;
  pin: (channel: string, messageId: string) => void;
  unpin: (channel: string, messageId: string) => void;
  /** Publishes a message of an announcement channel to its followers. */
  publish: (channel: string, messageId: string) => void;
  /** Replaces what is set for this role or member in the channel; no bits at all takes the overwrite away. */
  setOverwrite: (channel: string, change: OverwriteChange) => void;
  /** Takes the channel out of the bot's sight. */
  hideChannel: (channel: string) => void;
  createChannel: (name: string, type?: keyof typeof CHANNEL_TYPE, guild?: string) => Channel;
  renameChannel: (channel: string, name: string) => void;
  deleteChannel: (channel: string) => void;
  setThread: (thread: string, change: { archived?: boolean; locked?: boolean }) => void;
  setRole: (
    role: string,
    change: { permissions?: readonly PermissionName[]; mentionable?: boolean },
    guild?: string,
  ) => void;
  setMemberRoles: (member: string, roles: readonly string[], guild?: string) => void;
  /** Times a member out until a time in ms since 1970; null ends it. */
  timeOut: (member: string, until: number | null, guild?: string) => void;
  removeBot: (guild?: string) => void;
  inviteBot: (permissions?: readonly PermissionName[], guild?: string) => void;
  /** Discord has an outage for this guild (unavailable), or is back. */
  setAvailable: (available: boolean, guild?: string) => void;
};

/** The people's deeds; each tells the bot as Discord would. */
export function createDeeds(world: World): Deeds {
  const { state, outlet } = world;
  const finder = createFinder(state);

  const changeChannel = (name: string, change: (channel: Channel) => void) => {
    const { guild, channel } = finder.channel(name);
    change(channel);
    const event = isThread(channel) ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE';
    outlet.dispatch({ name: event, guildId: guild.id, data: { ...channel } });
    outlet.tell({ kind: 'channels', guildId: guild.id });
  };
  const withPost = (name: string, messageId: string, act: (at: PlacedPost) => void) => {
    const found = finder.channel(name);
    const post = finder.post(found.channel.id, messageId);
    act({ place: { ...found, bits: bitsOf([]) }, post });
  };
  const setOverwrite = (name: string, change: OverwriteChange) =>
    changeChannel(name, (channel) => {
      const { guild } = finder.channel(name);
      const target = overwriteTarget(world, guild.id, change.for);
      const rest = channel.permission_overwrites.filter(({ id }) => id !== target.id);
      const row = {
        ...target,
        allow: String(bitsOf(change.allow ?? [])),
        deny: String(bitsOf(change.deny ?? [])),
      };
      channel.permission_overwrites = row.allow === '0' && row.deny === '0' ? rest : [...rest, row];
    });
  const changeMember = (name: string, guildName: string | undefined, change: Partial<Member>) => {
    const guild = finder.guild(guildName);
    const member = { ...finder.member(guild, name), ...change };
    guild.members.set(member.user.id, member);
    outlet.dispatch({
      name: 'GUILD_MEMBER_UPDATE',
      guildId: guild.id,
      data: { ...member, guild_id: guild.id },
    });
    outlet.tell({ kind: 'guild', guildId: guild.id });
  };

  return {
    say: ({ as, in: name, text }) => {
      const { guild, channel } = finder.channel(name);
      const member = finder.member(guild, as);
      const bits = channelPermissions(guild, channel, member, world.now());
      if (
        !(
          bits &
          (isThread(channel) ? PERMISSION.SEND_MESSAGES_IN_THREADS : PERMISSION.SEND_MESSAGES)
        )
      ) {
        throw new PeopleError(`${as} may not write in #${channel.name}`);
      }
      return createPost(
        world,
        { guild, channel, bits },
        { content: text },
        {
          author: member.user,
          files: [],
          embedsAllowed: true,
          mentionsByDefault: 'everything',
        },
      );
    },
    deleteMessage: (name, messageId) =>
      withPost(name, messageId, ({ place, post }) => deletePost(world, place, post)),
    pin: (name, messageId) =>
      withPost(name, messageId, ({ place, post }) => {
        const owner = finder.member(place.guild, place.guild.ownerId).user;
        pinPost(world, place, post, owner);
      }),
    unpin: (name, messageId) =>
      withPost(name, messageId, ({ place, post }) => setPinned(world, place, post, false)),
    publish: (name, messageId) =>
      withPost(name, messageId, ({ post }) => {
        post.message = { ...post.message, flags: post.message.flags | MESSAGE_FLAG.CROSSPOSTED };
      }),
    setOverwrite,
    hideChannel: (name) => setOverwrite(name, { for: 'bot', deny: ['VIEW_CHANNEL'] }),
    createChannel: (name, type = 'text', guildName) => {
      const guild = finder.guild(guildName);
      const channel = newChannel({
        id: world.nextId(),
        type: CHANNEL_TYPE[type],
        guildId: guild.id,
        name,
      });
      channel.position = guild.channels.size;
      guild.channels.set(channel.id, channel);
      outlet.dispatch({ name: 'CHANNEL_CREATE', guildId: guild.id, data: { ...channel } });
      outlet.tell({ kind: 'channels', guildId: guild.id });
      return channel;
    },
    renameChannel: (name, newName) =>
      changeChannel(name, (channel) => {
        channel.name = newName;
      }),
    deleteChannel: (name) => {
      const { guild, channel } = finder.channel(name);
      removeChannel(world, guild.id, channel);
    },
    setThread: (name, change) =>
      changeChannel(name, ({ thread_metadata: thread, name: title }) => {
        if (thread === undefined) {
          throw new PeopleError(`${title} is not a thread`);
        }
        thread.locked = change.locked ?? thread.locked;
        thread.archived = change.archived ?? thread.archived;
        thread.archive_timestamp = new Date(world.now()).toISOString();
      }),
    setRole: (name, change, guildName) => {
      const guild = finder.guild(guildName);
      const role: Role = finder.role(guild, name);
      role.permissions = change.permissions ? String(bitsOf(change.permissions)) : role.permissions;
      role.mentionable = change.mentionable ?? role.mentionable;
      outlet.dispatch({
        name: 'GUILD_ROLE_UPDATE',
        guildId: guild.id,
        data: { guild_id: guild.id, role: { ...role } },
      });
      outlet.tell({ kind: 'guild', guildId: guild.id });
    },
    setMemberRoles: (name, roles, guildName) => {
      const guild = finder.guild(guildName);
      changeMember(name, guildName, { roles: roles.map((role) => finder.role(guild, role).id) });
    },
    timeOut: (name, until, guildName) =>
      changeMember(name, guildName, {
        communication_disabled_until: until === null ? null : new Date(until).toISOString(),
      }),
    removeBot: (guildName) => {
      const guild = finder.guild(guildName);
      const member = finder.member(guild, state.bot.id);
      outlet.dispatch({ name: 'GUILD_DELETE', guildId: guild.id, data: { id: guild.id } });
      guild.members.delete(state.bot.id);
      for (const id of member.roles.filter((roleId) => guild.roles.get(roleId)?.managed)) {
        guild.roles.delete(id);
      }
      outlet.tell({ kind: 'guild', guildId: guild.id });
    },
    inviteBot: (permissions = LEAST_INVITE, guildName) => {
      const guild = finder.guild(guildName);
      addBot(guild, state.bot, {
        roleId: world.nextId(),
        permissions: bitsOf(permissions),
        at: world.now(),
      });
      outlet.dispatch({
        name: 'GUILD_CREATE',
        guildId: guild.id,
        data: guildCreate(guild, state.bot.id),
      });
      outlet.tell({ kind: 'guild', guildId: guild.id });
    },
    setAvailable: (available, guildName) => {
      const guild = finder.guild(guildName);
      guild.available = available;
      outlet.dispatch(
        available
          ? { name: 'GUILD_CREATE', guildId: guild.id, data: guildCreate(guild, state.bot.id) }
          : { name: 'GUILD_DELETE', guildId: guild.id, data: { id: guild.id, unavailable: true } },
      );
      outlet.tell({ kind: 'guild', guildId: guild.id });
    },
  };
}

type PlacedPost = { place: Parameters<typeof deletePost>[1]; post: Post };

function overwriteTarget(world: World, guildId: string, name: string): { id: string; type: 0 | 1 } {
  const finder = createFinder(world.state);
  const guild = finder.guild(guildId);
  if (name === 'bot') {
    return { id: world.state.bot.id, type: 1 };
  }
  const role = [...guild.roles.values()].find((one) => one.id === name || one.name === name);
  return role === undefined
    ? { id: finder.member(guild, name).user.id, type: 1 }
    : { id: role.id, type: 0 };
}

/** Deletes a channel or thread; threads of a deleted channel go with it, without an event of their own. */
function removeChannel(world: World, guildId: string, channel: Channel): void {
  const guild = createFinder(world.state).guild(guildId);
  for (const other of [...guild.channels.values()]) {
    if (other.id === channel.id || (isThread(other) && other.parent_id === channel.id)) {
      guild.channels.delete(other.id);
      world.state.posts.delete(other.id);
    }
  }
  const { id, parent_id, type, guild_id } = channel;
  world.outlet.dispatch(
    isThread(channel)
      ? { name: 'THREAD_DELETE', guildId, data: { id, parent_id, type, guild_id } }
      : { name: 'CHANNEL_DELETE', guildId, data: { ...channel } },
  );
  world.outlet.tell({ kind: 'channels', guildId });
}
