import { tellChannel } from './channelRoutes.ts';
import { createFinder, type Finder, PeopleError } from './finding.ts';
import { newChannel } from './founding.ts';
import { CHANNEL_TYPE, type Channel, type Guild, isThread } from './guild.ts';
import { bitsOf, type PermissionName } from './permissionBits.ts';
import type { World } from './world.ts';

/** Permissions in one channel for a role or a member, by name; "bot" is the bot itself, "@everyone" everybody. */
type OverwriteChange = {
  for: string;
  allow?: readonly PermissionName[];
  deny?: readonly PermissionName[];
};

/** What people do with channels, by name or id. */
export type ChannelDeeds = {
  /** Replaces what is set for this role or member in the channel; no bits at all takes the overwrite away. */
  setOverwrite: (channel: string, change: OverwriteChange) => void;
  /** Takes the channel out of the bot's sight. */
  hideChannel: (channel: string) => void;
  createChannel: (name: string, type?: keyof typeof CHANNEL_TYPE, guild?: string) => Channel;
  renameChannel: (channel: string, name: string) => void;
  deleteChannel: (channel: string) => void;
  setThread: (thread: string, change: { archived?: boolean; locked?: boolean }) => void;
};

/** The deeds on channels; each tells the bot as Discord would. */
export function createChannelDeeds(world: World): ChannelDeeds {
  const { outlet } = world;
  const finder = createFinder(world.state);
  const setOverwrite = (name: string, change: OverwriteChange) => {
    const { guild, channel } = finder.channel(name);
    const target = overwriteTarget(world, finder, guild, change.for);
    const rest = channel.permission_overwrites.filter(({ id }) => id !== target.id);
    const allow = String(bitsOf(change.allow ?? []));
    const deny = String(bitsOf(change.deny ?? []));
    const empty = allow === '0' && deny === '0';
    channel.permission_overwrites = empty ? rest : [...rest, { ...target, allow, deny }];
    tellChannel(world, channel, isThread(channel) ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE');
  };
  return {
    setOverwrite,
    hideChannel: (name) => setOverwrite(name, { for: 'bot', deny: ['VIEW_CHANNEL'] }),
    createChannel: (name, type = 'text', guildName) => {
      const guild = finder.guild(guildName);
      const id = world.nextId();
      const channel = newChannel({ id, type: CHANNEL_TYPE[type], guildId: guild.id, name });
      channel.position = guild.channels.size;
      guild.channels.set(channel.id, channel);
      tellChannel(world, channel, 'CHANNEL_CREATE');
      return channel;
    },
    renameChannel: (name, newName) => {
      const { channel } = finder.channel(name);
      channel.name = newName;
      tellChannel(world, channel, isThread(channel) ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE');
    },
    deleteChannel: (name) => {
      const { guild, channel } = finder.channel(name);
      forget(world, guild, channel);
      const { id, parent_id, type, guild_id } = channel;
      outlet.dispatch(
        isThread(channel)
          ? { name: 'THREAD_DELETE', guildId: guild.id, data: { id, parent_id, type, guild_id } }
          : { name: 'CHANNEL_DELETE', guildId: guild.id, data: { ...channel } },
      );
      outlet.tell({ kind: 'channels', guildId: guild.id });
    },
    setThread: (name, change) => {
      const { channel } = finder.channel(name);
      const thread = channel.thread_metadata;
      if (thread === undefined) {
        throw new PeopleError(`${channel.name} is not a thread`);
      }
      thread.locked = change.locked ?? thread.locked;
      thread.archived = change.archived ?? thread.archived;
      thread.archive_timestamp = new Date(world.now()).toISOString();
      tellChannel(world, channel, 'THREAD_UPDATE');
    },
  };
}

/** Takes a channel away; its threads go with it, without an event of their own. */
function forget(world: World, guild: Guild, channel: Channel): void {
  for (const other of [...guild.channels.values()]) {
    if (other.id === channel.id || (isThread(other) && other.parent_id === channel.id)) {
      guild.channels.delete(other.id);
      world.state.posts.delete(other.id);
    }
  }
}

function overwriteTarget(
  world: World,
  finder: Finder,
  guild: Guild,
  name: string,
): { id: string; type: 0 | 1 } {
  if (name === 'bot') {
    return { id: world.state.bot.id, type: 1 };
  }
  const role = [...guild.roles.values()].find((one) => one.id === name || one.name === name);
  return role === undefined
    ? { id: finder.member(guild, name).user.id, type: 1 }
    : { id: role.id, type: 0 };
}
