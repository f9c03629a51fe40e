import type { Logger } from 'pino';
import type { Guild } from 'discord.js';
import type { GatewayEvents } from '#discord/gatewayEvents.ts';
import type { WatchMemory } from '#discord/watchMemory.ts';
import type { Monitor } from '#monitor/monitor.ts';

/** What guilds, and servers that register, have to wait for: they come before all is put together. */
export type ReadyForGuilds = {
  monitor: Monitor;
  greet: (guild: Guild) => Promise<void>;
};

/** What the bot does when guilds come and go, and when something changes in them. Nothing of it can fail the start. */
export function attendGuilds(parts: {
  watches: WatchMemory;
  ready: Promise<ReadyForGuilds>;
  log: Logger;
}): Pick<GatewayEvents, 'onGuild' | 'onGuildGone' | 'onRightsChanged'> {
  const { watches, ready, log } = parts;

  const load = async (guildId: string): Promise<void> => {
    try {
      await watches.load(guildId);
    } catch (error) {
      const words = 'the settings of a guild could not be read';
      log.error({ event: 'guild', guildId, err: error }, words);
    }
  };

  /** Has status messages tried again that could not be written: what was in the way may be gone. */
  const heal = async (guildId: string): Promise<void> => {
    try {
      const { monitor } = await ready;
      await monitor.retry(guildId);
    } catch (error) {
      log.warn({ event: 'heal', guildId, err: error }, 'backed-off messages wait for their time');
    }
  };

  const greet = async (guild: Guild): Promise<void> => {
    try {
      const bot = await ready;
      await bot.greet(guild);
    } catch (error) {
      log.warn({ event: 'greet', guildId: guild.id, err: error }, 'a guild was not greeted');
    }
  };

  return {
    onGuild: (guild) => {
      void load(guild.id);
      // What was in the way may have been mended while nobody was told of it.
      void heal(guild.id);
      void greet(guild);
    },
    onGuildGone: (guildId) => {
      log.info({ event: 'guild-gone', guildId }, 'no longer in this guild');
      watches.forget(guildId);
    },
    onRightsChanged: (guildId) => void heal(guildId),
  };
}
