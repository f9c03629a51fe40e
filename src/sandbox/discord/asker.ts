import type { Command } from './command.ts';
import { type Finder, PeopleError } from './finding.ts';
import type { Channel, Guild, Member } from './guild.ts';
import { PERMISSION } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';

/** Who does something where: user and channel by name or id. `locale` is the language of the person's client. */
export type Who = { as: string; in: string; locale?: string };

/** A person in a channel, with what this person may do there. */
export type Asker = {
  guild: Guild;
  channel: Channel;
  member: Member;
  bits: bigint;
  locale: string;
};

/** Finds both. Throws PeopleError when there is no such person or channel, or the person cannot see it. */
export function askerOf(finder: Finder, who: Who, nowMs: number): Asker {
  const { guild, channel } = finder.channel(who.in);
  const member = finder.member(guild, who.as);
  const bits = channelPermissions(guild, channel, member, nowMs);
  if (!(bits & PERMISSION.VIEW_CHANNEL)) {
    throw new PeopleError(`${who.as} cannot see #${channel.name}`);
  }
  return { guild, channel, member, bits, locale: who.locale ?? 'en-US' };
}

/** Why Discord does not let this person use the command here; null = it does (spec sandbox 4.2). */
export function refusedCommand(command: Command, asker: Asker): string | null {
  if (command.guild_id !== undefined && command.guild_id !== asker.guild.id) {
    return 'belongs to another guild';
  }
  if (!(asker.bits & PERMISSION.USE_APPLICATION_COMMANDS)) {
    return 'no permission to use commands here';
  }
  if (command.contexts !== null && !command.contexts.includes(0)) {
    return 'is not offered in guilds';
  }
  const wanted = command.default_member_permissions;
  if (wanted === null) {
    return null;
  }
  const needed = BigInt(wanted) || PERMISSION.ADMINISTRATOR;
  return (asker.bits & needed) === needed
    ? null
    : 'needs permissions that this person does not have';
}
