/** A user as Discord sends it. */
export type User = {
  id: string;
  username: string;
  global_name: string | null;
  discriminator: string;
  avatar: null;
  bot: boolean;
  public_flags: number;
};

/** A role as Discord sends it; `permissions` is a decimal string of 64 bits. */
export type Role = {
  id: string;
  name: string;
  color: number;
  hoist: boolean;
  icon: null;
  unicode_emoji: null;
  position: number;
  permissions: string;
  managed: boolean;
  mentionable: boolean;
  flags: number;
  tags?: { bot_id: string };
};

/** A member as Discord sends it. `roles` leaves out @everyone. */
export type Member = {
  user: User;
  nick: string | null;
  avatar: null;
  roles: string[];
  joined_at: string;
  premium_since: null;
  deaf: boolean;
  mute: boolean;
  flags: number;
  pending: boolean;
  communication_disabled_until: string | null;
};

/** A channel overwrite: `type` 0 for a role, 1 for a member. */
export type Overwrite = { id: string; type: 0 | 1; allow: string; deny: string };

export type ForumTag = {
  id: string;
  name: string;
  moderated: boolean;
  emoji_id: null;
  emoji_name: string | null;
};

type ThreadMetadata = {
  archived: boolean;
  auto_archive_duration: number;
  archive_timestamp: string;
  locked: boolean;
  create_timestamp: string;
};

/** The kinds of channel that this Discord has. */
export const CHANNEL_TYPE = {
  text: 0,
  voice: 2,
  category: 4,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  privateThread: 12,
  forum: 15,
  media: 16,
} as const;

/** Type of a direct conversation: the bot with one person, or two people with each other. */
export const DIRECT_TYPE = 1;

/** A channel or thread as Discord sends it; a direct conversation has `recipients` and no guild. */
export type Channel = {
  id: string;
  type: number;
  guild_id?: string;
  /** The people in a direct conversation, the bot left out. */
  recipients?: User[];
  name: string;
  topic: string | null;
  position: number;
  parent_id: string | null;
  nsfw: boolean;
  rate_limit_per_user: number;
  last_message_id: string | null;
  last_pin_timestamp: string | null;
  permission_overwrites: Overwrite[];
  flags: number;
  owner_id?: string;
  thread_metadata?: ThreadMetadata;
  message_count?: number;
  member_count?: number;
  total_message_sent?: number;
  applied_tags?: string[];
  available_tags?: ForumTag[];
  bitrate?: number;
  user_limit?: number;
};

export type Guild = {
  id: string;
  name: string;
  ownerId: string;
  locale: string;
  /** Channel for Discord's own notes, where bots greet; null = none. */
  systemChannelId: string | null;
  roles: Map<string, Role>;
  members: Map<string, Member>;
  /** Channels and threads. */
  channels: Map<string, Channel>;
  /** False while Discord "has an outage" for this guild. */
  available: boolean;
};

/** Whether the channel is a conversation outside of guilds. */
export function isDirect({ type }: Channel): boolean {
  return type === DIRECT_TYPE;
}

/** Whether the channel is a thread. */
export function isThread(channel: Channel): boolean {
  return (
    channel.type >= CHANNEL_TYPE.announcementThread && channel.type <= CHANNEL_TYPE.privateThread
  );
}
