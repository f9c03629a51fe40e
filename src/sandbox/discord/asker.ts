import type { Command } from './command.ts';
import { DIRECT_BITS, isWithBot, openDirect } from './directs.ts';
import { type Finder, PeopleError } from './finding.ts';
import type { Channel, Guild, Member, User } from './guild.ts';
import { PERMISSION } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

/**
 * Who does something where: user and channel by name or id; "@NAME" is the direct conversation with that user, the bot
 * included. `locale` is the language of the person's client.
 */
export type Who = { as: string; in: string; locale?: string };

/** Where commands are used: in a guild, in the conversation with the bot, or in one between people (spec discord section 2, rule 5). */
const CONTEXT = { guild: 0, botDirect: 1, privateChannel: 2 } as const;
/** To whom an app is installed. */
export const INSTALL = { guild: 0, user: 1 } as const;

/** A person in a channel, with what this person may do there. Outside of guilds there is no `guild` and no `member`. */
export type Asker = {
  user: User;
  guild: Guild | null;
  channel: Channel;
  member: Member | null;
  bits: bigint;
  locale: string;
  context: (typeof CONTEXT)[keyof typeof CONTEXT];
};

/** Finds both. Throws PeopleError when there is no such person or channel, or the person cannot see it. */
export function askerOf(world: World, finder: Finder, who: Who): Asker {
  const { guild, channel } = placeOf(world, finder, who);
  const locale = who.locale ?? 'en-US';
  if (guild === null) {
    const user = finder.user(who.as);
    const context = isWithBot(channel) ? CONTEXT.botDirect : CONTEXT.privateChannel;
    return { user, guild, channel, member: null, bits: DIRECT_BITS, locale, context };
  }
  const member = finder.member(guild, who.as);
  const bits = channelPermissions(guild, channel, member, world.now());
  if (!(bits & PERMISSION.VIEW_CHANNEL)) {
    throw new PeopleError(`${who.as} cannot see #${channel.name}`);
  }
  return { user: member.user, guild, channel, member, bits, locale, context: CONTEXT.guild };
}

/** The channel that is meant; a direct conversation that was not opened yet is. Throws PeopleError when there is none, or one of others. */
export function placeOf(
  world: World,
  finder: Finder,
  who: Pick<Who, 'as' | 'in'>,
): { guild: Guild | null; channel: Channel } {
  const known = world.state.directs.get(who.in);
  if (known !== undefined) {
    const { id } = finder.user(who.as);
    if (!known.recipients?.some((user) => user.id === id)) {
      throw new PeopleError(`${who.as} cannot see ${known.name}`);
    }
    return { guild: null, channel: known };
  }
  if (!who.in.startsWith('@')) {
    return finder.channel(who.in);
  }
  const channel = openDirect(world, finder.user(who.as), finder.user(who.in.slice(1)));
  return { guild: null, channel };
}

/** Why Discord does not let this person use the command here; null = it does (spec sandbox 4.2). */
export function refusedCommand(command: Command, asker: Asker, state: State): string | null {
  if (command.guild_id !== undefined && command.guild_id !== asker.guild?.id) {
    return 'belongs to another guild';
  }
  if (!(asker.bits & PERMISSION.USE_APPLICATION_COMMANDS)) {
    return 'no permission to use commands here';
  }
  if (command.contexts !== null && !command.contexts.includes(asker.context)) {
    return asker.guild === null ? 'is only offered in servers' : 'is not offered in guilds';
  }
  if (Object.keys(ownersOf(asker, state, command.integration_types)).length === 0) {
    return 'the app is not installed here for this person';
  }
  const wanted = command.default_member_permissions;
  if (wanted === null || asker.guild === null) {
    return null;
  }
  const needed = BigInt(wanted) || PERMISSION.ADMINISTRATOR;
  return (asker.bits & needed) === needed
    ? null
    : 'needs permissions that this person does not have';
}

/**
 * By whom the app was let in here, as `authorizing_integration_owners` says it: "0" with the guild's id (or "0" in the
 * conversation with the bot), "1" with the person's. Empty = by nobody.
 */
export function ownersOf(
  { guild, user, context }: Asker,
  { bot, installs }: State,
  types: readonly number[] = Object.values(INSTALL),
): Record<string, string> {
  const inGuild = guild?.members.has(bot.id) ? guild.id : null;
  const host = context === CONTEXT.botDirect ? '0' : inGuild;
  const byGuild = types.includes(INSTALL.guild) ? host : null;
  const byUser = types.includes(INSTALL.user) && installs.has(user.id) ? user.id : null;
  return {
    ...(byGuild === null ? {} : { [INSTALL.guild]: byGuild }),
    ...(byUser === null ? {} : { [INSTALL.user]: byUser }),
  };
}
