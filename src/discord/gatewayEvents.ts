import {
  type Client,
  type DMChannel,
  Events,
  type Guild,
  type Interaction,
  type NonThreadGuildBasedChannel,
  RESTEvents,
} from 'discord.js';
import type { Logger } from 'pino';
import { FATAL_CLOSES } from './limits.ts';

/** What is handed on of what happens in Discord. */
export type GatewayEvents = {
  log: Logger;
  onInteraction: (interaction: Interaction) => void;
  /** A guild is there: at the start, after joining, after an outage. */
  onGuild: (guild: Guild) => void;
  /** The bot was removed, or the guild deleted. */
  onGuildGone: (guildId: string) => void;
  /** Channels, roles or the bot's own rights changed: what was not possible may be now. */
  onRightsChanged?: (guildId: string) => void;
};

/** All listeners, to be attached before the login (J17). `fatal` is called when the connection is gone for good. */
export function listen(
  client: Client,
  options: GatewayEvents,
  fatal: (reason: string) => void,
): void {
  const { log } = options;
  client.on(Events.Error, (error) => log.error({ err: error }, 'error in the Discord client'));
  client.on(Events.Warn, (warning) => log.warn({ warning }, 'warning of the Discord client'));
  client.on(Events.InteractionCreate, options.onInteraction);
  client.on(Events.GuildCreate, options.onGuild);
  client.on(Events.GuildAvailable, options.onGuild);
  client.on(Events.GuildDelete, (guild) => options.onGuildGone(guild.id));
  listenForRights(client, options);
  client.on(Events.Invalidated, () => fatal('Discord ended the session for good'));
  client.on(Events.ShardDisconnect, (close) => {
    if (FATAL_CLOSES.includes(close.code)) {
      fatal(`Discord closed the connection for good (${close.code})`);
    }
  });
  client.rest.on(RESTEvents.Response, (request, response) => {
    if (response.status === 401 && request.data.auth) {
      fatal('Discord no longer accepts the token (401)');
    }
  });
  tellOutages(client, log);
}

function listenForRights(client: Client, { onRightsChanged = () => {} }: GatewayEvents): void {
  const inChannel = (channel: DMChannel | NonThreadGuildBasedChannel): void => {
    if (!channel.isDMBased()) {
      onRightsChanged(channel.guildId);
    }
  };
  client.on(Events.ChannelCreate, inChannel);
  client.on(Events.ChannelUpdate, (_, channel) => inChannel(channel));
  client.on(Events.ThreadUpdate, (_, thread) => onRightsChanged(thread.guildId));
  client.on(Events.GuildRoleUpdate, (_, role) => onRightsChanged(role.guild.id));
  client.on(Events.GuildMemberUpdate, (_, member) => onRightsChanged(member.guild.id));
}

/** The client tries twice a second as long as it is refused (J4): one line an outage. */
function tellOutages(client: Client, log: Logger): void {
  let tries = 0;
  client.on(Events.ShardReconnecting, (shard) => {
    tries += 1;
    if (tries === 1) {
      log.warn({ shard }, 'connection to Discord lost, trying again');
    }
  });
  const back = (shard: number): void => {
    if (tries > 0) {
      log.info({ shard, tries }, 'connection to Discord is back');
      tries = 0;
    }
  };
  client.on(Events.ShardResume, back);
  client.on(Events.ShardReady, back);
}
