import { type Client, type Guild, type GuildMember, PermissionFlagsBits } from 'discord.js';
import { discordFailure } from './discordFailure.ts';

/** What one person sees of a guild: nothing when no longer a member; `hidden` are the channels, of those asked for, that are not seen. */
type PersonSight = { isMember: false } | { isMember: true; hidden: string[] };

/** Asks Discord what a person sees now; null = that can not be said, as without a connection. Never throws for what Discord answers. */
export type SightOf = (
  guildId: string,
  personId: string,
  channelIds: readonly string[],
) => Promise<PersonSight | null>;

/** Unknown member, unknown user. */
const GONE: readonly number[] = [10007, 10013];

/** Makes the function. Members are not in the cache, so each question is a request; channels and roles are. */
export function createSightOf(client: Client): SightOf {
  const sees = async (guild: Guild, member: GuildMember, channelId: string) => {
    const channel = await guild.channels.fetch(channelId).catch((error: unknown) => {
      if (discordFailure(error).kind === 'channel-gone') {
        return null;
      }
      throw error;
    });
    return channel?.permissionsFor(member)?.has(PermissionFlagsBits.ViewChannel) ?? false;
  };

  return async (guildId, personId, channelIds) => {
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined || !guild.available) {
      return null;
    }
    try {
      const member = await guild.members.fetch({ user: personId, cache: false, force: true });
      const seen = await Promise.all(channelIds.map((id) => sees(guild, member, id)));
      return { isMember: true, hidden: channelIds.filter((_, place) => seen[place] !== true) };
    } catch (error) {
      return GONE.includes(discordFailure(error).code) ? { isMember: false } : null;
    }
  };
}
