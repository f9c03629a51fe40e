import {
  CHANNEL_TYPE,
  type Channel,
  type ForumTag,
  type Guild,
  type Member,
  type Role,
  type User,
} from './guild.ts';
import { ALL_PERMISSIONS } from './permissionBits.ts';

/** Puts the bot into a guild with a managed role of its own, as accepting an invite does. */
export function addBot(
  guild: Guild,
  bot: User,
  { roleId, permissions, at }: { roleId: string; permissions: bigint; at: number },
): void {
  const role = newRole({ id: roleId, name: bot.username, position: guild.roles.size, permissions });
  guild.roles.set(roleId, { ...role, managed: true, tags: { bot_id: bot.id } });
  guild.members.set(bot.id, newMember(bot, [roleId], at));
}

/** A channel with nothing special about it. */
export function newChannel(of: {
  id: string;
  type: number;
  guildId: string;
  name: string;
}): Channel {
  const voice = of.type === CHANNEL_TYPE.voice ? { bitrate: 64_000, user_limit: 0 } : {};
  return {
    id: of.id,
    type: of.type,
    guild_id: of.guildId,
    name: of.name,
    topic: null,
    position: 0,
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
    last_pin_timestamp: null,
    permission_overwrites: [],
    flags: 0,
    ...voice,
  };
}

/** The channel with the fields that only threads have. */
export function asThread(
  channel: Channel,
  of: {
    ownerId: string;
    at: number;
    archived?: boolean;
    locked?: boolean;
    autoArchiveMinutes?: number;
  },
): Channel {
  const at = new Date(of.at).toISOString();
  return {
    ...channel,
    owner_id: of.ownerId,
    message_count: 0,
    member_count: 1,
    total_message_sent: 0,
    applied_tags: [],
    thread_metadata: {
      archived: of.archived ?? false,
      auto_archive_duration: of.autoArchiveMinutes ?? 4320,
      archive_timestamp: at,
      locked: of.locked ?? false,
      create_timestamp: at,
    },
  };
}

/** A forum tag without an emoji. */
export function newTag(id: string, name: string): ForumTag {
  return { id, name, moderated: false, emoji_id: null, emoji_name: null };
}

/** A user; bots have a discriminator, people have none. */
export function newUser(id: string, username: string, displayName: string, bot: boolean): User {
  return {
    id,
    username,
    global_name: bot ? null : displayName,
    discriminator: bot ? '0042' : '0',
    avatar: null,
    bot,
    public_flags: 0,
  };
}

/** A member since `at` (ms since 1970). */
export function newMember(user: User, roles: string[], at: number): Member {
  return {
    user,
    nick: null,
    avatar: null,
    roles,
    joined_at: new Date(at).toISOString(),
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  };
}

/** A role that does nothing but what is given. */
export function newRole(of: {
  id: string;
  name: string;
  position: number;
  permissions: bigint;
  mentionable?: boolean;
  color?: number;
}): Role {
  return {
    id: of.id,
    name: of.name,
    color: of.color ?? 0,
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: of.position,
    permissions: String(of.permissions & ALL_PERMISSIONS),
    managed: false,
    mentionable: of.mentionable ?? false,
    flags: 0,
  };
}
