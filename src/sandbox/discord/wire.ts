import { type Channel, type Guild, isDirect, isThread } from './guild.ts';
import type { Post } from './message.ts';
import type { State } from './state.ts';

/** GUILD_CREATE: the guild with roles, channels, threads and the bot's own member (Guilds intent: no other). */
export function guildCreate(guild: Guild, botId: string): Record<string, unknown> {
  const channels = [...guild.channels.values()];
  const bot = guild.members.get(botId);
  return {
    ...guildFields(guild),
    joined_at: bot?.joined_at ?? null,
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: bot === undefined ? [] : [bot],
    voice_states: [],
    channels: channels.filter((channel) => !isThread(channel)),
    threads: channels.filter((channel) => isThread(channel) && !channel.thread_metadata?.archived),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** A guild as GET /guilds/:guild gives it. */
export function guildFields(guild: Guild): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 2,
    roles: [...guild.roles.values()],
    emojis: [],
    stickers: [],
    features: ['COMMUNITY'],
    mfa_level: 0,
    application_id: null,
    system_channel_id: guild.systemChannelId,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    max_presences: null,
    max_members: 500_000,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: guild.locale,
    nsfw: false,
    nsfw_level: 0,
    premium_progress_bar_enabled: false,
    incidents_data: null,
  };
}

/** MESSAGE_CREATE and MESSAGE_UPDATE: the message with guild and member. */
export function messageEvent(guild: Guild | null, post: Post): Record<string, unknown> {
  if (guild === null) {
    return { ...post.message };
  }
  const member = guild.members.get(post.message.author.id);
  const { user: _, ...rest } = member ?? { user: null };
  return { ...post.message, guild_id: guild.id, ...(member === undefined ? {} : { member: rest }) };
}

/** The application as GET /applications/@me gives it. */
export function applicationFields(state: State): Record<string, unknown> {
  return {
    id: state.application.id,
    name: state.application.name,
    icon: null,
    description: '',
    summary: '',
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    owner: state.bot,
    team: null,
    bot: state.bot,
    approximate_guild_count: botGuilds(state).length,
    approximate_user_install_count: state.installs.size,
    integration_types_config: { '0': {}, '1': {} },
    install_params: { scopes: ['bot', 'applications.commands'], permissions: '0' },
    tags: [],
  };
}

/** The guilds that the bot is in. */
export function botGuilds(state: State): Guild[] {
  return [...state.guilds.values()].filter((guild) => guild.members.has(state.bot.id));
}

/** A channel as GET /channels/:channel gives it: a direct conversation has little of what others have. */
export function channelFields(channel: Channel): object {
  const { id, type, last_message_id, last_pin_timestamp, flags, recipients } = channel;
  return isDirect(channel)
    ? { id, type, last_message_id, last_pin_timestamp, flags, recipients }
    : channel;
}

/** Channel fields as an interaction carries them: with the permissions that the asker and the app have there. */
export function channelForInteraction(channel: Channel, userBits: bigint, appBits: bigint) {
  const permissions = { permissions: String(userBits), app_permissions: String(appBits) };
  if (isDirect(channel)) {
    return { ...channelFields(channel), ...permissions };
  }
  return {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guild_id,
    name: channel.name,
    parent_id: channel.parent_id,
    topic: channel.topic,
    nsfw: channel.nsfw,
    flags: channel.flags,
    position: channel.position,
    last_message_id: channel.last_message_id,
    rate_limit_per_user: channel.rate_limit_per_user,
    ...(channel.thread_metadata === undefined ? {} : { thread_metadata: channel.thread_metadata }),
    ...permissions,
  };
}
